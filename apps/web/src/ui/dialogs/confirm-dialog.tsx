import { type ReactNode, useState } from 'react'
import { Button } from '#ui/forms/button.tsx'
import shared from '../shared.module.css'
import styles from './confirm-dialog.module.css'
import { Dialog } from './dialog.tsx'

export interface ConfirmDialogProps {
  /** A question: 删除“…”？ */
  title: string
  /** The consequences. */
  children?: ReactNode
  /** A verb: 删除文章. */
  confirmLabel: string
  /** While busy: 删除中. */
  busyLabel: string
  /** The dialog is busy until it settles, closes on success and stays open on failure. */
  onConfirm: () => Promise<void>
  onClose: () => void
}

/** Confirms an irreversible action. Cancel comes first and has the focus. */
export function ConfirmDialog({ title, children, confirmLabel, busyLabel, onConfirm, onClose }: ConfirmDialogProps) {
  const [isBusy, setIsBusy] = useState(false)
  const confirm = async () => {
    setIsBusy(true)
    try {
      await onConfirm()
      onClose()
    } catch {
      // The API client has shown the error.
      setIsBusy(false)
    }
  }
  return (
    <Dialog title={title} titleClass={styles.title} className={styles.root} onClose={onClose}>
      {children && <div className={shared.soft}>{children}</div>}
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
