import shared from '../shared.module.css'
import styles from './form-panel.module.css'

export interface RadioRowProps<Value extends string | number> {
  legend: string
  name: string
  choices: readonly { value: Value; text: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** A group of radio buttons in a row. */
export function RadioRow<Value extends string | number>(props: RadioRowProps<Value>) {
  const { legend, name, choices, value: chosen, onChange } = props
  return (
    <fieldset className={styles.choices}>
      <legend className={shared.legend}>{legend}</legend>
      {choices.map(({ value, text }) => (
        <label className={styles.choice} key={value}>
          <input
            className={shared.radio}
            type="radio"
            name={name}
            value={value}
            checked={chosen === value}
            onChange={() => onChange(value)}
          />
          {text}
        </label>
      ))}
    </fieldset>
  )
}
