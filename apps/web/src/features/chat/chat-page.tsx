import { useEffect } from 'react'
import { useLoaderData } from 'react-router-dom'
import { defineLoader } from '#lib/api/define-loader.ts'
import { openDialog } from '#lib/dialogs.ts'
import type { MetaOf } from '#lib/meta.ts'
import { useSession } from '#lib/session.ts'
import { Container } from '#ui/container.tsx'
import { Button } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import shared from '#ui/shared.module.css'
import styles from './chat.module.css'
import { Chat } from './chat.tsx'

/** The address names the peer; the browser loads the messages. */
export const chatLoader = defineLoader(async ({ query }) => ({ peerId: query.get('userId')?.trim() || null }))

export const chatMeta: MetaOf<typeof chatLoader> = () => ({ title: '私信', canonical: '/im', isHidden: true })

export function ChatPage() {
  const { peerId } = useLoaderData<typeof chatLoader>()
  const ownId = useSession(({ user }) => user?.id ?? null)
  if (ownId === null) return <Closed />
  return (
    <Container className={styles.page}>
      <Chat ownId={ownId} peerId={peerId} key={ownId} />
    </Container>
  )
}

/** For visitors, and until the session is known. */
function Closed() {
  const isVisitor = useSession(({ user, status }) => status === 'ready' && user === null)
  useEffect(() => {
    if (isVisitor) openDialog('login')
  }, [isVisitor])
  return (
    <Container className={styles.closed}>
      <h1 className={styles.title}>私信</h1>
      {isVisitor ? (
        <EmptyState title="登录后查看私信">
          <Button onClick={() => openDialog('login')}>登录</Button>
        </EmptyState>
      ) : (
        <p className={shared.waiting}>
          正在确认登录状态
          <noscript>，查看私信需要浏览器启用 JavaScript</noscript>
        </p>
      )}
    </Container>
  )
}
