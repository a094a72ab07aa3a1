import { WEBHOOK_MAX } from '@portal/contract/partners/webhook-rules.ts'
import { type FormEvent, useId, useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { DialogButtons } from '#manage/controls/dialogs/dialog-buttons.tsx'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import { CheckBox } from '#manage/controls/forms/check-box.tsx'
import { Pick } from '#manage/controls/forms/check-group.tsx'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextInput } from '#manage/controls/forms/inputs.tsx'
import styles from './webhooks.module.css'

interface AddEndpointDialogProps {
  partner: number
  /** The partner polls already, which one endpoint may. */
  isPolled: boolean
  onClose: () => void
  onAdded: (added: { number: number; secret: string }) => void
}

const KINDS = [
  { polls: false, label: '发到地址', note: '对方有公网地址时用，变动后随即送达' },
  { polls: true, label: '轮询', note: '对方没有公网地址时用，由对方的程序不时来取' },
] as const

/** The dialog 新增通知. */
export function AddEndpointDialog({ partner, isPolled, onClose, onAdded }: AddEndpointDialogProps) {
  const api = useApi()
  const formId = useId()
  const { isBusy, run } = useBusy()
  const [polls, setPolls] = useState(false)
  const [address, setAddress] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const fault = /^https:\/\/[^/\s]+/.test(address.trim()) ? undefined : '请填写以 https:// 开头的完整地址'
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (fault && !polls) return
    void run(async () => {
      const body = { address: polls ? null : address.trim() }
      onAdded(await api.call('POST /v1/manage/partners/{number}/webhooks', { params: { number: partner }, body }))
    })
  }
  return (
    <ManageDialog
      title="新增通知"
      onClose={onClose}
      dismissOnScrim={false}
      actions={
        <DialogButtons type="submit" form={formId} isBusy={isBusy} busyLabel="新增中" onClose={onClose}>
          新增
        </DialogButtons>
      }
    >
      <form id={formId} className={styles.form} onSubmit={handleSubmit} noValidate>
        <fieldset className={styles.kinds}>
          <legend>方式</legend>
          {KINDS.map((kind) => {
            const isTaken = kind.polls && isPolled
            return (
              <Pick key={kind.label} label={kind.label} note={isTaken ? '已有轮询，一个合作方只能有一个' : kind.note}>
                <CheckBox
                  type="radio"
                  name="kind"
                  checked={polls === kind.polls}
                  disabled={isTaken}
                  onChange={() => setPolls(kind.polls)}
                />
              </Pick>
            )
          })}
        </fieldset>
        {!polls && (
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
        )}
      </form>
    </ManageDialog>
  )
}
