import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field.tsx'
import { TextInput } from './inputs.tsx'

type LineFieldProps = Pick<FieldProps, 'label' | 'hint' | 'error' | 'isOptional'> &
  Omit<ComponentProps<typeof TextInput>, 'onChange'> & { value: string; onChange: (value: string) => void }

/** A field with one line of text. */
export function LineField({ label, hint, error, isOptional = false, onChange, ...input }: LineFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional}>
      <TextInput autoComplete="off" {...input} onChange={({ target }) => onChange(target.value)} />
    </Field>
  )
}
