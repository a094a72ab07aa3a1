import { useApi } from '#lib/api/api-context.ts'
import { useSession } from '#lib/session.ts'
import { showToast } from '#lib/toasts.ts'
import { judgeNewPassword, NewPasswordField } from '../password-fields.tsx'
import { useForm } from '../use-form.ts'
import type { Security } from './account-security.tsx'
import { getMissingProofText, ProofDialog, toProof } from './proof-dialog.tsx'

/** Changes the password, or sets the first one. */
export function PasswordDialog({
  security,
  onChanged,
  onClose,
}: {
  security: Security
  onChanged: () => void
  onClose: () => void
}) {
  const api = useApi()
  const nickname = useSession(({ user }) => user?.nickname ?? '')
  const owner = { email: security.email ?? '', nickname }
  const form = useForm(
    { proof: getMissingProofText(security), newPassword: '请输入新密码' },
    async ({ proof, newPassword }) => {
      await api.call('PUT /v1/user/password', { body: { ...toProof(security, proof), newPassword } })
      showToast('success', security.hasPassword ? '密码已修改，其他设备已退出' : '密码已设置')
      onChanged()
      onClose()
    },
    { faults: { newPassword: ({ newPassword }) => judgeNewPassword(newPassword, owner) } },
  )
  const title = security.hasPassword ? '修改密码' : '设置密码'
  return (
    <ProofDialog title={title} submitLabel={title} security={security} form={form} onClose={onClose}>
      <NewPasswordField {...form.field('newPassword')} owner={owner} label="新密码" />
    </ProofDialog>
  )
}
