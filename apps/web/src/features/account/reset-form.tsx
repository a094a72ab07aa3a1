import { useApi } from '#lib/api/api-context.ts'
import { withProof } from '#lib/api/with-proof.ts'
import { showToast } from '#lib/toasts.ts'
import { Field } from '#ui/forms/field.tsx'
import { AccountForm, ModeButton } from './account-form.tsx'
import { CodeField } from './code-field.tsx'
import type { ModeProps } from './login-mode.ts'
import { NewPasswordField, newPasswordFault } from './new-password-field.tsx'
import { useForm } from './use-form.ts'

const REQUIRED = { email: '请输入邮箱', code: '请输入验证码', password: '请输入密码' }

/** Mode 3. */
export function ResetForm({ onModeChange }: ModeProps) {
  const api = useApi()
  const form = useForm(
    REQUIRED,
    async ({ email, password, code }) => {
      const body = { email: email.trim(), password, code: code.trim() }
      await withProof('account', (proof) =>
        api.call('PUT /oauth/forgetPassword', { body: { ...body, ...(proof && { proof }) } }),
      )
      showToast('success', '密码修改成功')
      onModeChange('login', email.trim())
    },
    { faults: { password: ({ password, email }) => newPasswordFault(password, { email }) } },
  )
  return (
    <AccountForm
      form={form}
      submitLabel="修改密码"
      busyLabel="提交中"
      footer={<ModeButton onClick={() => onModeChange('login')}>返回登录</ModeButton>}
    >
      <Field {...form.field('email')} label="邮箱" type="email" placeholder="请输入邮箱" autoComplete="username" />
      <CodeField {...form.field('code')} email={form.values.email} onEmailMissing={() => form.focus('email')} />
      <NewPasswordField
        {...form.field('password')}
        owner={{ email: form.values.email }}
        label="新密码"
        placeholder="请输入新密码"
      />
    </AccountForm>
  )
}
