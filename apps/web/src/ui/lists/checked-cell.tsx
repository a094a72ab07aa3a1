import { CircleAlert, TriangleAlert } from '@lucide/icons'
import { type KeyboardEvent, useId, useState } from 'react'
import { Icon } from '../icon.tsx'
import styles from './checked-table.module.css'

/** Maximum length of a value that is shown in one line, in characters. */
const SHORT_MAX = 20
/** Minimum and maximum width of a field, in characters. */
const FIELD_CHARACTERS = [8, 24] as const

interface CheckedCellProps {
  /** Place and title, e.g. `第 2 行 名称`. */
  label: string
  value: string
  faults: readonly { text: string; suggestion: string | null }[]
  /** Earlier value, when it differs. */
  before?: string | null
  warnings?: readonly string[]
  /** The value is never shown. */
  isSecret?: boolean
  /** Name of the field, by which a form finds it. */
  name?: string
  /** Stores a corrected value. @returns whether it was stored */
  onFix: (value: string) => Promise<boolean> | boolean
}

/** A cell of a checked table: its value, or a field when it is faulty or being edited. */
export function CheckedCell(props: CheckedCellProps) {
  const { value, before = null, faults, warnings = [], onFix } = props
  const [isEdited, setIsEdited] = useState(false)
  const id = useId()
  const isFaulty = faults.length > 0
  const tone = isFaulty ? 'fault' : warnings.length > 0 ? 'warning' : before === null ? undefined : 'changed'
  return (
    <td data-tone={tone}>
      {isFaulty || isEdited ? (
        <CellField
          {...props}
          describedBy={isFaulty ? id : undefined}
          isFocused={isEdited}
          onDone={async (typed) => {
            if (typed === null || (await onFix(typed))) setIsEdited(false)
          }}
        />
      ) : (
        <button
          type="button"
          className={styles.value}
          data-long={value.length > SHORT_MAX || undefined}
          title="改这一格"
          onClick={() => setIsEdited(true)}
        >
          {before !== null && <del>{before || '（空）'}</del>}
          {before !== null ? <ins>{value || '（空）'}</ins> : value || '–'}
        </button>
      )}
      <span id={id}>
        {faults.map(({ text }) => (
          <CellFault text={text} key={text} />
        ))}
      </span>
      {faults.map(
        ({ suggestion }) =>
          suggestion !== null && (
            <button type="button" className={styles.suggestion} key={suggestion} onClick={() => void onFix(suggestion)}>
              改为 {suggestion}
            </button>
          ),
      )}
      {warnings.map((text) => (
        <span className={styles.warning} key={text}>
          <Icon of={TriangleAlert} sizePx={15} />
          {text}，可在下方统一答复
        </span>
      ))}
    </td>
  )
}

/** A fault below a cell, or of a whole row. */
export function CellFault({ text }: { text: string }) {
  return (
    <span className={styles.fault}>
      <Icon of={CircleAlert} sizePx={15} />
      {text}
    </span>
  )
}

interface CellFieldProps extends CheckedCellProps {
  describedBy: string | undefined
  isFocused: boolean
  /** `null`: unchanged. */
  onDone: (typed: string | null) => Promise<void>
}

function CellField({ name, label, value, faults, isSecret, describedBy, isFocused, onDone }: CellFieldProps) {
  const shown = isSecret ? '' : value
  const [typed, setTyped] = useState(shown)
  const commit = () => void onDone(typed === shown ? null : typed)
  const handleKey = (event: KeyboardEvent) => {
    // In a form, Enter would submit it.
    if (event.key === 'Enter') event.preventDefault()
    if (event.key === 'Enter') commit()
    if (event.key !== 'Escape') return
    setTyped(shown)
    void onDone(null)
  }
  return (
    <input
      className={styles.field}
      name={name}
      value={typed}
      size={Math.min(FIELD_CHARACTERS[1], Math.max(FIELD_CHARACTERS[0], typed.length + 2))}
      placeholder={isSecret && value !== '' ? '重新填写' : undefined}
      aria-label={label}
      aria-invalid={faults.length > 0}
      aria-describedby={describedBy}
      // biome-ignore lint/a11y/noAutofocus: the user has just started to edit this cell
      autoFocus={isFocused}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={commit}
      onKeyDown={handleKey}
    />
  )
}

/** Focuses the next field with a fault, and the first one after the last. */
export function focusNextFault(root: HTMLElement | null): void {
  const fields = [...(root?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? [])]
  const active = document.activeElement
  const later = active && fields.find((one) => active.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING)
  ;(later ?? fields[0])?.focus()
}
