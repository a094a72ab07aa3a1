import { CircleAlert } from '@lucide/icons'
import type { KeyboardEvent } from 'react'
import { Icon } from '#ui/icon.tsx'
import shared from '#ui/shared.module.css'
import styles from './title-field.module.css'
import { TITLE_MAX } from './writing-faults.ts'

/** Number of characters from which the count is shown. */
const TITLE_NEAR_MAX = 100

export interface TitleFieldProps {
  value: string
  fault: string | undefined
  isReadOnly: boolean
  onChange: (title: string) => void
  /** Moves the focus to the text. */
  onEnter: () => void
}

/** A title field that grows to several lines. */
export function TitleField({ value, fault, isReadOnly, onChange, onEnter }: TitleFieldProps) {
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.keyCode === 229) return
    event.preventDefault()
    onEnter()
  }
  return (
    <div className={styles.root}>
      <div className={styles.grow} data-value={value}>
        <textarea
          className={styles.input}
          id="field-title"
          rows={1}
          value={value}
          readOnly={isReadOnly}
          aria-label="标题"
          placeholder="标题"
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? 'field-title-fault' : undefined}
          onChange={({ target }) => onChange(target.value.replace(/[\r\n]+/g, ' '))}
          onKeyDown={handleKeyDown}
        />
      </div>
      {value.trim().length >= TITLE_NEAR_MAX && (
        <p className={styles.count} data-over={value.trim().length > TITLE_MAX || undefined}>
          {value.trim().length} / {TITLE_MAX}
        </p>
      )}
      {fault && (
        <p className={shared.faultRow} id="field-title-fault">
          <Icon of={CircleAlert} sizePx={16} />
          {fault}
        </p>
      )}
    </div>
  )
}
