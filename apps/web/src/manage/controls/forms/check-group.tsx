import type { ReactNode } from 'react'
import { CheckBox } from './check-box.tsx'
import styles from './check-group.module.css'

interface Choice {
  value: string
  label: ReactNode
  note?: ReactNode
  isDisabled?: boolean
}

interface CheckGroupProps {
  legend: string
  choices: readonly Choice[]
  /** Chosen values. */
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
  error?: string | undefined
}

/** A group of check boxes. */
export function CheckGroup({ legend, choices, chosen, onChange, error }: CheckGroupProps) {
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value])
  return (
    <fieldset className={styles.root}>
      <legend className={styles.legend}>{legend}</legend>
      {choices.map(({ value, label, note, isDisabled = false }) => (
        <Pick key={value} label={label} note={note}>
          <CheckBox checked={chosen.includes(value)} disabled={isDisabled} onChange={() => toggle(value)} />
        </Pick>
      ))}
      {error && <p className={styles.error}>{error}</p>}
    </fieldset>
  )
}

/** A check box with its label beside it. */
export function Pick({ label, note, children }: { label: ReactNode; note?: ReactNode; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label className={styles.pick}>
      {children}
      <span>
        {label}
        {note && <small className={styles.note}>{note}</small>}
      </span>
    </label>
  )
}
