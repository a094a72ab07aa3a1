import { PASSWORD_RULE } from '@portal/contract/accounts/password-rule.ts'
import { WIRE_TEXT } from '@portal/contract/errors.ts'
import { type FormEvent, useState } from 'react'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { withProof } from '#lib/api/with-proof.ts'
import { announceSession } from '#lib/session.ts'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextInput } from '#manage/controls/forms/inputs.tsx'
import { usePasswordFault } from '#manage/controls/forms/use-password-fault.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { Button } from '#ui/forms/button.tsx'
import { ProofLine } from '#ui/forms/proof-line.tsx'
import { readMailedCode } from './mailed-code.ts'
import styles from './people.module.css'

/** Creates the account of an invited person, and logs in. The form stays when a call is refused. */
export function JoinForm({ email, onJoined }: { email: string; onJoined: () => void }) {
  const api = useApi()
  const [nickname, setNickname] = useState('')
  const [password, setPassword] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const [fault, setFault] = useState('')
  const strength = usePasswordFault()
  const { isBusy, run } = useBusy((reason) =>
    setFault(reason instanceof ApiError ? reason.message : '网络不通，请检查网络后重试'),
  )
  const weakness = strength.findFault(password, { email, nickname })
  const nameFault = nickname.trim() === '' ? '请输入姓名，同事按它认识您' : undefined
  const isNameRefused = fault === WIRE_TEXT.nameReserved
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    setFault('')
    if (isBusy || nameFault || weakness) return
    void run(async () => {
      if (await strength.check(password, { email, nickname })) return
      const body = { code: readMailedCode(), nickname: nickname.trim(), password }
      await api.call('POST /v1/invitation/join', { quiet: true, body })
      await withProof('account', (proof) =>
        api.call('POST /oauth/emailLogin', { quiet: true, body: { email, password, ...proof } }),
      )
      announceSession()
      onJoined()
    })
  }
  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate>
      {fault && !isNameRefused && (
        <Note tone="error" isLive>
          {fault}
        </Note>
      )}
      <Field label="邮箱" hint="登录时用这个邮箱">
        <TextInput name="email" autoComplete="username" value={email} readOnly />
      </Field>
      <Field label="姓名" error={(isChecked && nameFault) || (isNameRefused && fault) || undefined}>
        <TextInput
          name="name"
          autoComplete="name"
          maxLength={20}
          value={nickname}
          onChange={({ target }) => {
            setNickname(target.value)
            setFault('')
          }}
        />
      </Field>
      <Field
        label="密码"
        hint={password === '' ? PASSWORD_RULE : undefined}
        error={isChecked || password !== '' ? weakness : undefined}
      >
        <TextInput
          name="new-password"
          type="password"
          autoComplete="new-password"
          value={password}
          onFocus={strength.load}
          onChange={({ target }) => setPassword(target.value)}
        />
      </Field>
      <ProofLine place="account" />
      <Button type="submit" isBlock isBusy={isBusy} busyLabel="建立中">
        建立账号，接着设置两步验证
      </Button>
    </form>
  )
}
