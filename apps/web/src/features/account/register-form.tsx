import { useApi } from '#lib/api/api-context.ts'
import { withProof } from '#lib/api/with-proof.ts'
import { showToast } from '#lib/toasts.ts'
import { Field } from '#ui/forms/field.tsx'
import { AccountForm, ModeButton } from './account-form.tsx'
import { CodeField } from './code-field.tsx'
import type { ModeProps } from './login-mode.ts'
import { NewPasswordField, newPasswordFault } from './new-password-field.tsx'
import { useForm } from './use-form.ts'

const REQUIRED = {
  email: '请输入邮箱',
  nickname: '请输入昵称',
  password: '请输入密码',
  code: '请输入验证码',
}

/** Mode 2. */
export function RegisterForm({ onModeChange }: ModeProps) {
  const api = useApi()
  const form = useForm(
    REQUIRED,
    async ({ email, nickname, password, code }) => {
      const body = { email: email.trim(), nickname: nickname.trim(), password, code: code.trim() }
      await withProof('account', (proof) =>
        api.call('POST /oauth/emailRegister', { body: { ...body, ...(proof && { proof }) } }),
      )
      showToast('success', '注册成功')
      onModeChange('login', email.trim())
    },
    { faults: { password: ({ password, ...owner }) => newPasswordFault(password, owner) } },
  )
  return (
    <AccountForm
      form={form}
      submitLabel="注册"
      busyLabel="注册中"
      footer={
        <>
          <span>已有账号？</span>
          <ModeButton onClick={() => onModeChange('login')}>返回登录</ModeButton>
        </>
      }
    >
      <Field {...form.field('email')} label="邮箱" type="email" placeholder="请输入邮箱" autoComplete="username" />
      <Field {...form.field('nickname')} label="昵称" placeholder="请输入昵称" autoComplete="nickname" />
      <NewPasswordField {...form.field('password')} owner={form.values} label="密码" placeholder="请输入密码" />
      <CodeField {...form.field('code')} email={form.values.email} onEmailMissing={() => form.focus('email')} />
    </AccountForm>
  )
}
