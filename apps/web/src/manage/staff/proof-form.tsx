import { Fingerprint } from '@lucide/icons'
import { type FormEvent, useState } from 'react'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { retryText } from '#lib/api/retry-text.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextInput } from '#manage/controls/forms/inputs.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import { Button } from '#ui/forms/button.tsx'
import { CodeInput } from './code-input.tsx'
import { arePasskeysKnown, describePasskeyFault, proveWithPasskey } from './passkeys.ts'
import styles from './proof-form.module.css'
import { useSelf } from './staff-store.ts'

type Way = 'totp' | 'recovery'

interface ProofFormProps {
  /** The first proof of this login, for which recovery codes are accepted too. */
  isFirst?: boolean
  onProven: () => void
}

/** Proves the second factor with a method of the account: passkey, code of an app, or recovery code for the first proof. */
export function ProofForm({ isFirst, onProven }: ProofFormProps) {
  const api = useApi()
  const { methods, recoveryCodes, isProven } = useSelf()
  // A renewed login may be newer than the stored state of the caller.
  const takesRecovery = (isFirst ?? !isProven) && recoveryCodes > 0
  const hasPasskey = methods.some(({ kind }) => kind === 'passkey')
  const hasTotp = methods.some(({ kind }) => kind === 'totp')
  const [chosenMethod, setWay] = useState<Way | null>(hasTotp ? 'totp' : null)
  const [fault, setFault] = useState('')
  const { isBusy, run } = useBusy((reason) => setFault(describeFault(reason)))
  const prove = (work: () => Promise<unknown>) =>
    run(async () => {
      setFault('')
      await work()
      onProven()
    })
  const sendCode = (body: { totp: string } | { recoveryCode: string }) =>
    prove(() => api.call('POST /v1/manage/factor/proof', { quiet: true, body }))
  return (
    <div className={styles.root}>
      {fault && (
        <Note tone="error" isLive>
          {fault}
        </Note>
      )}
      {hasPasskey && arePasskeysKnown() && (
        <Button
          isBlock
          icon={Fingerprint}
          isBusy={isBusy}
          busyLabel="等待设备"
          onClick={() => void prove(() => proveWithPasskey(api))}
        >
          用通行密钥验证
        </Button>
      )}
      {chosenMethod === 'totp' && (
        <TotpForm isBusy={isBusy} isSecond={hasPasskey} onSend={(totp) => void sendCode({ totp })} />
      )}
      {chosenMethod === 'recovery' && (
        <RecoveryForm isBusy={isBusy} onSend={(recoveryCode) => void sendCode({ recoveryCode })} />
      )}
      {takesRecovery && chosenMethod !== 'recovery' && (
        <p className={styles.other}>
          设备不在手边？
          <button type="button" className={styles.link} onClick={() => setWay('recovery')}>
            用恢复码
          </button>
        </p>
      )}
      {chosenMethod === 'recovery' && hasTotp && (
        <button type="button" className={styles.link} onClick={() => setWay('totp')}>
          改用动态验证码
        </button>
      )}
    </div>
  )
}

function describeFault(reason: unknown): string {
  if (reason instanceof ApiError) return retryText(reason) || reason.message
  return reason instanceof TypeError ? '网络不通，请检查网络后重试' : describePasskeyFault(reason)
}

interface CodeFormProps {
  isBusy: boolean
  onSend: (code: string) => void
}

function TotpForm({ isBusy, isSecond, onSend }: CodeFormProps & { isSecond: boolean }) {
  const [code, setCode] = useState('')
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (code.length === 6 && !isBusy) onSend(code)
  }
  return (
    <form className={styles.form} onSubmit={handleSubmit}>
      <Field label={isSecond ? '或输入动态验证码' : '动态验证码'} hint="验证器应用里现在的 6 位数字">
        <CodeInput code={code} onChange={setCode} isFocused={!isSecond} />
      </Field>
      <Button type="submit" disabled={code.length < 6} isBusy={isBusy} busyLabel="验证中">
        验证
      </Button>
    </form>
  )
}

function RecoveryForm({ isBusy, onSend }: CodeFormProps) {
  const [code, setCode] = useState('')
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() !== '' && !isBusy) onSend(code.trim())
  }
  return (
    <form className={styles.form} onSubmit={handleSubmit}>
      <Field label="恢复码" hint="16 个字符，横线可以省略。每个只能用一次">
        <TextInput
          isFigures
          autoFocus
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
      </Field>
      <Button type="submit" disabled={code.trim() === ''} isBusy={isBusy} busyLabel="验证中">
        验证
      </Button>
    </form>
  )
}
