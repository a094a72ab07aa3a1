import { useRef } from 'react'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './chat.module.css'
import { Conversation } from './conversation.tsx'
import { NoConversation } from './rooms/no-conversation.tsx'
import { RoomsPane } from './rooms/rooms-pane.tsx'
import { ChatContext, useChatParts } from './use-chat.ts'
import { useMinutes } from './use-clock.ts'
import { usePeer } from './use-peer.ts'
import { useTopOffset } from './use-top-offset.ts'

export interface ChatProps {
  ownId: string
  /** Whose conversation is open. */
  peerId: string | null
}

/** Conversations at the left, the open one at the right; on phones one of the two. */
export function Chat({ ownId, peerId }: ChatProps) {
  const parts = useChatParts(ownId)
  // So that the time is known before anything is shown that depends on it.
  useMinutes()
  return (
    <ChatContext value={parts}>
      {/* On phones the pane that bears the title is not always there. */}
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
