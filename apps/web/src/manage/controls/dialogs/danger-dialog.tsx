import { type FormEvent, type ReactNode, useId } from 'react'
import { useBusy } from '#lib/api/use-busy.ts'
import { Button } from '#ui/forms/button.tsx'
import styles from './danger-dialog.module.css'
import { ManageDialog } from './manage-dialog.tsx'

export interface DangerDialogProps {
  /** Title with the action and its object: 停用“周记银楼”. */
  title: string
  /** Consequences, and fields such as a reason. */
  children: ReactNode
  /** Verb of the action: 停用. */
  verb: string
  /** Label of the other button; 不停用 when left out. */
  keep?: string
  /** The action can be taken back, so that its button has the usual colour. */
  isHarmless?: boolean
  /** A required field is empty. */
  isIncomplete?: boolean
  /** Runs the action. The dialog closes on success and stays open on failure; the API client requests a fresh proof. */
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/**
 * Confirms a dangerous action: consequences first, and two buttons that say what they do. Enter in a field confirms what can be
 * taken back.
 */
export function DangerDialog(props: DangerDialogProps) {
  const {
    title,
    children,
    verb,
    keep = `不${verb}`,
    isHarmless = false,
    isIncomplete = false,
    onConfirm,
    onClose,
  } = props
  const { isBusy, run } = useBusy()
  const formId = useId()
  const confirm = () =>
    run(async () => {
      await onConfirm()
      onClose()
    })
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (isHarmless && !isIncomplete && !isBusy) void confirm()
  }
  return (
    <ManageDialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            {keep}
          </Button>
          <Button
            className={isHarmless ? undefined : styles.danger}
            disabled={isIncomplete}
            isBusy={isBusy}
            busyLabel={`${verb}中`}
            {...(isHarmless ? { type: 'submit', form: formId } : { onClick: () => void confirm() })}
          >
            {verb}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} noValidate onSubmit={handleSubmit}>
        {children}
      </form>
    </ManageDialog>
  )
}

/** A quiet button in the colour of danger, for rows: 移除, 停用. */
export function DangerButton({ children, onClick }: { children: ReactNode; onClick: () => void }) {
  return (
    <Button variant="quiet" className={styles.quiet} onClick={onClick}>
      {children}
    </Button>
  )
}
