import { type RefObject, useLayoutEffect, useRef } from 'react'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './chat.module.css'
import { Conversation } from './conversation.tsx'
import { NoConversation } from './rooms/no-conversation.tsx'
import { RoomsPane } from './rooms/rooms-pane.tsx'
import { ChatContext, useChatParts } from './use-chat.ts'
import { useMinutes } from './use-clock.ts'
import { usePeer } from './use-peer.ts'

export interface ChatProps {
  ownId: string
  peerId: string | null
}

/** The list of conversations and the open one; on phones one of the two. */
export function Chat({ ownId, peerId }: ChatProps) {
  const parts = useChatParts(ownId)
  // Starts the clock before anything depends on it.
  useMinutes()
  return (
    <ChatContext value={parts}>
      {/* On phones the pane with the visible title is not always shown. */}
      <h1>
        <VisuallyHidden>私信</VisuallyHidden>
      </h1>
      <Panes peerId={peerId} />
    </ChatContext>
  )
}

function Panes({ peerId }: Pick<ChatProps, 'peerId'>) {
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

/** Sets `--above` to the top of the element on the page: the announcement above it may be shown or not. */
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
