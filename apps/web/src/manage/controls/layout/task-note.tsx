import { type ReactNode, useState } from 'react'
import { readLocalItem, writeLocalItem } from '#lib/browser-storage.ts'
import { Button } from '#ui/forms/button.tsx'
import { Note } from './note.tsx'
import styles from './task-note.module.css'

interface TaskNoteProps {
  /** A task of the server; `finishTime` is `null` while it runs. */
  task: { id: string; position: number; total: number; finishTime: string | null }
  /** Storage key of the id of the last task whose result the reader has dismissed. */
  readKey: string
  /** Accessible name of the bar. */
  barLabel: string
  /** Position of the bar: after the words, or below them. */
  bar: 'beside' | 'below'
  /** Words while the task runs. */
  progress: ReactNode
  onStop: () => Promise<unknown>
  /** Everything that the task was started for is done. */
  isWhole: boolean
  /** Result of the ended task. */
  children: ReactNode
}

/** Progress of a task with a button that stops it, then its result until the reader dismisses it. */
export function TaskNote({ task, readKey, barLabel, bar, progress, onStop, isWhole, children }: TaskNoteProps) {
  const { id, position, total, finishTime } = task
  const [readId, setReadId] = useState(() => readLocalItem(readKey))
  if (readId === id) return null
  if (finishTime === null) {
    return (
      <Note
        action={
          // The client has shown the error.
          <Button variant="quiet" onClick={() => void onStop().catch(() => null)}>
            停止
          </Button>
        }
      >
        {progress}
        <progress className={styles.bar} data-position={bar} aria-label={barLabel} max={total} value={position} />
      </Note>
    )
  }
  const dismiss = () => {
    writeLocalItem(readKey, id)
    setReadId(id)
  }
  return (
    <Note
      tone={isWhole ? 'success' : 'warning'}
      isLive
      action={
        <Button variant="quiet" onClick={dismiss}>
          知道了
        </Button>
      }
    >
      {children}
    </Note>
  )
}
