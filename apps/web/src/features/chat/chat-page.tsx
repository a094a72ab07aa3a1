import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useLoaderData } from 'react-router-dom'
import { defineLoader } from '#lib/api/define-loader.ts'
import type { MetaOf } from '#lib/meta.ts'
import { useSession } from '#lib/session.ts'
import { useMinutes } from '#lib/use-clock.ts'
import { Container } from '#ui/container.tsx'
import { Button } from '#ui/forms/button.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { LoadingIndicator } from '#ui/loading-indicator.tsx'
import { MembersOnly } from '#ui/members-only.tsx'
import shared from '#ui/shared.module.css'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './chat.module.css'
import { Conversation } from './conversation.tsx'
import rooms from './rooms/rooms-pane.module.css'
import { RoomsPane } from './rooms/rooms-pane.tsx'
import { ChatContext, useChatState, useNewChat } from './use-chat.ts'
import { type Peer, usePeer } from './use-peer.ts'

/** The address names the peer; the browser loads the messages. */
export const loader = defineLoader(async ({ query }) => ({ peerId: query.get('userId')?.trim() || null }))

export const meta: MetaOf<typeof loader> = () => ({ title: '私信', canonical: '/im', isHidden: true })

export function Component() {
  const { peerId } = useLoaderData<typeof loader>()
  const ownId = useSession(({ user }) => user?.id ?? null)
  if (ownId === null) return <Closed />
  return (
    <Container className={styles.page}>
      <Chat ownId={ownId} peerId={peerId} key={ownId} />
    </Container>
  )
}

/** Shown to visitors, and until the session is known. */
function Closed() {
  return (
    <Container className={styles.closed}>
      <h1 className={shared.text2xl}>私信</h1>
      <MembersOnly title="登录后查看私信" purpose="查看私信" />
    </Container>
  )
}

/** The list of conversations and the open conversation; phones show one of the two. */
function Chat({ ownId, peerId }: { ownId: string; peerId: string | null }) {
  const chat = useNewChat(ownId)
  // Called here so that the clock runs before a child depends on it.
  useMinutes()
  return (
    <ChatContext value={chat}>
      {/* The page heading is separate, because phones do not always show the pane with the visible title. */}
      <h1>
        <VisuallyHidden>私信</VisuallyHidden>
      </h1>
      <Panes peerId={peerId} />
    </ChatContext>
  )
}

function Panes({ peerId }: { peerId: string | null }) {
  const peer = usePeer(peerId)
  const ref = useRef<HTMLDivElement>(null)
  useTopOffset(ref)
  return (
    <div className={styles.root} ref={ref} data-open={peerId !== null || undefined}>
      <RoomsPane peerId={peerId} />
      {peer.state === 'ready' ? (
        <Conversation room={peer.room} key={peer.room.peerId} />
      ) : (
        <NoConversation peer={peer} />
      )}
    </div>
  )
}

/**
 * Sets `--above` to the distance of the element from the top of the page, which depends on the announcement above it.
 */
function useTopOffset(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const measure = () => {
      const element = ref.current
      if (!element) return
      const topPx = element.getBoundingClientRect().top + scrollY
      element.style.setProperty('--above', `${Math.round(topPx)}px`)
    }
    measure()
    if (typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [ref])
}

/** Replaces the conversation when none is open. */
function NoConversation({ peer }: { peer: Peer }) {
  const hasRooms = useChatState(({ rooms }) => (rooms?.length ?? 0) > 0)
  return (
    <section className={rooms.noConversation} aria-label="对话">
      {peer.state === 'failed' && (
        <div role="alert">
          <EmptyState title={peer.fault}>
            {peer.retry ? (
              <Button variant="outline" onClick={peer.retry}>
                重试
              </Button>
            ) : (
              <Link className={rooms.link} to="/im" replace>
                查看全部会话
              </Link>
            )}
          </EmptyState>
        </div>
      )}
      {peer.state === 'busy' && <LoadingIndicator />}
      {peer.state === 'none' && (
        <EmptyState title={hasRooms ? '选择一个会话' : '还没有会话'}>
          <p className={shared.note}>在用户主页点“私信”，即可开始对话。</p>
        </EmptyState>
      )}
    </section>
  )
}
