import { findTextFault, normaliseText } from '@portal/contract/site/site-rules.ts'
import { type ReactNode, useState } from 'react'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextInput } from '#manage/controls/forms/inputs.tsx'

interface SettingFieldProps {
  /** Member of the settings. */
  name: string
  label: string
  place: string
  hint?: ReactNode
  placeholder?: string
  type?: 'date'
  autoComplete?: string
  value: string
  /** The step was submitted, so faults are shown. */
  isChecked: boolean
  onChange: (value: string) => void
}

/** One text of the settings; its form is checked from the first blur on, and then while typing. */
export function SettingField({ name, label, place, hint, value, isChecked, onChange, ...input }: SettingFieldProps) {
  const [isSeen, setIsSeen] = useState(value !== '')
  const fault = isSeen || isChecked ? findTextFault(name, value, Date.now()) : null
  return (
    <Field label={label} place={place} hint={hint} error={fault ?? undefined} isOptional>
      <TextInput
        {...input}
        name={name}
        isFigures={input.type === 'date'}
        value={value}
        onBlur={() => setIsSeen(true)}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  )
}

/** Whether every text has an accepted form. */
export function areGood(values: Readonly<Record<string, string>>): boolean {
  return Object.entries(values).every(([name, value]) => findTextFault(name, value, Date.now()) === null)
}

/** Selects texts that differ from the stored ones; empty ones are left out. */
export function selectChangedTexts<Name extends string>(
  values: Readonly<Record<Name, string>>,
  stored: Readonly<Record<NoInfer<Name>, string | null>>,
): Partial<Record<Name, string>> {
  const names = Object.keys(values) as Name[]
  const changed = names.filter((name) => {
    const tidy = normaliseText(name, values[name])
    return tidy !== '' && tidy !== (stored[name] ?? '')
  })
  return Object.fromEntries(changed.map((name) => [name, values[name]])) as Partial<Record<Name, string>>
}
