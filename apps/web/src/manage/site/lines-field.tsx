import type { ReactNode } from 'react'
import { useState } from 'react'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextArea } from '#manage/controls/forms/inputs.tsx'
import { isSame } from '#manage/controls/saving/values.ts'
import { useMember, useSiteForm } from './site-form.ts'

interface LinesFieldProps {
  name: 'commentWords' | 'orderTrays'
  label: string
  hint: ReactNode
  rows: number
  place?: string
}

const readLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** The field of a list of short texts, one a line. */
export function LinesField({ name, rows, ...words }: LinesFieldProps) {
  const { edit } = useSiteForm()
  const { field, input } = useMember(name)
  const lines = edit.values[name] ?? []
  // The typed text, which has blank lines while a text is typed.
  const [typed, setTyped] = useState('')
  return (
    <Field {...field} {...words} isWide>
      <TextArea
        {...input}
        rows={rows}
        value={isSame(readLines(typed), lines) ? typed : lines.join('\n')}
        onChange={({ target }) => {
          const next = readLines(target.value)
          setTyped(target.value)
          edit.change({ [name]: next.length > 0 ? next : null })
        }}
      />
    </Field>
  )
}
