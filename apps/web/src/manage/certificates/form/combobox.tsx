import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { TextInput } from '#manage/controls/forms/inputs.tsx'
import styles from './combobox.module.css'

export interface ComboOption {
  value: string
  note?: string
  /** Tinted mark at the right. */
  tag?: { word: string; isCaution: boolean }
}

interface ComboboxProps {
  value: string
  options: readonly ComboOption[]
  /** Name of the list. */
  label: string
  /** Source of the values, at the foot of the list. */
  source?: string | undefined
  /** The list is wider than the field, because its notes are sentences. */
  isWide?: boolean
  onChange: (text: string) => void
}

/** A text field that suggests values and accepts any other text (ARIA combobox with a list). It must be inside a `Field`. */
export function Combobox({ value, options, label, source, isWide, onChange }: ComboboxProps) {
  const id = useId()
  const listRef = useRef<HTMLDivElement>(null)
  const [isAsked, setIsAsked] = useState(false)
  const [at, setAt] = useState(-1)
  const isOpen = isAsked && options.length > 0
  const active = isOpen ? options[at] : undefined
  useEffect(() => {
    if (isOpen) listRef.current?.children[at]?.scrollIntoView?.({ block: 'nearest' })
  }, [isOpen, at])

  const open = (index: number) => {
    setIsAsked(true)
    setAt(index)
  }
  const close = () => setIsAsked(false)
  const pick = (option: ComboOption) => {
    onChange(option.value)
    close()
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const { key, nativeEvent, ctrlKey, metaKey, altKey } = event
    if (nativeEvent.isComposing || ctrlKey || metaKey || altKey) return
    const last = options.length - 1
    if (key === 'ArrowDown' && last >= 0) open(isOpen && at < last ? at + 1 : 0)
    else if (key === 'ArrowUp' && last >= 0) open(isOpen && at > 0 ? at - 1 : last)
    else if (key === 'Enter' && active) pick(active)
    else if (key === 'Escape' && isOpen) close()
    else return
    event.preventDefault()
  }
  return (
    <div className={styles.root}>
      <TextInput
        value={value}
        maxLength={2000}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-activedescendant={active && `${id}-${at}`}
        aria-autocomplete="list"
        autoComplete="off"
        onChange={({ target }) => {
          onChange(target.value)
          open(0)
        }}
        onClick={() => open(-1)}
        onBlur={close}
        onKeyDown={handleKeyDown}
      />
      {isOpen && (
        <div className={styles.popup} data-wide={isWide || undefined}>
          <div className={styles.list} ref={listRef} id={`${id}-list`} role="listbox" aria-label={label}>
            {options.map((option, index) => (
              <Option key={option.value} id={`${id}-${index}`} isActive={index === at} option={option} onPick={pick} />
            ))}
          </div>
          <p className={styles.foot} aria-hidden="true">
            {source}
            <span>
              <kbd>↑</kbd> <kbd>↓</kbd> 选择　<kbd>Enter</kbd> 采用　<kbd>Esc</kbd> 自行填写
            </span>
          </p>
        </div>
      )}
    </div>
  )
}

interface OptionProps {
  id: string
  option: ComboOption
  isActive: boolean
  onPick: (option: ComboOption) => void
}

function Option({ id, option, isActive, onPick }: OptionProps): ReactNode {
  const { value, note, tag } = option
  return (
    // The field keeps the focus and handles the keys.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      className={styles.option}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onPick(option)}
    >
      <span>
        <b>{value}</b>
        {note && <small>{note}</small>}
      </span>
      {tag && (
        <em className={styles.tag} data-caution={tag.isCaution || undefined}>
          {tag.word}
        </em>
      )}
    </div>
  )
}
