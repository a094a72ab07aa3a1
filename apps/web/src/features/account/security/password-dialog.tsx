import { useId } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { useSession } from '#lib/session.ts'
import { showToast } from '#lib/toasts.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import styles from '#ui/dialogs/form-dialog.module.css'
import { AccountForm, ModeButton } from '../account-form.tsx'
import { NewPasswordField, newPasswordFault } from '../new-password-field.tsx'
import { useForm } from '../use-form.ts'
import { NoAddress } from './no-address.tsx'
import { ProofField, proofMissing, proofOf } from './proof-field.tsx'
import type { Security } from './use-security.ts'

export interface PasswordDialogProps {
  security: Security
  onChanged: () => void
  onClose: () => void
}

/** Changes the password, or sets the first one. */
export function PasswordDialog({ security, onChanged, onClose }: PasswordDialogProps) {
  const api = useApi()
  const titleId = useId()
  const nickname = useSession(({ user }) => user?.nickname ?? '')
  const owner = { email: security.email ?? '', nickname }
  const form = useForm(
    { proof: proofMissing(security), newPassword: '请输入新密码' },
    async ({ proof, newPassword }) => {
      await api.call('PUT /v1/user/password', { body: { ...proofOf(security, proof), newPassword } })
      showToast('success', security.hasPassword ? '密码已修改，其他设备已退出' : '密码已设置')
      onChanged()
      onClose()
    },
    { faults: { newPassword: ({ newPassword }) => newPasswordFault(newPassword, owner) } },
  )
  const title = security.hasPassword ? '修改密码' : '设置密码'
  return (
    <Dialog labelledBy={titleId} className={styles.root} onClose={onClose}>
      <h2 className={styles.title} id={titleId}>
        {title}
      </h2>
      {!security.hasPassword && security.email === null ? (
        <NoAddress onClose={onClose} />
      ) : (
        <AccountForm
          form={form}
          submitLabel={title}
          busyLabel="提交中"
          footer={<ModeButton onClick={onClose}>取消</ModeButton>}
        >
          {!security.hasPassword && <p className={styles.words}>验证码将发送到 {security.email}。</p>}
          <ProofField security={security} field={form.field('proof')} />
          <NewPasswordField {...form.field('newPassword')} owner={owner} label="新密码" placeholder="请输入新密码" />
        </AccountForm>
      )}
    </Dialog>
  )
}
