import { useApi } from '#lib/api/api-context.ts'
import { withProof } from '#lib/api/with-proof.ts'
import { Field } from '#ui/forms/field.tsx'
import { AccountForm, ModeButton } from './account-form.tsx'
import { useFinishLogin } from './finish-login.ts'
import type { ModeProps } from './login-mode.ts'
import { PasswordField } from './password-field.tsx'
import { SocialLogins } from './social/social-logins.tsx'
import { useForm } from './use-form.ts'

/** Mode 1. */
export function LoginForm({ onModeChange, loginTypes, email: known }: ModeProps) {
  const api = useApi()
  const finish = useFinishLogin()
  const form = useForm(
    { email: '请输入账号', password: '请输入密码' },
    async ({ email, password }) => {
      // The BFF has moved the token into the cookie.
      const { token: _token, ...user } = await withProof('account', (proof) =>
        api.call('POST /oauth/emailLogin', { body: { email: email.trim(), password, ...(proof && { proof }) } }),
      )
      await finish(user)
    },
    known ? { initial: { email: known }, focusFirst: 'password' } : {},
  )
  return (
    <>
      <AccountForm
        form={form}
        submitLabel="登录"
        busyLabel="登录中"
        footer={
          <>
            <ModeButton onClick={() => onModeChange('register')}>注册账号</ModeButton>
            <ModeButton onClick={() => onModeChange('forgot')}>忘记密码</ModeButton>
          </>
        }
      >
        <Field {...form.field('email')} label="账号" placeholder="账号或邮箱" autoComplete="username" />
        <PasswordField
          {...form.field('password')}
          label="密码"
          placeholder="请输入密码"
          autoComplete="current-password"
        />
      </AccountForm>
      <SocialLogins loginTypes={loginTypes} onWechat={() => onModeChange('wechat')} />
    </>
  )
}
