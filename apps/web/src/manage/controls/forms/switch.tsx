import { type ReactNode, useId } from 'react'
import styles from './switch.module.css'

export interface SwitchProps {
  label: string
  /** The label is for screen readers, because the row around the switch says it. */
  isLabelHidden?: boolean
  /** Effect of the switch. */
  note?: ReactNode
  isOn: boolean
  isDisabled?: boolean
  isChanged?: boolean
  onChange: (isOn: boolean) => void
}

/** A switch for a setting that is on or off. */
export function Switch(props: SwitchProps) {
  const { label, isLabelHidden = false, note, isOn, isDisabled = false, isChanged = false, onChange } = props
  const id = useId()
  return (
    <div className={styles.row}>
      <input
        className={styles.switch}
        id={id}
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        disabled={isDisabled}
        aria-label={isLabelHidden ? label : undefined}
        aria-describedby={note ? `${id}-note` : undefined}
        onChange={({ target }) => onChange(target.checked)}
      />
      {!isLabelHidden && (
        <div>
          <label className={styles.label} htmlFor={id}>
            {label}
          </label>
          {isChanged && <span className={styles.changed}>已改</span>}
          {note && (
            <div className={styles.note} id={`${id}-note`}>
              {note}
            </div>
          )}
        </div>
      )}
    </div>
  )
}
