import { CircleAlert } from '@lucide/icons'
import { type ComponentProps, useId } from 'react'
import { classNames } from '#lib/class-names.ts'
import { Icon } from '../icon.tsx'
import shared from '../shared.module.css'
import styles from './field.module.css'

export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id'> {
  label: string
  /** What is wrong; shown under the field and tied to it. */
  error?: string | undefined
  hint?: string | undefined
  /** Characters so far and at most. More may be typed, so that nothing is cut off unseen; it is then said. */
  count?: { now: number; max: number }
}

/** A labelled field for more than a line. */
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
    </div>
  )
}
