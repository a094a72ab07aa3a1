import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { retryText } from '#lib/api/retry-text.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { withProof } from '#lib/api/with-proof.ts'
import { setLogoutPending } from '#lib/pending-logout.ts'
import { announceSession } from '#lib/session.ts'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextInput } from '#manage/controls/forms/inputs.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import { Button } from '#ui/forms/button.tsx'
import { ProofLine } from '#ui/forms/proof-line.tsx'
import styles from './proof-form.module.css'

interface LoginFormProps {
  /** Address of the account that was logged in before. */
  email?: string
  /** Called with the id of the account. */
  onLogin: (userId: string) => void
}

/** Login with e-mail address and password. */
export function LoginForm({ email: known = '', onLogin }: LoginFormProps) {
  const api = useApi()
  const passwordRef = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (known !== '') passwordRef.current?.focus()
  }, [known])
  const [email, setEmail] = useState(known)
  const [password, setPassword] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const [fault, setFault] = useState('')
  const { isBusy, run } = useBusy((reason) =>
    setFault(reason instanceof ApiError ? retryText(reason) || reason.message : '网络不通，请检查网络后重试'),
  )
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    setFault('')
    if (isBusy || email.trim() === '' || password === '') return
    void run(async () => {
      // The BFF has moved the token into the cookie.
      const { id } = await withProof('account', (proof) =>
        api.call('POST /oauth/emailLogin', { quiet: true, body: { email: email.trim(), password, ...proof } }),
      )
      setLogoutPending(false)
      announceSession()
      onLogin(id)
    })
  }
  return (
    <form className={styles.login} onSubmit={handleSubmit} noValidate>
      {fault && (
        <Note tone="error" isLive>
          {fault}
        </Note>
      )}
      <Field label="账号" error={isChecked && email.trim() === '' ? '请输入账号' : undefined}>
        <TextInput
          name="email"
          autoComplete="username"
          placeholder="账号或邮箱"
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
      </Field>
      <Field label="密码" error={isChecked && password === '' ? '请输入密码' : undefined}>
        <TextInput
          ref={passwordRef}
          name="password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      </Field>
      <ProofLine place="account" />
      <Button type="submit" isBlock isBusy={isBusy} busyLabel="登录中">
        登录
      </Button>
    </form>
  )
}
