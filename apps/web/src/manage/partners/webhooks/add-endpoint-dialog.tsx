import { WEBHOOK_MAX } from '@portal/contract/partners/webhook-rules.ts'
import { type FormEvent, useId, useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { DialogButtons } from '#manage/controls/dialogs/dialog-buttons.tsx'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextInput } from '#manage/controls/forms/inputs.tsx'
import styles from './webhooks.module.css'

interface AddEndpointDialogProps {
  partner: number
  onClose: () => void
  onAdded: (added: { number: number; secret: string }) => void
}

/** The dialog 新增通知地址. */
export function AddEndpointDialog({ partner, onClose, onAdded }: AddEndpointDialogProps) {
  const api = useApi()
  const formId = useId()
  const { isBusy, run } = useBusy()
  const [address, setAddress] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const fault = /^https:\/\/[^/\s]+/.test(address.trim()) ? undefined : '请填写以 https:// 开头的完整地址'
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (fault) return
    void run(async () => {
      const body = { address: address.trim() }
      onAdded(await api.call('POST /v1/manage/partners/{number}/webhooks', { params: { number: partner }, body }))
    })
  }
  return (
    <ManageDialog
      title="新增通知地址"
      onClose={onClose}
      dismissOnScrim={false}
      actions={
        <DialogButtons type="submit" form={formId} isBusy={isBusy} busyLabel="新增中" onClose={onClose}>
          新增
        </DialogButtons>
      }
    >
      <form id={formId} className={styles.form} onSubmit={handleSubmit} noValidate>
        <Field label="地址" error={isChecked ? fault : undefined} hint="https，443 端口，公网域名">
          <TextInput
            type="url"
            inputMode="url"
            autoComplete="off"
            maxLength={WEBHOOK_MAX.address}
            placeholder="https://example.com/webhooks"
            value={address}
            onChange={({ target }) => setAddress(target.value)}
            onBlur={() => address && setIsChecked(true)}
          />
        </Field>
      </form>
    </ManageDialog>
  )
}
