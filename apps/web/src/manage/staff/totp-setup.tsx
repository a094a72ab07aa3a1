import { Copy } from '@lucide/icons'
import type { DataFor } from '@portal/contract/calls.ts'
import { type FormEvent, useEffect, useState } from 'react'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { copyText } from '#lib/copy-text.ts'
import { Field } from '#manage/controls/forms/field.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import { Button } from '#ui/forms/button.tsx'
import { CodeInput } from './code-input.tsx'
import { QrCode } from './qr-code.tsx'
import styles from './totp-setup.module.css'

type Secret = DataFor<'POST /v1/manage/factor/totp/secret'>

/** Sets up an authenticator app: shows the secret as QR code and text, and checks a code of the app. */
export function TotpSetup({ onDone }: { onDone: (recoveryCodes: readonly string[]) => void }) {
  const api = useApi()
  const [secret, setSecret] = useState<Secret | null>(null)
  const [fault, setFault] = useState('')
  const [code, setCode] = useState('')
  const { isBusy, run } = useBusy((reason) =>
    setFault(reason instanceof ApiError ? reason.message : '网络不通，请重试'),
  )

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    api
      .call('POST /v1/manage/factor/totp/secret', { signal })
      .then(setSecret)
      .catch((reason: unknown) => {
        if (!signal.aborted) setFault(reason instanceof ApiError ? reason.message : '网络不通，请重试')
      })
    return () => controller.abort()
  }, [api])

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (code.length < 6 || isBusy) return
    setFault('')
    void run(async () => {
      const { recoveryCodes } = await api.call('POST /v1/manage/factor/totp', { body: { code } })
      onDone(recoveryCodes)
    })
  }

  if (!secret) return fault ? <Note tone="error">{fault}</Note> : <p className={styles.waiting}>正在生成密钥…</p>
  return (
    <form className={styles.root} onSubmit={handleSubmit}>
      <ol className={styles.steps}>
        <li>
          用验证器应用扫描这个二维码
          <QrCode text={secret.uri} label="验证器应用的二维码" />
        </li>
        <li>
          <SecretText secret={secret.secret} />
        </li>
        <li>
          <Field label="输入应用显示的 6 位数字" error={fault || undefined}>
            <CodeInput code={code} onChange={setCode} />
          </Field>
        </li>
      </ol>
      <Button type="submit" disabled={code.length < 6} isBusy={isBusy} busyLabel="确认中">
        确认
      </Button>
    </form>
  )
}

/** The secret in groups of four, to be typed. */
function SecretText({ secret }: { secret: string }) {
  const groups = secret.match(/.{1,4}/g)?.join(' ') ?? secret
  return (
    <>
      不能扫描时，输入密钥
      <span className={styles.secret}>
        <code className={styles.code}>{groups}</code>
        <Button
          variant="quiet"
          icon={Copy}
          onClick={() => void copyText(secret, '已复制密钥', '浏览器不允许复制，请手动输入')}
        >
          复制
        </Button>
      </span>
    </>
  )
}
