import { TEXT_MAX } from '@portal/contract/site/site-rules.ts'
import type { SiteMember } from '@portal/contract/site/site-settings.ts'
import type { ReactNode } from 'react'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextArea, TextInput } from '#manage/controls/forms/inputs.tsx'
import { useMember, useSiteForm } from './site-form.ts'

interface TextFieldProps {
  name: SiteMember
  hint?: ReactNode
  isWide?: boolean
  isFigures?: boolean
  /** Number of lines; one when left out. */
  rows?: number
  placeholder?: string
  type?: 'text' | 'date' | 'tel' | 'email'
}

/** The field of a text member. */
export function TextField({
  name,
  hint,
  isWide = false,
  isFigures = false,
  rows,
  placeholder,
  type = 'text',
}: TextFieldProps) {
  const { field, input } = useMember(name)
  const max = TEXT_MAX[name]
  const inputProps = { ...input, placeholder, autoComplete: 'off' }
  return (
    <Field {...field} hint={hint} isWide={isWide} {...(rows && max && { count: { now: input.value.length, max } })}>
      {rows ? (
        <TextArea {...inputProps} rows={rows} />
      ) : (
        <TextInput {...inputProps} type={type} isFigures={isFigures} />
      )}
    </Field>
  )
}

/** The field of an instant in UTC+8. */
export function MinuteField({ name, hint }: { name: SiteMember; hint?: ReactNode }) {
  const { edit } = useSiteForm()
  const { field, input } = useMember(name)
  return (
    <Field {...field} hint={hint} isOptional>
      <TextInput
        {...input}
        type="datetime-local"
        isFigures
        value={input.value.replace(' ', 'T')}
        onChange={({ target }) =>
          edit.change({ [name]: target.value ? target.value.slice(0, 16).replace('T', ' ') : null })
        }
      />
    </Field>
  )
}
