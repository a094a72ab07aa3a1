import type { DataFor } from '@portal/contract/calls.ts'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { DialogButtons } from '#manage/controls/dialogs/dialog-buttons.tsx'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import { Field } from '#manage/controls/forms/field.tsx'
import { Select } from '#manage/controls/forms/inputs.tsx'
import { useAction } from '#manage/controls/saving/use-action.ts'
import styles from './people.module.css'
import type { SignatoryRecord } from './people-words.ts'
import { formatCategories } from './signatory-dialog.tsx'
import { findValidityFaults, ValidityFields } from './validity-fields.tsx'

type Colleague = DataFor<'GET /v1/manage/users'>['records'][number]

interface DeputyDialogProps {
  /** The authorisation of the absent signatory. */
  record: SignatoryRecord
  onClose: () => void
}

/** 委托代理: a colleague signs in the scope of an absent signatory, from a day to a day. */
export function DeputyDialog({ record, onClose }: DeputyDialogProps) {
  const api = useApi()
  const runAction = useAction()
  const formId = useId()
  const { isBusy, run } = useBusy()
  const colleagues = useSigningColleagues(record.personId)
  const [form, setForm] = useState({ deputyId: '', validFrom: '', validTo: '' })
  const [isChecked, setIsChecked] = useState(false)
  const faults = {
    deputyId: form.deputyId === '' ? '请选择代理人' : undefined,
    ...findValidityFaults(form),
  }
  const shown: Partial<typeof faults> = isChecked ? faults : {}
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (Object.values(faults).some(Boolean)) return
    void run(async () => {
      const call = { params: { number: record.id }, body: form }
      await runAction(
        () => api.call('POST /v1/manage/signatories/{number}/deputies', call),
        '代理已登记，列在代理人的资料页',
      )
      onClose()
    })
  }
  const updateForm = (change: Partial<typeof form>) => setForm({ ...form, ...change })
  return (
    <ManageDialog
      title={`委托代理：${record.signingName ?? record.nickname}`}
      onClose={onClose}
      dismissOnScrim={false}
      actions={
        <DialogButtons type="submit" form={formId} isBusy={isBusy} busyLabel="登记中" onClose={onClose}>
          登记代理
        </DialogButtons>
      }
    >
      <form id={formId} className={styles.form} onSubmit={handleSubmit} noValidate>
        <p>{`期间由代理人批准${formatCategories(record.categories)}，证书上印代理人的署名。`}</p>
        <p>到期自动失效；本人的授权撤回、到期或缩小时，代理随之失效。要提前撤回，请到代理人的资料页。</p>
        <Field label="代理人" error={shown.deputyId} hint="有“批准”职责的同事">
          <Select
            value={form.deputyId}
            options={[
              { value: '', label: '请选择' },
              ...colleagues.map(({ id, nickname }) => ({ value: id, label: nickname })),
            ]}
            onChange={({ target }) => updateForm({ deputyId: target.value })}
          />
        </Field>
        <ValidityFields value={form} faults={shown} within={record} onChange={updateForm} />
      </form>
    </ManageDialog>
  )
}

/** Loads the colleagues with the duty to approve, except one. */
function useSigningColleagues(exceptId: string): readonly Colleague[] {
  const api = useApi()
  const [colleagues, setColleagues] = useState<readonly Colleague[]>([])
  useEffect(() => {
    const stop = new AbortController()
    api
      .call('GET /v1/manage/users', { query: { duty: 'approve' }, signal: stop.signal })
      .then(({ records }) => setColleagues(records.filter(({ id }) => id !== exceptId)))
      // The client has shown the error; the choice stays empty.
      .catch(() => undefined)
    return () => stop.abort()
  }, [api, exceptId])
  return colleagues
}
