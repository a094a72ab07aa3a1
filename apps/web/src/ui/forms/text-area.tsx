import { type ComponentProps, useId } from 'react'
import { classNames } from '#lib/class-names.ts'
import shared from '../shared.module.css'
import styles from './field.module.css'
import { FieldNotes } from './field.tsx'

export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id'> {
  label: string
  error?: string | undefined
  hint?: string | undefined
  /** Length and limit in characters; longer text is marked instead of cut. */
  count?: { now: number; max: number }
}

/** A labelled multi-line input with hint, error and counter. */
export function TextArea({ label, error, hint, count, rows = 5, className, ...input }: TextAreaProps) {
  const id = useId()
  const errorId = `${id}-error`
  const hintId = `${id}-hint`
  const countId = `${id}-count`
  return (
    <div className={classNames(styles.root, className)}>
      <div className={styles.head}>
        <label className={shared.label} htmlFor={id}>
          {label}
        </label>
        {count && (
          <span className={styles.count} id={countId} data-over={count.now > count.max || undefined}>
            {count.now} / {count.max}
          </span>
        )}
      </div>
      <textarea
        {...input}
        className={styles.area}
        id={id}
        rows={rows}
        aria-invalid={error ? true : undefined}
        aria-describedby={classNames(error && errorId, hint && hintId, count && countId) || undefined}
      />
      <FieldNotes hint={hint} hintId={hintId} error={error} errorId={errorId} />
    </div>
  )
}
