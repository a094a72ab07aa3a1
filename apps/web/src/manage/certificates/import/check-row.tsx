import { CircleAlert, TriangleAlert } from '@lucide/icons'
import { type KeyboardEvent, useId, useState } from 'react'
import { Tag } from '#manage/controls/values/tag.tsx'
import { Icon } from '#ui/icon.tsx'
import type { BatchCell, BatchRow } from './batch-words.ts'
import styles from './check.module.css'
import type { CellFix } from './check-panel.tsx'

/** Maximum length of a value that is shown in one line, in characters. */
const SHORT_MAX = 20
/** Minimum and maximum width of a field, in characters. */
const FIELD_CHARACTERS = [8, 24] as const

interface CheckRowProps {
  row: BatchRow
  columns: readonly { member: string; title: string }[]
  onFix: (fixes: CellFix[]) => Promise<boolean>
}

export function CheckRow({ row, columns, onFix }: CheckRowProps) {
  const { lineNo, cells, faults, change, version } = row
  return (
    <tr>
      <th scope="row">
        {lineNo}
        {change === 'corrected' && <Tag>{`更正，第 ${version} 版`}</Tag>}
        {faults.map((text) => (
          <span className={styles.fault} key={text}>
            <Icon of={CircleAlert} sizePx={15} />
            {text}
          </span>
        ))}
      </th>
      {columns.map(({ member, title }) => {
        const cell = cells.find((one) => one.member === member)
        return (
          <CheckCell
            // The key makes the field show a value that the button has corrected.
            key={`${member} ${cell?.value ?? ''}`}
            cell={cell ?? { member, title, value: '', before: null, faults: [], warnings: [] }}
            lineNo={lineNo}
            onFix={async (value) => onFix([{ lineNo, member, value }])}
          />
        )
      })}
    </tr>
  )
}

interface CheckCellProps {
  cell: BatchCell
  lineNo: number
  onFix: (value: string) => Promise<boolean>
}

/** A cell: its value, or a field when it is faulty or being edited. */
function CheckCell({ cell, lineNo, onFix }: CheckCellProps) {
  const { title, value, before, faults, warnings } = cell
  const [isEdited, setIsEdited] = useState(false)
  const id = useId()
  const isFaulty = faults.length > 0
  const tone = isFaulty ? 'fault' : warnings.length > 0 ? 'warning' : before === null ? undefined : 'changed'
  return (
    <td data-tone={tone}>
      {isFaulty || isEdited ? (
        <CellField
          cell={cell}
          label={`第 ${lineNo} 行 ${title}`}
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
          <span className={styles.fault} key={text}>
            <Icon of={CircleAlert} sizePx={15} />
            {text}
          </span>
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

interface CellFieldProps {
  cell: BatchCell
  label: string
  describedBy: string | undefined
  isFocused: boolean
  /** `null`: unchanged. */
  onDone: (typed: string | null) => Promise<void>
}

function CellField({ cell: { member, value, faults }, label, describedBy, isFocused, onDone }: CellFieldProps) {
  const shown = member === 'checkCode' ? '' : value
  const [typed, setTyped] = useState(shown)
  const commit = () => void onDone(typed === shown ? null : typed)
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') commit()
    if (event.key !== 'Escape') return
    setTyped(shown)
    void onDone(null)
  }
  return (
    <input
      className={styles.field}
      value={typed}
      size={Math.min(FIELD_CHARACTERS[1], Math.max(FIELD_CHARACTERS[0], typed.length + 2))}
      placeholder={member === 'checkCode' && value !== '' ? '重新填写' : undefined}
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
