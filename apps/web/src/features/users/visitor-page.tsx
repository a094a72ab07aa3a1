import { openDialog } from '#lib/dialogs.ts'
import { useSession } from '#lib/session.ts'
import { Container } from '#ui/container.tsx'
import { Drawing } from '#ui/figures/drawing.tsx'
import { Button } from '#ui/forms/button.tsx'
import styles from './visitor-page.module.css'

/** The own page for visitors, and until the session is known. */
export function VisitorPage() {
  const isKnown = useSession(({ status }) => status === 'ready')
  return (
    <Container className={styles.root}>
      <Drawing name="brilliant-face" className={styles.drawing} />
      <h1 className={styles.title}>个人主页</h1>
      <p className={styles.words}>登录后可以查看自己的文章、收藏、评论与签到记录。</p>
      <div className={styles.act}>
        {isKnown ? <Button onClick={() => openDialog('login')}>登录</Button> : <span>正在确认登录状态</span>}
        <noscript>个人主页需要浏览器启用 JavaScript。</noscript>
      </div>
    </Container>
  )
}
