import { ArrowRight, ShieldCheck } from '@lucide/icons'
import { PASSWORD_RULE } from '@portal/contract/accounts/password-rule.ts'
import { type FormEvent, useState } from 'react'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { retryText } from '#lib/api/retry-text.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { setLogoutPending } from '#lib/pending-logout.ts'
import { announceSession } from '#lib/session.ts'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextInput } from '#manage/controls/forms/inputs.tsx'
import { usePasswordFault } from '#manage/controls/forms/use-password-fault.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { Button } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import styles from './setup-form.module.css'
import { StepButtons } from './setup-frame.tsx'
import { useStoredInput } from './use-stored-input.ts'

const NAME_MAX = 30
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Name, address and password of the first owner. */
export function OwnerStep({ code, onDone }: { code: string; onDone: () => void }) {
  const api = useApi()
  const { values, change, drop } = useStoredInput('owner', { nickname: '', email: '' })
  const [password, setPassword] = useState('')
  const [leftFields, setSeen] = useState<Record<string, boolean>>({})
  const [fault, setFault] = useState('')
  const strength = usePasswordFault()
  const { isBusy, run } = useBusy((reason) =>
    setFault(reason instanceof ApiError ? retryText(reason) || reason.message : '网络不通，请检查网络后重试'),
  )
  const faults = {
    nickname: values.nickname.trim() === '' ? '请填写姓名' : undefined,
    email: EMAIL.test(values.email.trim()) ? undefined : '请填写邮箱，如 gu@example.cn',
    password: password === '' ? '请填写密码' : strength.findFault(password, values),
  }
  const getShownFault = (name: keyof typeof faults) => (leftFields[name] ? faults[name] : undefined)
  const see = (name: keyof typeof faults) => () => setSeen((before) => ({ ...before, [name]: true }))

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    setSeen({ nickname: true, email: true, password: true })
    setFault('')
    if (isBusy || Object.values(faults).some(Boolean)) return
    const body = { code, nickname: values.nickname.trim(), email: values.email.trim(), password }
    void run(async () => {
      if (await strength.check(password, values)) return
      // The BFF has moved the token into the cookie.
      await api.call('POST /v1/manage/setup', { quiet: true, body })
      drop()
      setLogoutPending(false)
      announceSession()
      onDone()
    })
  }
  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate>
      {fault && (
        <Note tone="error" isLive>
          {fault}
        </Note>
      )}
      <Field label="姓名" hint="显示在操作记录和所写的文章上" error={getShownFault('nickname')}>
        <TextInput
          autoComplete="name"
          maxLength={NAME_MAX}
          value={values.nickname}
          onBlur={see('nickname')}
          onChange={({ target }) => change({ nickname: target.value })}
        />
      </Field>
      <Field label="邮箱" hint="用它登录、找回密码" error={getShownFault('email')}>
        <TextInput
          type="email"
          autoComplete="username"
          value={values.email}
          onBlur={see('email')}
          onChange={({ target }) => change({ email: target.value })}
        />
      </Field>
      <Field label="密码" hint={`${PASSWORD_RULE}；四个不相干的词比一串符号好记`} error={getShownFault('password')}>
        <TextInput
          type="password"
          autoComplete="new-password"
          value={password}
          onFocus={strength.load}
          onBlur={see('password')}
          onChange={({ target }) => setPassword(target.value)}
        />
      </Field>
      <Note icon={ShieldCheck}>下一步设置两步验证。没有它，任何有职责的账号都不能进入管理。</Note>
      <StepButtons note="姓名与邮箱存在本机，刷新不会丢">
        <Button type="submit" isBusy={isBusy} busyLabel="设立中">
          下一步 <Icon of={ArrowRight} sizePx={18} />
        </Button>
      </StepButtons>
    </form>
  )
}
