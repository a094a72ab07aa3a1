import { SIGNATORY_MAX } from '@portal/contract/accounts/people-rules.ts'
import { CERTIFICATE_CATEGORIES, type CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import { type FormEvent, useId, useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { DialogButtons } from '#manage/controls/dialogs/dialog-buttons.tsx'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import { CheckGroup } from '#manage/controls/forms/check-group.tsx'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextInput } from '#manage/controls/forms/inputs.tsx'
import { useAction } from '#manage/controls/saving/use-action.ts'
import styles from './people.module.css'
import type { SignatoryRecord } from './people-words.ts'
import { findValidityFaults, ValidityFields } from './validity-fields.tsx'

export const CATEGORIES = Object.keys(CERTIFICATE_CATEGORIES) as CertificateCategory[]
export const formatCategories = (categories: readonly CertificateCategory[]) =>
  CATEGORIES.filter((one) => categories.includes(one))
    .map((one) => CERTIFICATE_CATEGORIES[one])
    .join('、')
export const categoryChoices = CATEGORIES.map((value) => ({ value, label: CERTIFICATE_CATEGORIES[value] }))

interface SignatoryDialogProps {
  personId: string
  nickname: string
  /** The record to change; a new record is made when left out. */
  record?: SignatoryRecord | undefined
  onClose: () => void
}

/** 登记授权签字人: title, categories, first and last day. */
export function SignatoryDialog({ personId, nickname, record, onClose }: SignatoryDialogProps) {
  const api = useApi()
  const runAction = useAction()
  const formId = useId()
  const { isBusy, run } = useBusy()
  const [form, setForm] = useState({
    title: record?.title ?? '',
    categories: record?.categories ?? [],
    validFrom: record?.validFrom ?? '',
    validTo: record?.validTo ?? '',
  })
  const [isChecked, setIsChecked] = useState(false)
  const faults = {
    title: form.title.trim() === '' ? '请填写职称，如 高级工程师' : undefined,
    categories: form.categories.length === 0 ? '请至少选一类' : undefined,
    ...findValidityFaults(form),
  }
  const shown: Partial<typeof faults> = isChecked ? faults : {}
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (Object.values(faults).some(Boolean)) return
    void run(async () => {
      const body = { ...form, title: form.title.trim() }
      await runAction(
        () =>
          record
            ? api.call('PUT /v1/manage/signatories/{number}', {
                params: { number: record.id },
                body: { ...body, version: record.version },
              })
            : api.call('POST /v1/manage/signatories', { body: { ...body, personId } }),
        '授权记录已保存',
      )
      onClose()
    })
  }
  const updateForm = (change: Partial<typeof form>) => setForm({ ...form, ...change })
  return (
    <ManageDialog
      title={`授权签字人：${nickname}`}
      onClose={onClose}
      dismissOnScrim={false}
      actions={
        <DialogButtons type="submit" form={formId} isBusy={isBusy} busyLabel="保存中" onClose={onClose}>
          保存记录
        </DialogButtons>
      }
    >
      <form id={formId} className={styles.form} onSubmit={handleSubmit} noValidate>
        <Field label="职称" error={shown.title}>
          <TextInput
            maxLength={SIGNATORY_MAX.title}
            value={form.title}
            onChange={({ target }) => updateForm({ title: target.value })}
          />
        </Field>
        <CheckGroup
          legend="授权类别"
          choices={categoryChoices}
          chosen={form.categories}
          onChange={(chosen) => updateForm({ categories: CATEGORIES.filter((one) => chosen.includes(one)) })}
          error={shown.categories}
        />
        <ValidityFields value={form} faults={shown} onChange={updateForm} />
      </form>
    </ManageDialog>
  )
}
