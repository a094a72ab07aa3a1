import { Plus } from '@lucide/icons'
import type { SiteMember } from '@portal/contract/site/site-settings.ts'
import { Button } from '#ui/forms/button.tsx'
import { MovableRow, moveItem } from '../link-groups.tsx'
import { useSiteForm } from '../site-form.ts'
import styles from './home.module.css'

interface RowField<T> {
  name: keyof T & string
  label: string
  max?: number
  /** The field takes a whole line. */
  isWide?: boolean
  /** A choice instead of a text. */
  options?: readonly { value: string; label: string }[]
}

interface RowFieldsProps<T> {
  member: SiteMember
  rows: readonly T[]
  legend: string
  note: string
  max: number
  addText: string
  /** The row that the button adds, or an action instead. */
  added: T | (() => void)
  fields: readonly RowField<T>[]
}

/** A list member as rows of fields, which are moved by buttons, and by Alt with an arrow key. */
export function RowFields<T extends object>(props: RowFieldsProps<T>) {
  const { member, rows, legend, note, max, addText, added, fields } = props
  const { edit } = useSiteForm()
  const fault = edit.faults[member]
  const put = (next: readonly T[]) => edit.change({ [member]: next.length > 0 ? next : null })
  return (
    <fieldset className={styles.rows}>
      <legend className={styles.legend}>
        {legend}
        <span className={styles.note}>{note}</span>
        {edit.changed.includes(member) && <span className={styles.changed}>已改</span>}
      </legend>
      {rows.map((row, at) => {
        const title = String(row[fields[0]?.name as keyof T] ?? '') || `第 ${at + 1} 行`
        return (
          <MovableRow
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are edited in place
            key={at}
            name={title}
            at={at}
            count={rows.length}
            onMove={(step) => put(moveItem(rows, at, step))}
            onRemove={() => put(rows.filter((_row, nth) => nth !== at))}
          >
            <span className={styles.inputs}>
              {fields.map(({ name, label, max: maxLength, isWide, options }) => {
                const shared = {
                  'data-wide': isWide || undefined,
                  'aria-label': `${title}：${label}`,
                  value: String(row[name] ?? ''),
                  onChange: ({ target }: { target: { value: string } }) =>
                    put(rows.map((one, nth) => (nth === at ? { ...one, [name]: target.value } : one))),
                }
                return options ? (
                  <select key={name} className={styles.input} {...shared}>
                    {options.map((option) => (
                      <option key={option.value} value={option.value}>
                        {option.label}
                      </option>
                    ))}
                  </select>
                ) : (
                  <input
                    key={name}
                    className={styles.input}
                    autoComplete="off"
                    placeholder={label}
                    maxLength={maxLength}
                    {...shared}
                  />
                )
              })}
            </span>
          </MovableRow>
        )
      })}
      {fault && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      <Button
        variant="outline"
        icon={Plus}
        name={member}
        disabled={rows.length >= max}
        onClick={() => (typeof added === 'function' ? added() : put([...rows, added]))}
      >
        {addText}
      </Button>
    </fieldset>
  )
}
