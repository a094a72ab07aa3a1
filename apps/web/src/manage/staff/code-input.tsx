import { useEffect, useRef } from 'react'
import { TextInput } from '#manage/controls/forms/inputs.tsx'
import styles from './code-input.module.css'

interface CodeInputProps {
  /** Up to six digits. */
  code: string
  onChange: (code: string) => void
  /** The input gets the focus when it appears. */
  isFocused?: boolean
}

/** An input of six digits over a ruler, inside a `Field`. */
export function CodeInput({ code, onChange, isFocused = false }: CodeInputProps) {
  const ref = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it appears
  useEffect(() => {
    if (isFocused) ref.current?.focus()
  }, [])
  return (
    <TextInput
      ref={ref}
      className={styles.root}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={7}
      value={code}
      // Apps show the code in two groups, so blanks are removed.
      onChange={({ target }) => onChange(target.value.replace(/\D/g, '').slice(0, 6))}
    />
  )
}
