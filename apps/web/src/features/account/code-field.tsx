import { CODE_RESEND_SECONDS } from '@portal/contract/constants.ts'
import { useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { retryText } from '#lib/api/retry-text.ts'
import { showToast } from '#lib/toasts.ts'
import { Button } from '#ui/forms/button.tsx'
import { Field, type FieldProps } from '#ui/forms/field.tsx'
import styles from './account-form.module.css'
import { useCountdown } from './use-countdown.ts'

export interface CodeFieldProps extends Omit<FieldProps, 'label' | 'action'> {
  /** Address that gets the code. */
  email?: string
  /** Called when `email` is empty. */
  onEmailMissing?: () => void
  /** Sends the code where the server knows the address. */
  send?: () => Promise<unknown>
}

/** Field for the e-mailed code, with a button that sends it and then counts down. */
export function CodeField({ email = '', onEmailMissing, send, ...field }: CodeFieldProps) {
  const api = useApi()
  const [isSending, setIsSending] = useState(false)
  const [retry, setRetry] = useState('')
  const { secondsLeft, start } = useCountdown()

  const handleSend = async () => {
    if (!send && !email.trim()) {
      showToast('error', '请输入邮箱')
      onEmailMissing?.()
      return
    }
    setIsSending(true)
    setRetry('')
    try {
      if (send) await send()
      else await api.call('GET /oauth/sendEmailCode', { query: { email: email.trim() } })
      showToast('success', '验证码发送成功')
      start(CODE_RESEND_SECONDS)
    } catch (reason) {
      // The API client has shown the error; the button is enabled again.
      setRetry(retryText(reason))
    } finally {
      setIsSending(false)
    }
  }

  const button = (
    <Button
      className={styles.send}
      variant="outline"
      disabled={secondsLeft > 0}
      isBusy={isSending}
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
