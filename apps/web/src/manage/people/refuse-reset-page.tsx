import { useState } from 'react'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { EntryFrame } from '#manage/staff/entry-frame.tsx'
import { Button } from '#ui/forms/button.tsx'
import { readMailedCode } from './mailed-code.ts'

/** The page of the mail about a reset of the second factor. It waits for a press of the button, because previews of mails open links. */
export function RefuseResetPage() {
  const api = useApi()
  const [isDone, setIsDone] = useState(false)
  const [fault, setFault] = useState(readMailedCode() === '' ? '链接不完整，请从邮件中完整复制' : '')
  const { isBusy, run } = useBusy((reason) =>
    setFault(reason instanceof ApiError ? reason.message : '网络不通，请检查网络后重试'),
  )
  const refuse = () =>
    run(async () => {
      setFault('')
      await api.call('POST /v1/factorReset/refuse', { quiet: true, body: { code: readMailedCode() } })
      setIsDone(true)
    })
  if (isDone) {
    return (
      <EntryFrame title="没有重设">
        <Note tone="success" isLive>
          重设已撤销，您的两步验证不变。如果不是您要求的，请告诉负责人，并修改密码。
        </Note>
      </EntryFrame>
    )
  }
  return (
    <EntryFrame title="重设两步验证">
      <p>有人申请重设您的两步验证。如果不是您要求的，请撤销。</p>
      {fault && (
        <Note tone="error" isLive>
          {fault}
        </Note>
      )}
      <Button isBlock isBusy={isBusy} busyLabel="撤销中" onClick={() => void refuse()}>
        不要重设
      </Button>
    </EntryFrame>
  )
}
