import { type RefObject, useId } from 'react'
import { formatClock } from '#lib/format.ts'
import styles from './compose-box.module.css'

interface ComposeTextProps {
  label: string
  text: string
  max: number
  onText: (text: string) => void
  fieldRef: RefObject<HTMLTextAreaElement | null>
}

/** The field of an answer or a note. */
export function ComposeText({ label, text, max, onText, fieldRef }: ComposeTextProps) {
  const isOver = text.length > max
  const id = useId()
  return (
    <>
      <textarea
        ref={fieldRef}
        className={styles.text}
        aria-label={label}
        aria-invalid={isOver || undefined}
        aria-describedby={isOver ? id : undefined}
        rows={4}
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
      {isOver && (
        <p className={styles.error} id={id}>
          已写 {text.length} 字，最多 {max} 字
        </p>
      )}
    </>
  )
}

/** Time at which the draft was stored in this browser. */
export function SavedAt({ atMs }: { atMs: number | null }) {
  return atMs === null ? null : <span className={styles.saved}>草稿已存本机 {formatClock(atMs)}</span>
}
