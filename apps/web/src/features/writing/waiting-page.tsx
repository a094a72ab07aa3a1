import { openDialog } from '#lib/dialogs.ts'
import { Container } from '#ui/container.tsx'
import { Drawing } from '#ui/figures/drawing.tsx'
import { Button } from '#ui/forms/button.tsx'
import styles from './writing-pages.module.css'

export interface WaitingPageProps {
  isEditing: boolean
  needsLogin?: boolean
}

/** Shown until the editor can be; the same for every user. */
export function WaitingPage({ isEditing, needsLogin = false }: WaitingPageProps) {
  return (
    <Container className={styles.waiting}>
      <Drawing name="brilliant-face" className={styles.drawing} />
      <h1 className={styles.title}>{isEditing ? '编辑文章' : '写文章'}</h1>
      {needsLogin ? (
        <>
          <p className={styles.words}>登录后可以编辑自己的文章。</p>
          <Button onClick={() => openDialog('login')}>登录</Button>
        </>
      ) : (
        <p className={styles.words}>正在打开编辑器</p>
      )}
      <noscript>写文章需要浏览器启用 JavaScript。</noscript>
    </Container>
  )
}
