import shared from '../shared.module.css'
import styles from './form-panel.module.css'

export interface RadioRowProps<Value extends string | number> {
  legend: string
  name: string
  choices: readonly { value: Value; text: string }[]
  /** Selected value; empty for none. */
  value: Value | ''
  onChange: (value: Value) => void
  /** Class names for a group with another look. */
  look?: Readonly<Partial<Record<'choices' | 'legend' | 'choice' | 'radio', string | undefined>>>
}

/** A group of radio buttons, by default in a row. */
export function RadioRow<Value extends string | number>(props: RadioRowProps<Value>) {
  const { legend, name, choices, value: chosen, onChange, look = styles } = props
  return (
    <fieldset className={look.choices}>
      <legend className={look.legend ?? shared.legend}>{legend}</legend>
      {choices.map(({ value, text }) => (
        <label className={look.choice} key={value}>
          <input
            className={look.radio ?? shared.radio}
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
