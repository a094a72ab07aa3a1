import { CODE_RESEND_SECONDS, SECOND_MS } from '@portal/contract/constants.ts'
import { useEffect, useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { retryText } from '#lib/api/retry-text.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { showToast } from '#lib/toasts.ts'
import { Button } from '#ui/forms/button.tsx'
import { Field, type FieldProps } from '#ui/forms/field.tsx'
import styles from './account-form.module.css'

export interface CodeFieldProps extends Omit<FieldProps, 'label' | 'action'> {
  /** Address to which the code is sent. */
  email?: string
  /** Called when `email` is empty. */
  onEmailMissing?: () => void
  /** Sends the code where the server knows the address. */
  send?: () => Promise<unknown>
}

/** Field for the e-mailed code, with a button that sends it and then counts down. */
export function CodeField({ email = '', onEmailMissing, send, ...field }: CodeFieldProps) {
  const api = useApi()
  const [retry, setRetry] = useState('')
  // The API client has shown the error, and the button is enabled again.
  const { isBusy, run } = useBusy((reason) => setRetry(retryText(reason)))
  const { secondsLeft, start } = useCountdown()

  const handleSend = async () => {
    if (!send && !email.trim()) {
      showToast('error', '请输入邮箱')
      onEmailMissing?.()
      return
    }
    setRetry('')
    await run(async () => {
      if (send) await send()
      else await api.call('GET /oauth/sendEmailCode', { query: { email: email.trim() } })
      showToast('success', '验证码发送成功')
      start(CODE_RESEND_SECONDS)
    })
  }

  const button = (
    <Button
      className={styles.send}
      variant="outline"
      disabled={secondsLeft > 0}
      isBusy={isBusy}
      onClick={() => void handleSend()}
    >
      {secondsLeft > 0 ? `${secondsLeft} 秒后重发` : '发送验证码'}
    </Button>
  )
  return (
    <Field
      {...field}
      label="验证码"
      hint={retry || undefined}
      placeholder="请输入验证码"
      inputMode="numeric"
      autoComplete="one-time-code"
      action={button}
    />
  )
}

/** Shorter than a second, so that a delayed timer does not show. */
const TICK_MS = SECOND_MS / 4

/**
 * Seconds left of a countdown, 0 when none is running. Uses the wall clock, because browsers throttle timers of hidden
 * tabs.
 */
function useCountdown() {
  const [endMs, setEndMs] = useState<number | null>(null)
  const [secondsLeft, setSecondsLeft] = useState(0)
  useEffect(() => {
    if (endMs === null) return undefined
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((endMs - Date.now()) / SECOND_MS))
      setSecondsLeft(left)
      if (left === 0) setEndMs(null)
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [endMs])
  return {
    secondsLeft,
    start: (seconds: number) => {
      setSecondsLeft(seconds)
      setEndMs(Date.now() + seconds * SECOND_MS)
    },
  }
}
