import type { ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import { Dialog, type DialogProps } from '#ui/dialogs/dialog.tsx'
import styles from './manage-dialog.module.css'

export interface ManageDialogProps extends Pick<DialogProps, 'onClose' | 'dismissOnScrim' | 'hasCloseButton'> {
  title: string
  /** Buttons; the main one is last. */
  actions?: ReactNode
  /** Width: 480, 640 or 880px. */
  size?: 'small' | 'medium' | 'large'
  children: ReactNode
}

/** A dialog of the management pages. On phones it opens from below, with its main button on top. */
export function ManageDialog({ title, actions, size = 'small', children, ...dialog }: ManageDialogProps) {
  return (
    <Dialog
      {...dialog}
      title={title}
      titleClass={styles.title}
      className={classNames(styles.panel, size !== 'small' && styles[size])}
    >
      <div className={styles.body}>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </Dialog>
  )
}
