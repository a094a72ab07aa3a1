import { Plus, RotateCcw, Trash2 } from '@lucide/icons'
import { CERTIFICATE_CATEGORIES, type CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import type { SiteMember } from '@portal/contract/site/site-settings.ts'
import type { ReactNode } from 'react'
import { CheckBox } from '#manage/controls/forms/check-box.tsx'
import { FieldGroup } from '#manage/controls/forms/field.tsx'
import { Button } from '#ui/forms/button.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import shared from '#ui/shared.module.css'
import { useSiteForm } from '../site-form.ts'
import styles from './setting-table.module.css'

export const CATEGORIES = Object.keys(CERTIFICATE_CATEGORIES) as CertificateCategory[]

interface Line {
  categories: readonly CertificateCategory[]
}

interface SettingTableProps<T extends Line> {
  title: string
  note: string
  member: SiteMember
  /** `null`: the defaults. */
  stored: readonly T[] | null
  defaults: readonly T[]
  addLabel: string
  makeLine: () => T
  /** Name of a line for its controls. */
  getName: (line: T) => string
  /** Controls of a line besides its categories. */
  children: (line: T, name: string, change: (changes: Partial<T>) => void) => ReactNode
}

/** A setting that is a list of lines, each for some categories of certificates. */
export function SettingTable<T extends Line>(props: SettingTableProps<T>) {
  const { title, note, member, stored, defaults, addLabel, makeLine, getName, children } = props
  const { edit } = useSiteForm()
  const all = stored ?? defaults
  const { error, was } = edit.getFieldProps(member)
  const put = (lines: readonly T[]) => edit.change({ [member]: lines.length > 0 ? [...lines] : null })
  return (
    <FieldGroup title={title} note={note}>
      <div className={styles.root} data-wide data-field={member} data-changed={was !== undefined || undefined}>
        {error && (
          <p className={styles.error} role="alert">
            {error}
          </p>
        )}
        <ul className={styles.list}>
          {all.map((line, at) => {
            const name = getName(line)
            const change = (changes: Partial<T> | Line) =>
              put(all.map((one, nth) => (nth === at ? { ...one, ...changes } : one)))
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are edited in place
              <li className={styles.row} key={at}>
                {children(line, name, change)}
                <IconButton
                  icon={Trash2}
                  label={`删除 ${name}`}
                  onClick={() => put(all.filter((_one, nth) => nth !== at))}
                />
                <Categories
                  label={`${name}：类别`}
                  chosen={line.categories}
                  onChange={(categories) => change({ categories })}
                />
              </li>
            )
          })}
        </ul>
        <div className={shared.wrap2}>
          <Button variant="outline" icon={Plus} onClick={() => put([...all, makeLine()])}>
            {addLabel}
          </Button>
          {stored !== null && defaults.length > 0 && (
            <Button variant="quiet" icon={RotateCcw} onClick={() => edit.change({ [member]: null })}>
              用自带的表
            </Button>
          )}
        </div>
      </div>
    </FieldGroup>
  )
}

interface CategoriesProps {
  label: string
  chosen: readonly CertificateCategory[]
  onChange: (chosen: CertificateCategory[]) => void
}

function Categories({ label, chosen, onChange }: CategoriesProps) {
  return (
    <fieldset className={styles.categories} aria-label={label}>
      {CATEGORIES.map((category) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
        <label key={category}>
          <CheckBox
            checked={chosen.includes(category)}
            onChange={() => onChange(CATEGORIES.filter((one) => chosen.includes(one) !== (one === category)))}
          />
          {CERTIFICATE_CATEGORIES[category]}
        </label>
      ))}
    </fieldset>
  )
}
