import { Search } from '@lucide/icons'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { classNames } from '#lib/class-names.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import styles from './picker.module.css'

export interface PickerOption {
  /** Key that is unique in the list. */
  key: string
  /** Heading of the option's group. */
  group?: string
  content: ReactNode
  onPick: () => void
}

interface PickerProps {
  /** Accessible name of the dialog. */
  label: string
  /** Accessible name of the field. */
  fieldLabel: string
  /** Accessible name of the list. */
  listLabel: string
  placeholder: string
  typed: string
  onType: (typed: string) => void
  /** Options in the order of the arrow keys; those of one group follow each other. */
  options: readonly PickerOption[]
  /** Classes of the list and of each option. */
  listClass?: string | undefined
  optionClass?: string | undefined
  closeButton: ReactNode
  onClose: () => void
  /** Content below the list. */
  children?: ReactNode
}

/** A dialog that finds one of several options by a part of its text. Arrow keys move, Enter picks; the field keeps the focus. */
export function Picker({ label, fieldLabel, listLabel, placeholder, typed, onType, options, ...rest }: PickerProps) {
  const [chosenKey, setChosenKey] = useState<string | null>(null)
  const id = useId()
  const inputRef = useRef<HTMLInputElement>(null)
  useEffect(() => inputRef.current?.focus(), [])
  // The chosen option is stored by its key, so that arriving options do not put another one under the Enter key.
  const at = Math.max(
    0,
    options.findIndex(({ key }) => key === chosenKey),
  )
  const chosen = options[at]
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const last = options.length - 1
    const steps: Record<string, number> = {
      ArrowDown: at >= last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      ...(event.ctrlKey && { Home: 0, End: last }),
    }
    if (event.key === 'Enter') {
      chosen?.onPick()
    } else if (event.key in steps) {
      setChosenKey(options[steps[event.key] ?? 0]?.key ?? null)
    } else {
      return
    }
    event.preventDefault()
  }
  const renderOption = (option: PickerOption) => (
    <Option
      key={option.key}
      id={`${id}-${option.key}`}
      className={rest.optionClass}
      option={option}
      isChosen={option === chosen}
    />
  )
  const groups = [...new Set(options.flatMap(({ group }) => group ?? []))]
  return (
    <Dialog
      label={label}
      placement="top"
      className={styles.panel}
      hasCloseButton={false}
      dismissOnScrim
      onClose={rest.onClose}
    >
      <div className={styles.bar}>
        <Icon of={Search} sizePx={18} />
        <input
          ref={inputRef}
          className={styles.input}
          role="combobox"
          aria-label={fieldLabel}
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen && `${id}-${chosen.key}`}
          aria-autocomplete="list"
          autoComplete="off"
          placeholder={placeholder}
          value={typed}
          onChange={({ target }) => {
            onType(target.value)
            setChosenKey(null)
          }}
          onKeyDown={handleKeyDown}
        />
        {rest.closeButton}
      </div>
      <div className={rest.listClass} id={`${id}-list`} role="listbox" aria-label={listLabel}>
        {options.filter(({ group }) => group === undefined).map(renderOption)}
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list box
          <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
            <h3 className={styles.group} id={`${id}-${group}`} role="presentation">
              {group}
            </h3>
            {options.filter((option) => option.group === group).map(renderOption)}
          </div>
        ))}
      </div>
      {rest.children}
    </Dialog>
  )
}

interface OptionProps {
  id: string
  className: string | undefined
  option: PickerOption
  isChosen: boolean
}

function Option({ id, className, option, isChosen }: OptionProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isChosen) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
    <div
      ref={ref}
      className={classNames(styles.option, className)}
      id={id}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      onClick={option.onPick}
    >
      {option.content}
    </div>
  )
}
