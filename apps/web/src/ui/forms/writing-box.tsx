import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { countChars } from '#lib/feedback.ts'
import type { Draft } from '#lib/use-draft.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import shared from '../shared.module.css'
import { VisuallyHidden } from '../visually-hidden.tsx'
import { Button } from './button.tsx'
import { EmojiButton } from './emoji-button.tsx'
import styles from './writing-box.module.css'

export interface WritingBoxProps {
  /** Accessible name. */
  label: string
  placeholder: string
  draft: Draft
  /** Limit in characters; longer text is marked instead of cut. */
  max: number
  submitWord: string
  onSubmit: () => void
  onCancel?: () => void
  /** Reason why sending failed. */
  fault?: string | undefined
  note?: string | undefined
  /** Whether it is focused when it appears. */
  takesFocus?: boolean
}

/** A text area with emoji and a counter; Ctrl+Enter or Command+Enter sends. */
export function WritingBox(props: WritingBoxProps) {
  const { label, placeholder, draft, max, submitWord, onSubmit, onCancel, fault, note, takesFocus } = props
  const id = useId()
  const ref = useRef<HTMLTextAreaElement>(null)
  const [typedFault, setTypedFault] = useState<string>()
  const isHydrated = useHydrated()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, because the first update of React empties the field
  useLayoutEffect(() => {
    const typed = ref.current?.value
    if (typed && typed !== draft.text) draft.adopt(typed)
  }, [])
  useEffect(() => {
    if (takesFocus) ref.current?.focus()
  }, [takesFocus])

  const count = countChars(draft.text.trim())
  const submit = () => {
    const wrong = findFault(count, max)
    setTypedFault(wrong)
    if (wrong) ref.current?.focus()
    else onSubmit()
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    // Ignores the Enter that confirms a word of an input method; in Safari its code is 229.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    submit()
  }
  const shownFault = typedFault ?? fault
  return (
    <div>
      <div className={styles.root}>
        <label htmlFor={id}>
          <VisuallyHidden>{label}</VisuallyHidden>
        </label>
        <textarea
          className={styles.input}
          id={id}
          ref={ref}
          rows={3}
          value={draft.text}
          placeholder={placeholder}
          aria-invalid={shownFault ? true : undefined}
          aria-describedby={`${id}-count${shownFault ? ` ${id}-fault` : ''}`}
          onChange={({ target }) => {
            setTypedFault(undefined)
            draft.set(target.value)
          }}
          onKeyDown={handleKeyDown}
        />
        <div className={styles.bar}>
          <EmojiButton fieldRef={ref} draft={draft} panelClassName={styles.panel} />
          {note && <span className={shared.note}>{note}</span>}
          <span className={styles.count} id={`${id}-count`} data-over={count > max || undefined}>
            {count} / {max}
          </span>
          {onCancel && (
            <Button variant="quiet" onClick={onCancel}>
              取消
            </Button>
          )}
          <Button disabled={!isHydrated} title="Ctrl+Enter" onClick={submit}>
            {submitWord}
          </Button>
        </div>
      </div>
      <p className={shownFault ? styles.fault : undefined} id={`${id}-fault`} role="alert">
        {shownFault}
      </p>
    </div>
  )
}

function findFault(count: number, max: number): string | undefined {
  if (count === 0) return '请输入内容'
  return count > max ? `内容超过 ${max} 字，请缩短` : undefined
}
