import type { ComponentProps } from 'react'
import { classNames } from '#lib/class-names.ts'
import { useFieldControl } from './field.tsx'
import styles from './inputs.module.css'

type Own = 'id' | 'aria-describedby' | 'aria-invalid'

/** One line of text in a `Field`. `isFigures`: numbers and codes, in figures of equal width. */
export function TextInput({
  className,
  isFigures = false,
  ...input
}: Omit<ComponentProps<'input'>, Own> & { isFigures?: boolean }) {
  const control = useFieldControl()
  return (
    <input
      {...input}
      {...control}
      className={classNames(styles.input, className)}
      data-figures={isFigures || undefined}
    />
  )
}

/** Several lines of text in a `Field`. */
export function TextArea({ className, rows = 4, ...input }: Omit<ComponentProps<'textarea'>, Own>) {
  const control = useFieldControl()
  return <textarea {...input} {...control} rows={rows} className={classNames(styles.area, className)} />
}

export interface SelectProps extends Omit<ComponentProps<'select'>, Own | 'children'> {
  options: readonly { value: string; label: string; isDisabled?: boolean }[]
}

/** A choice of one value in a `Field`. */
export function Select({ className, options, ...select }: SelectProps) {
  const control = useFieldControl()
  return (
    <select {...select} {...control} className={classNames(styles.select, className)}>
      {options.map(({ value, label, isDisabled }) => (
        <option key={value} value={value} disabled={isDisabled}>
          {label}
        </option>
      ))}
    </select>
  )
}
