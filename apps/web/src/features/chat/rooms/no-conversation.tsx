import { Button } from '#ui/forms/button.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { LoadingIndicator } from '#ui/loading-indicator.tsx'
import shared from '#ui/shared.module.css'
import { useChatState } from '../use-chat.ts'
import type { Peer } from '../use-peer.ts'
import styles from './rooms-pane.module.css'

/** Shown in place of a conversation. */
export function NoConversation({ peer }: { peer: Peer }) {
  const hasRooms = useChatState(({ rooms }) => (rooms?.length ?? 0) > 0)
  if (peer.state === 'failed') {
    return (
      <section className={styles.noConversation} aria-label="对话">
        <div role="alert">
          <EmptyState title={peer.fault}>
            {peer.retry ? (
              <Button variant="outline" onClick={peer.retry}>
                重试
              </Button>
            ) : (
              <Link className={styles.link} to="/im" replace>
                查看全部会话
              </Link>
            )}
          </EmptyState>
        </div>
      </section>
    )
  }
  return (
    <section className={styles.noConversation} aria-label="对话">
      {peer.state === 'busy' ? (
        <LoadingIndicator />
      ) : (
        <EmptyState title={hasRooms ? '选择一个会话' : '还没有会话'}>
          <p className={shared.note}>在用户主页点“私信”，即可开始对话。</p>
        </EmptyState>
      )}
    </section>
  )
}
