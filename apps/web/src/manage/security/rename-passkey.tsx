import type { FactorMethod } from '@portal/contract/accounts/security.ts'
import { type FormEvent, useId, useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { showToast } from '#lib/toasts.ts'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextInput } from '#manage/controls/forms/inputs.tsx'
import { LABEL_MAX } from '#manage/staff/device-name.ts'
import { Button } from '#ui/forms/button.tsx'
import { useMethodChanged } from './use-method-changed.ts'

/** The dialog 改名 of a passkey. */
export function RenamePasskey({ method: { id, label: old }, onClose }: { method: FactorMethod; onClose: () => void }) {
  const api = useApi()
  const formId = useId()
  const showChange = useMethodChanged()
  const [label, setLabel] = useState(old)
  const { isBusy, run } = useBusy()
  const isReady = label.trim() !== '' && label.trim() !== old
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isReady || isBusy) return
    void run(async () => {
      await api.call('PUT /v1/manage/factor/passkey/label', { body: { id, label: label.trim() } })
      showToast('success', '已改名')
      onClose()
      await showChange()
    })
  }
  return (
    <ManageDialog
      title={`给“${old}”改名`}
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            不改名
          </Button>
          <Button type="submit" form={formId} disabled={!isReady} isBusy={isBusy} busyLabel="保存中">
            改名
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={handleSubmit}>
        <Field label="名称" hint="用来认出这台设备，如“前台电脑”">
          <TextInput autoFocus maxLength={LABEL_MAX} value={label} onChange={({ target }) => setLabel(target.value)} />
        </Field>
      </form>
    </ManageDialog>
  )
}
