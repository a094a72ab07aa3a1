import { useId } from 'react'
import shared from '#ui/shared.module.css'
import styles from './choice-group.module.css'

export interface ChoiceGroupProps<V extends string> {
  legend: string
  value: V | ''
  choices: readonly { value: V; text: string }[]
  onChange: (value: V) => void
}

/** A group of radio buttons. */
export function ChoiceGroup<V extends string>({ legend, value, choices, onChange }: ChoiceGroupProps<V>) {
  const name = useId()
  return (
    <fieldset>
      <legend className={styles.legend}>{legend}</legend>
      <div className={shared.wrap2}>
        {choices.map((choice) => (
          <label className={styles.choice} key={choice.value}>
            <input
              className={shared.radio}
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            {choice.text}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
