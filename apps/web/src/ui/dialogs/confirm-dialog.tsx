import { type ReactNode, useId, useState } from 'react'
import { Button } from '#ui/forms/button.tsx'
import styles from './confirm-dialog.module.css'
import { Dialog } from './dialog.tsx'

export interface ConfirmDialogProps {
  /** A question: 删除“…”？ */
  title: string
  /** What follows from it. */
  children?: ReactNode
  /** A verb: 删除文章. */
  confirmLabel: string
  /** While it is under way: 删除中. */
  busyLabel: string
  /** The dialog stays busy until it settles, and closes when it is done; after a failure it stays. */
  onConfirm: () => Promise<void>
  onClose: () => void
}

/** Asks before something is done that cannot be undone. The way out comes first, and so has the focus. */
export function ConfirmDialog({ title, children, confirmLabel, busyLabel, onConfirm, onClose }: ConfirmDialogProps) {
  const titleId = useId()
  const [isBusy, setIsBusy] = useState(false)
  const confirm = async () => {
    setIsBusy(true)
    try {
      await onConfirm()
      onClose()
    } catch {
      // Shown by the API client, or a network error; the question is still there.
      setIsBusy(false)
    }
  }
  return (
    <Dialog labelledBy={titleId} className={styles.root} onClose={onClose}>
      <h2 className={styles.title} id={titleId}>
        {title}
      </h2>
      {children && <div className={styles.words}>{children}</div>}
      <div className={styles.actions}>
        <Button variant="outline" onClick={onClose}>
          取消
        </Button>
        <Button
          variant="outline"
          className={styles.danger}
          isBusy={isBusy}
          busyLabel={busyLabel}
          onClick={() => void confirm()}
        >
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  )
}
