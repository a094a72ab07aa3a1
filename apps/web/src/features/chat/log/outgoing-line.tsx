import { CircleAlert } from '@lucide/icons'
import { asSafeHtml } from '#lib/html/safe-html.ts'
import { useSession } from '#lib/session.ts'
import { useLive } from '#live/live.ts'
import { discardSend, type OutboxEntry, retrySend } from '#live/outbox.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Icon } from '#ui/icon.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { Bubble } from './bubble.tsx'
import styles from './line.module.css'

/** A message that has not arrived yet. Its HTML was made here, of escaped text or of one picture. */
export function OutgoingLine({ outgoing: { ref, content, state, reason } }: { outgoing: OutboxEntry }) {
  const user = useSession((session) => session.user)
  const isOpen = useLive((live) => live.state === 'open')
  return (
    <div className={styles.root} data-own>
      <Avatar name={user?.nickname ?? '我'} src={user?.avatar} />
      <div className={styles.body}>
        <VisuallyHidden>我：</VisuallyHidden>
        <Bubble html={asSafeHtml(content)} isOwn />
        {state === 'failed' && (
          <div className={styles.fault} role="alert">
            <Icon of={CircleAlert} sizePx={15} />
            {reason ?? '消息没有发出'}
            <span>
              <button type="button" className={styles.act} onClick={() => retrySend(ref)}>
                重新发送
              </button>
              <button type="button" className={styles.act} onClick={() => discardSend(ref)}>
                删除
              </button>
            </span>
          </div>
        )}
      </div>
      {state === 'pending' && <span className={styles.meta}>{isOpen ? '发送中' : '等待连接'}</span>}
    </div>
  )
}
