import { useState } from 'react'
import { formatDateTime } from '#lib/format.ts'
import { Button } from '#ui/forms/button.tsx'
import type { KeepingState } from './drafts/draft-keeper.ts'
import styles from './editor-notices.module.css'

export interface EditorNoticesProps {
  /** Another tab writes this draft. */
  isOther: boolean
  onTake: () => void
  /** Instant of what was taken from the device at the beginning, `null` for nothing. */
  restoredAt: number | null
  onDiscard: () => Promise<void>
  keeping: KeepingState
  onReopen: () => void
  onKeepMine: () => void
}

/** What the writer must know of the draft before going on. */
export function EditorNotices(props: EditorNoticesProps) {
  const { isOther, onTake, restoredAt, onDiscard, keeping, onReopen, onKeepMine } = props
  const [isRead, setIsRead] = useState(false)
  return (
    <div className={styles.root} role="status">
      {isOther && (
        <div className={styles.notice} data-tone="warn">
          <p>另一个标签页正在编辑这篇文章，这里只能看。</p>
          <Button variant="outline" onClick={onTake}>
            在这里继续编辑
          </Button>
        </div>
      )}
      {!isOther && keeping.name === 'overtaken' && (
        <div className={styles.notice} data-tone="warn">
          <p>另一个标签页保存了更新的内容。用哪一份？</p>
          <Button variant="outline" onClick={onReopen}>
            用那一份
          </Button>
          <Button variant="quiet" onClick={onKeepMine}>
            用这里的
          </Button>
        </div>
      )}
      {!isOther && restoredAt !== null && !isRead && (
        <div className={styles.notice}>
          <p>已恢复 {formatDateTime(restoredAt)} 保存在这台设备上的内容。</p>
          <Button variant="quiet" onClick={() => setIsRead(true)}>
            继续写
          </Button>
          <Button variant="quiet" onClick={() => void onDiscard()}>
            不要这份
          </Button>
        </div>
      )}
      {keeping.name === 'failed' && (
        <div className={styles.notice} data-tone="warn">
          <p>浏览器没有空间，或不允许在这台设备上保存。请存草稿，以免丢失。</p>
        </div>
      )}
    </div>
  )
}
