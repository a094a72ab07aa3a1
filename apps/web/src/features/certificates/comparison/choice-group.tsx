import { useId } from 'react'
import { RadioRow, type RadioRowProps } from '#ui/forms/radio-row.tsx'
import shared from '#ui/shared.module.css'
import styles from './choice-group.module.css'

/** Radio buttons in boxes. */
export function ChoiceGroup<V extends string>(props: Omit<RadioRowProps<V>, 'name' | 'look'>) {
  return <RadioRow {...props} name={useId()} look={{ ...styles, legend: shared.fieldLegend, choices: shared.wrap2 }} />
}

/** Choices of a visual comparison. */
export function makeJudgementChoices({ same, other, unsure }: { same: string; other: string; unsure: string }) {
  return [
    { value: 'same', text: same },
    { value: 'other', text: other },
    { value: 'unsure', text: unsure },
  ] as const
}
