import { WITHDRAWN_TEXT } from '@portal/contract/socket.ts'
import type { ChatEntry } from '../chat-message.ts'
import styles from './line.module.css'
import { toTypedText } from './message-html.ts'

export interface WithdrawnLineProps {
  entry: ChatEntry
  onEditAgain: (text: string) => void
}

/** In the place of a message that was withdrawn; what one wrote oneself can be written anew, as long as it is known. */
export function WithdrawnLine({ entry: { isOwn, html }, onEditAgain }: WithdrawnLineProps) {
  const text = toTypedText(html)
  const isKnown = isOwn && text !== '' && text !== WITHDRAWN_TEXT
  return (
    <p className={styles.system}>
      {isOwn ? '你撤回了一条消息' : '对方撤回了一条消息'}
      {isKnown && (
        <button type="button" className={styles.act} onClick={() => onEditAgain(text)}>
          重新编辑
        </button>
      )}
    </p>
  )
}
