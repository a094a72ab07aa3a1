import { CODE_RESEND_SECONDS } from '@portal/contract/constants.ts'
import { useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { retryText } from '#lib/api/retry-text.ts'
import { showToast } from '#lib/toasts.ts'
import { Button } from '#ui/forms/button.tsx'
import { Field, type FieldProps } from '#ui/forms/field.tsx'
import styles from './code-field.module.css'
import { useCountdown } from './use-countdown.ts'

export interface CodeFieldProps extends Omit<FieldProps, 'label' | 'action'> {
  /** Where the code is sent. */
  email?: string
  /** Called when there is no address to send it to. */
  onEmailMissing?: () => void
  /** Sends the code to an address that is known to the site. */
  send?: () => Promise<unknown>
}

/** The e-mailed code, with the button that sends it; after that the button counts down before it can be used again. */
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
      // Shown by the API client; the button is there again.
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
