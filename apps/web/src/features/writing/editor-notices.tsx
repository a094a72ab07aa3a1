import { useState } from 'react'
import { formatDateTime } from '#lib/format.ts'
import { Button } from '#ui/forms/button.tsx'
import type { SaveState } from './drafts/autosave.ts'
import styles from './editor-notices.module.css'

export interface EditorNoticesProps {
  /** Another tab is editing this draft. */
  isOther: boolean
  onTake: () => void
  /** When the restored draft was saved (instant, ms); `null` when none was restored. */
  restoredAt: number | null
  onDiscard: () => Promise<void>
  saveState: SaveState
  onReopen: () => void
  onOverwrite: () => void
}

export function EditorNotices(props: EditorNoticesProps) {
  const { isOther, onTake, restoredAt, onDiscard, saveState, onReopen, onOverwrite } = props
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
      {!isOther && saveState.name === 'overtaken' && (
        <div className={styles.notice} data-tone="warn">
          <p>另一个标签页保存了更新的内容。用哪一份？</p>
          <Button variant="outline" onClick={onReopen}>
            用那一份
          </Button>
          <Button variant="quiet" onClick={onOverwrite}>
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
      {saveState.name === 'failed' && (
        <div className={styles.notice} data-tone="warn">
          <p>浏览器没有空间，或不允许在这台设备上保存。请存草稿，以免丢失。</p>
        </div>
      )}
    </div>
  )
}
