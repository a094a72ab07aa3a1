import { useApi } from '#lib/api/api-context.ts'
import { withProof } from '#lib/api/with-proof.ts'
import { showToast } from '#lib/toasts.ts'
import { Field } from '#ui/forms/field.tsx'
import { AccountForm, ModeButton, type ModeProps } from './account-form.tsx'
import { CodeField } from './code-field.tsx'
import { useFinishLogin } from './finish-login.ts'
import { waitForSession } from './load-session.ts'
import { judgeNewPassword, NewPasswordField, PasswordField } from './password-fields.tsx'
import { SocialLogins } from './social/social-logins.tsx'
import { useForm } from './use-form.ts'

/** Form of mode 1: login with a password. */
export function LoginForm({ onModeChange, loginTypes, email: known }: ModeProps) {
  const api = useApi()
  const finish = useFinishLogin()
  const form = useForm(
    { email: '请输入账号', password: '请输入密码' },
    async ({ email, password }) => {
      await waitForSession()
      // The BFF has moved the token into the cookie.
      const { token: _token, ...user } = await withProof('account', (proof) =>
        api.call('POST /oauth/emailLogin', { body: { email: email.trim(), password, ...proof } }),
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
        <PasswordField {...form.field('password')} label="密码" autoComplete="current-password" />
      </AccountForm>
      <SocialLogins loginTypes={loginTypes} onWechat={() => onModeChange('wechat')} />
    </>
  )
}

/** Form of mode 2: registration. */
export function RegisterForm({ onModeChange }: ModeProps) {
  const api = useApi()
  const form = useForm(
    { email: '请输入邮箱', nickname: '请输入昵称', password: '请输入密码', code: '请输入验证码' },
    async ({ email, nickname, password, code }) => {
      const body = { email: email.trim(), nickname: nickname.trim(), password, code: code.trim() }
      await withProof('account', (proof) => api.call('POST /oauth/emailRegister', { body: { ...body, ...proof } }))
      showToast('success', '注册成功')
      onModeChange('login', email.trim())
    },
    { faults: { password: ({ password, ...owner }) => judgeNewPassword(password, owner) } },
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
      <NewPasswordField {...form.field('password')} owner={form.values} label="密码" />
      <CodeField {...form.field('code')} email={form.values.email} onEmailMissing={() => form.focus('email')} />
    </AccountForm>
  )
}

/** Form of mode 3: password reset. */
export function ResetForm({ onModeChange }: ModeProps) {
  const api = useApi()
  const form = useForm(
    { email: '请输入邮箱', code: '请输入验证码', password: '请输入密码' },
    async ({ email, password, code }) => {
      const body = { email: email.trim(), password, code: code.trim() }
      await withProof('account', (proof) => api.call('PUT /oauth/forgetPassword', { body: { ...body, ...proof } }))
      showToast('success', '密码修改成功')
      onModeChange('login', email.trim())
    },
    { faults: { password: ({ password, email }) => judgeNewPassword(password, { email }) } },
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
      <NewPasswordField {...form.field('password')} owner={{ email: form.values.email }} label="新密码" />
    </AccountForm>
  )
}
