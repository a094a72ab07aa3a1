import type { MenuTarget } from '@portal/contract/site/menu-calls.ts'
import { findLabelFault, findTargetFault, MENU_MAX, measureLabel } from '@portal/contract/site/menu-rules.ts'
import { type FormEvent, useState } from 'react'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextInput } from '#manage/controls/forms/inputs.tsx'
import { Button } from '#ui/forms/button.tsx'
import type { MenuRow } from './menu-rows.ts'
import { findTarget, nameHiddenState } from './menu-words.ts'
import styles from './menus.module.css'

const FORM_ID = 'menu-entry'

interface EntryDialogProps {
  row: MenuRow
  /** A group of the footer has a title alone. */
  isGroup: boolean
  /** Entries below, which give a heading something to open. */
  below: number
  targets: readonly MenuTarget[]
  onRemove: () => void
  onSave: (row: MenuRow) => void
  onClose: () => void
}

/** Changes or removes an entry. Faults show at the field before the entry is taken over. */
export function EntryDialog({ row, isGroup, below, targets, onRemove, onSave, onClose }: EntryDialogProps) {
  const [draft, setDraft] = useState(row)
  const [isChecked, setIsChecked] = useState(false)
  const mayOnlyOpen = isGroup || (row.level === 0 && below > 0)
  const faults = {
    text: findLabelFault(draft.text),
    to: draft.to.trim() === '' && mayOnlyOpen ? null : findTargetFault(draft.to.trim()),
  }
  const target = findTarget(targets, draft.to)
  const save = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (faults.text || faults.to) return
    onSave({ ...draft, text: draft.text.trim(), to: draft.to.trim(), note: draft.note?.trim() ?? '' })
    onClose()
  }
  return (
    <ManageDialog
      title={isGroup ? `一组：${row.text}` : `菜单项：${row.text}`}
      onClose={onClose}
      actions={
        <>
          <Button
            variant="quiet"
            onClick={() => {
              onRemove()
              onClose()
            }}
          >
            {below > 0 ? `移除，连同下级 ${below} 项` : '移除'}
          </Button>
          <Button variant="outline" onClick={onClose}>
            不改
          </Button>
          <Button type="submit" form={FORM_ID}>
            改好
          </Button>
        </>
      }
    >
      <form id={FORM_ID} className={styles.form} onSubmit={save} noValidate>
        <Field
          label={isGroup ? '组名' : '显示的字'}
          error={(isChecked && faults.text) || undefined}
          count={{ now: measureLabel(draft.text), max: MENU_MAX.label }}
        >
          <TextInput
            autoComplete="off"
            value={draft.text}
            onChange={({ target: { value } }) => setDraft({ ...draft, text: value })}
          />
        </Field>
        {!isGroup && (
          <>
            <Field
              label="去处"
              error={(isChecked && faults.to) || undefined}
              hint={
                target ? [target.name, nameHiddenState(target)].filter(Boolean).join('，') : '本站路径或 https:// 网址'
              }
              isOptional={mayOnlyOpen}
            >
              <TextInput
                autoComplete="off"
                maxLength={MENU_MAX.to}
                value={draft.to}
                onChange={({ target: { value } }) => setDraft({ ...draft, to: value })}
              />
            </Field>
            <Field
              label="一行说明"
              place="菜单展开时"
              isOptional
              count={{ now: draft.note?.length ?? 0, max: MENU_MAX.note }}
            >
              <TextInput
                autoComplete="off"
                maxLength={MENU_MAX.note}
                value={draft.note ?? ''}
                onChange={({ target: { value } }) => setDraft({ ...draft, note: value })}
              />
            </Field>
          </>
        )}
      </form>
    </ManageDialog>
  )
}
