import type { ReactNode } from 'react'
import { useBusy } from '#lib/api/use-busy.ts'
import { Button } from '#ui/forms/button.tsx'
import shared from '../shared.module.css'
import styles from './confirm-dialog.module.css'
import { Dialog } from './dialog.tsx'

export interface ConfirmDialogProps {
  /** Question of the dialog: 删除“…”？ */
  title: string
  /** Text about the consequences. */
  children?: ReactNode
  /** Label of the button, a verb: 删除文章. */
  confirmLabel: string
  /** Label while busy: 删除中. */
  busyLabel: string
  /** Performs the action. The dialog is busy until it settles, closes on success and stays open on failure. */
  onConfirm: () => Promise<void>
  onClose: () => void
}

/** Confirms an irreversible action. The cancel button comes first and has the focus. */
export function ConfirmDialog({ title, children, confirmLabel, busyLabel, onConfirm, onClose }: ConfirmDialogProps) {
  // The API client shows errors.
  const { isBusy, run } = useBusy()
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
          onClick={() => void run(() => onConfirm().then(onClose))}
        >
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  )
}
