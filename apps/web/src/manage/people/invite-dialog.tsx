import type { Duty } from '@portal/contract/accounts/duties.ts'
import { DUTY_NAMES } from '@portal/contract/accounts/duties.ts'
import { INVITATION_HOURS } from '@portal/contract/accounts/people-rules.ts'
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
import { DUTY_NOTES } from './people-words.ts'

/** Duties for invitations: owners are appointed among colleagues, not invited. */
const INVITABLE: readonly Duty[] = ['edit', 'support', 'certify', 'review', 'approve']

function findEmailFault(email: string): string | undefined {
  if (email === '') return '请输入邮箱'
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return '邮箱要有一个 @，如 lin@example.cn'
  return /@[^@]+\.[^@.]+$/.test(email) ? undefined : '邮箱不完整，缺少域名后缀，如 .com'
}

/** The dialog 邀请同事. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const api = useApi()
  const runAction = useAction()
  const formId = useId()
  const { isBusy, run } = useBusy()
  const [email, setEmail] = useState('')
  const [duties, setDuties] = useState<Duty[]>([])
  const [isChecked, setIsChecked] = useState(false)
  const fault = findEmailFault(email.trim())
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (fault || duties.length === 0) return
    void run(async () => {
      const body = { email: email.trim(), duties }
      await runAction(() => api.call('POST /v1/manage/invitations', { body }), '邀请已发出，“已邀请”中可查看')
      onClose()
    })
  }
  return (
    <ManageDialog
      title="邀请同事"
      onClose={onClose}
      dismissOnScrim={false}
      actions={
        <DialogButtons type="submit" form={formId} isBusy={isBusy} busyLabel="发送中" onClose={onClose}>
          发出邀请
        </DialogButtons>
      }
    >
      <form id={formId} className={styles.form} onSubmit={handleSubmit} noValidate>
        <Field label="邮箱" error={isChecked ? fault : undefined}>
          <TextInput
            type="email"
            autoComplete="off"
            value={email}
            onChange={({ target }) => setEmail(target.value)}
            onBlur={() => email && setIsChecked(true)}
          />
        </Field>
        <CheckGroup
          legend="职责"
          choices={INVITABLE.map((duty) => ({ value: duty, label: DUTY_NAMES[duty], note: DUTY_NOTES[duty] }))}
          chosen={duties}
          onChange={(chosen) => setDuties(INVITABLE.filter((duty) => chosen.includes(duty)))}
          error={isChecked && duties.length === 0 ? '请至少选一项' : undefined}
        />
        <p className={styles.faint}>
          对方会收到 {INVITATION_HOURS} 小时内有效的链接，只能用一次；设密码与两步验证后方可进入管理。
        </p>
      </form>
    </ManageDialog>
  )
}
