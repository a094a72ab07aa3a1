import { type MarkKind, SIGNATORY_MAX } from '@portal/contract/accounts/people-rules.ts'
import type { DataFor } from '@portal/contract/calls.ts'
import { readStandardCode, splitStandards } from '@portal/contract/certificates/rules/standards.ts'
import { type FormEvent, useId, useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { DialogButtons } from '#manage/controls/dialogs/dialog-buttons.tsx'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import { CheckGroup } from '#manage/controls/forms/check-group.tsx'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextArea, TextInput } from '#manage/controls/forms/inputs.tsx'
import { Switch } from '#manage/controls/forms/switch.tsx'
import { useAction } from '#manage/controls/saving/use-action.ts'
import { MARK_NAMES } from './mark-names.ts'
import styles from './people.module.css'
import { CATEGORIES, categoryChoices } from './signatory-dialog.tsx'

interface MarkDialogProps {
  kind: MarkKind
  /** The stored mark; a new one is added when left out. */
  mark: DataFor<'GET /v1/manage/marks'>[number] | undefined
  onClose: () => void
}

/** A mark of the laboratory: number, scope, last day. */
export function MarkDialog({ kind, mark, onClose }: MarkDialogProps) {
  const api = useApi()
  const runAction = useAction()
  const formId = useId()
  const { isBusy, run } = useBusy()
  const [form, setForm] = useState({
    number: mark?.number ?? '',
    categories: mark?.categories ?? [],
    scope: mark?.scope ?? '',
    standards: mark?.standards.join('、') ?? '',
    isPrinted: mark?.isPrinted ?? true,
    validTo: mark?.validTo ?? '',
  })
  const [isChecked, setIsChecked] = useState(false)
  const numberFault = form.number.trim() === '' ? '请填写证书编号' : undefined
  const categoryFault = form.categories.length === 0 ? '请至少选一类' : undefined
  const standards = splitStandards(form.standards)
  const unreadable = standards.find((code) => readStandardCode(code) === undefined)
  const standardsFault = unreadable === undefined ? undefined : `“${unreadable}”应如 GB/T 16552—2017`
  const dayFault = form.validTo === '' ? '请选择截止日期' : undefined
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (numberFault || categoryFault || standardsFault || dayFault) return
    void run(async () => {
      const body = {
        ...form,
        number: form.number.trim(),
        standards: [...new Set(standards)],
        version: mark?.version ?? 0,
      }
      await runAction(() => api.call('PUT /v1/manage/marks/{kind}', { params: { kind }, body }), '标志已保存')
      onClose()
    })
  }
  const updateForm = (change: Partial<typeof form>) => setForm({ ...form, ...change })
  return (
    <ManageDialog
      title={MARK_NAMES[kind]}
      onClose={onClose}
      dismissOnScrim={false}
      actions={
        <DialogButtons type="submit" form={formId} isBusy={isBusy} busyLabel="保存中" onClose={onClose}>
          保存标志
        </DialogButtons>
      }
    >
      <form id={formId} className={styles.form} onSubmit={handleSubmit} noValidate>
        <Field label="证书编号" place="证书" error={isChecked ? numberFault : undefined}>
          <TextInput
            isFigures
            maxLength={SIGNATORY_MAX.number}
            value={form.number}
            onChange={({ target }) => updateForm({ number: target.value })}
          />
        </Field>
        <CheckGroup
          legend="范围内的类别"
          choices={categoryChoices}
          chosen={form.categories}
          onChange={(chosen) => updateForm({ categories: CATEGORIES.filter((one) => chosen.includes(one)) })}
          error={isChecked ? categoryFault : undefined}
        />
        <Field
          label="范围内的标准"
          hint="用“、”分开；不写年号的包括各版。证书的检验依据全部在内，才印标志"
          error={isChecked ? standardsFault : undefined}
        >
          <TextArea
            rows={3}
            value={form.standards}
            onChange={({ target }) => updateForm({ standards: target.value })}
          />
        </Field>
        <Field label="范围" isOptional hint="照资质认定证书附表填写">
          <TextArea
            rows={3}
            maxLength={SIGNATORY_MAX.scope}
            value={form.scope}
            onChange={({ target }) => updateForm({ scope: target.value })}
          />
        </Field>
        <Field label="截止日期" hint="含当日；之后批准的证书不再印" error={isChecked ? dayFault : undefined}>
          <TextInput
            type="date"
            value={form.validTo}
            onChange={({ target }) => updateForm({ validTo: target.value })}
          />
        </Field>
        <Switch
          label="印在证书上"
          note="A4 与 A5；由批准当天的资质范围决定，重印不变"
          isOn={form.isPrinted}
          onChange={(isPrinted) => updateForm({ isPrinted })}
        />
      </form>
    </ManageDialog>
  )
}
