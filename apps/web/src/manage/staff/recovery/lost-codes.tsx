import { RotateCw } from '@lucide/icons'
import { useState } from 'react'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { Button } from '#ui/forms/button.tsx'
import styles from './recovery-codes.module.css'
import { RecoveryCodes } from './recovery-codes.tsx'

interface LostCodesProps {
  doneLabel: string
  /** Called after a code of the new set was confirmed. */
  onDone: () => void
}

/** Makes and shows a new set after codes that were shown but not confirmed, e.g. because of a reload. */
export function LostCodes({ doneLabel, onDone }: LostCodesProps) {
  const api = useApi()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [fault, setFault] = useState('')
  const { isBusy, run } = useBusy((reason) =>
    setFault(reason instanceof ApiError ? reason.message : '网络不通，请检查网络后重试'),
  )
  if (codes) return <RecoveryCodes codes={codes} warning="上一组已作废。" doneLabel={doneLabel} onDone={onDone} />
  const renewCodes = () => {
    setFault('')
    void run(async () => setCodes((await api.call('POST /v1/manage/factor/recoveryCodes')).recoveryCodes))
  }
  return (
    <div className={styles.root}>
      {fault && (
        <Note tone="error" isLive>
          {fault}
        </Note>
      )}
      <Note tone="warning">
        上次显示的恢复码还没有确认抄下，页面就关闭或刷新了，不能再次显示。请生成一组新的，上次那一组随即作废。
      </Note>
      <Button icon={RotateCw} isBusy={isBusy} busyLabel="生成中" onClick={renewCodes}>
        生成新的恢复码
      </Button>
    </div>
  )
}
