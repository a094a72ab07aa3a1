import { formatClock } from '#lib/format.ts'
import { Button } from '#ui/forms/button.tsx'
import { KeyCaps } from '../keys/key-caps.tsx'
import { useKeys } from '../keys/use-keys.ts'
import styles from './save-bar.module.css'
import type { SaveTrouble } from './use-saving.ts'

export interface SaveBarProps {
  /** Number of changes; at 0 the bar is hidden. */
  count: number
  /** Label of the first faulty field, and a function that focuses it. */
  firstFault?: { label: string; onGo: () => void } | undefined
  /** Time at which the draft was stored in this browser, epoch ms. */
  storedAtMs: number | null
  trouble?: SaveTrouble | null
  isSaving: boolean
  onDiscard: () => void
  onSave: () => void
  onPreview?: () => void
  /** Label of the button: 保存, 发布. */
  saveLabel?: string
}

/** The bar at the bottom edge while there are changes. `Ctrl S` saves. */
export function SaveBar(props: SaveBarProps) {
  const { count, firstFault, storedAtMs, trouble, isSaving, onDiscard, onSave, onPreview, saveLabel = '保存' } = props
  useKeys({ 'Mod+S': { words: '保存', act: onSave } }, count > 0)
  if (count === 0) return null
  return (
    <section className={styles.root} aria-label="保存">
      <p className={styles.words} role="status">
        <b>{count} 处改动</b>
        {firstFault && (
          <button type="button" className={styles.fault} onClick={firstFault.onGo}>
            先改正：{firstFault.label}
          </button>
        )}
        {trouble && <span className={styles.trouble}>{trouble.message}</span>}
        {storedAtMs !== null && <span className={styles.stored}>草稿已存本机 {formatClock(storedAtMs)}</span>}
      </p>
      <Button variant="quiet" onClick={onDiscard}>
        放弃改动
      </Button>
      {onPreview && (
        <Button variant="outline" onClick={onPreview}>
          预览
        </Button>
      )}
      <Button className={styles.save} isBusy={isSaving} busyLabel="保存中" onClick={onSave}>
        {saveLabel} <KeyCaps of="Mod+S" />
      </Button>
    </section>
  )
}
