import { ArrowDown } from '@lucide/icons'
import { Icon } from '#ui/icon.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './message-log.module.css'

export interface JumpButtonProps {
  /** Messages further down that were not read yet. */
  unread: number
  onJump: () => void
}

/** Back to the newest message, for who has scrolled up. */
export function JumpButton({ unread, onJump }: JumpButtonProps) {
  return (
    <button type="button" className={styles.jump} onClick={onJump}>
      <Icon of={ArrowDown} sizePx={18} />
      {unread > 0 ? `${unread} 条新消息` : <VisuallyHidden>跳到最新消息</VisuallyHidden>}
    </button>
  )
}
