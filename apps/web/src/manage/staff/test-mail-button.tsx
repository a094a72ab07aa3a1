import { useState } from 'react'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { Button } from '#ui/forms/button.tsx'
import styles from './test-mail-button.module.css'

/** 发一封测试: sends a mail to the own address and says beside the button what became of it. */
export function TestMailButton() {
  const api = useApi()
  const [result, setResult] = useState('')
  const { isBusy, run } = useBusy((reason) =>
    setResult(reason instanceof ApiError ? reason.message : '网络不通，请稍后重试'),
  )
  const send = async () => {
    setResult('')
    const { email, isSent } = await api.call('POST /v1/manage/staffMail/test', { quiet: true })
    setResult(
      isSent
        ? `测试邮件已交给邮件服务器，请到 ${email} 查收`
        : `本站没有设置邮件服务器，发给 ${email} 的测试邮件只存在本机，没有寄出`,
    )
  }
  return (
    <div className={styles.root}>
      <Button variant="outline" isBusy={isBusy} onClick={() => void run(send)}>
        发一封测试
      </Button>
      <p role="status">{result}</p>
    </div>
  )
}
