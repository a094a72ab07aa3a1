import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import { classNames } from '#lib/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import styles from './feedback-text.module.css'
import { CONTENT_CHARS_MAX, countChars } from './use-feedback.ts'

export interface FeedbackTextProps {
  value: string
  error: string | undefined
  onChange: (value: string) => void
  onBlur: () => void
}

/** The message itself. More than the limit may be typed, so that nothing is cut off unseen; it is then said. */
export function FeedbackText({ value, error, onChange, onBlur }: FeedbackTextProps) {
  const id = useId()
  const count = countChars(value)
  return (
    <div className={styles.root}>
      <div className={styles.head}>
        <label className={styles.label} htmlFor={id}>
          内容
        </label>
        <span className={styles.count} id={`${id}-count`} data-over={count > CONTENT_CHARS_MAX || undefined}>
          {count} / {CONTENT_CHARS_MAX}
        </span>
      </div>
      <textarea
        className={styles.input}
        id={id}
        name="content"
        rows={5}
        value={value}
        placeholder="证书问题请写明证书编号，进度问题请写明委托单号"
        required
        aria-invalid={error ? true : undefined}
        aria-describedby={classNames(error && `${id}-error`, `${id}-count`)}
        onChange={({ target }) => onChange(target.value)}
        onBlur={onBlur}
      />
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          <Icon of={CircleAlert} sizePx={16} />
          {error}
        </p>
      )}
    </div>
  )
}
