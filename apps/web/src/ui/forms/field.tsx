import { CircleAlert } from '@lucide/icons'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '#lib/class-names.ts'
import { Icon } from '../icon.tsx'
import shared from '../shared.module.css'
import styles from './field.module.css'

export interface FieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  label: string
  error?: string | undefined
  hint?: string | undefined
  /** A control inside the field, for example to show the password. */
  inset?: ReactNode
  /** A control beside the field, for example to send a code. */
  action?: ReactNode
}

/** A labelled text input with hint and error. */
export function Field({
  label,
  error,
  hint,
  inset,
  action,
  className,
  'aria-describedby': more,
  ...input
}: FieldProps) {
  const id = useId()
  const errorId = `${id}-error`
  const hintId = `${id}-hint`
  const describedBy = classNames(error && errorId, hint && hintId, more)
  return (
    <div className={classNames(styles.root, className)}>
      <label className={shared.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.row}>
        <div className={styles.box}>
          <input
            {...input}
            id={id}
            className={styles.input}
            data-inset={inset ? true : undefined}
            aria-invalid={error ? true : undefined}
            aria-describedby={describedBy || undefined}
          />
          {inset}
        </div>
        {action}
      </div>
      <FieldNotes hint={hint} hintId={hintId} error={error} errorId={errorId} />
    </div>
  )
}

interface FieldNotesProps extends Pick<FieldProps, 'hint' | 'error'> {
  hintId: string
  errorId: string
}

export function FieldNotes({ hint, hintId, error, errorId }: FieldNotesProps) {
  return (
    <>
      {hint && (
        <p className={shared.note} id={hintId}>
          {hint}
        </p>
      )}
      {error && (
        <p className={shared.faultRow} id={errorId}>
          <Icon of={CircleAlert} sizePx={16} />
          {error}
        </p>
      )}
    </>
  )
}
