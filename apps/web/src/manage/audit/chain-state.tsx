import type { AuditChain } from '@portal/contract/audit/audit.ts'
import { describeAuditFault } from '@portal/contract/audit/audit-rules.ts'
import { useRevalidator } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { formatDayAndClock, formatNumber } from '#lib/format.ts'
import { showToast } from '#lib/toasts.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { StatusMark } from '#manage/controls/values/status-mark.tsx'
import { Button } from '#ui/forms/button.tsx'
import styles from './chain-state.module.css'

/** State of the log's chain: its last check, by whom, and the number of checked entries. @param chain `null`: not loaded */
export function ChainState({ chain }: { chain: AuditChain | null }) {
  const check = chain?.check
  if (check?.fault) {
    return (
      <div className={styles.broken}>
        <Note tone="error" title="操作记录校验未通过" action={<CheckButton />}>
          {describeCheck(check)}：{describeAuditFault(check.fault, check.entries)}
          请不要改动数据库，立即通知运维人员：先用 <code>npm run backup</code> 保存现状，再用{' '}
          <code>npm run admin -- audit</code> 复核，并与更早的备份比对。
          {check.fault.kind === 'mark' && (
            <>
              确认是恢复备份所致后，用 <code>npm run admin -- audit-accept</code> 认可现状，认可本身也有一条记录。
            </>
          )}
        </Note>
      </div>
    )
  }
  return (
    <p className={styles.root}>
      {check ? (
        <>
          <StatusMark shape="live">记录完整</StatusMark>
          <span>
            {describeCheck(check)}，{formatNumber(check.entries)} 条逐条相符
          </span>
        </>
      ) : (
        <StatusMark shape="off">{chain ? '尚未校验，每天自动校验一次' : '校验结果暂时没有读到'}</StatusMark>
      )}
      <CheckButton />
    </p>
  )
}

const describeCheck = ({ time, byName }: NonNullable<AuditChain['check']>) =>
  `${formatDayAndClock(time, Date.now())} ${byName === null ? '每日自动校验' : `${byName} 校验`}`

function CheckButton() {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const { isBusy, run } = useBusy()
  const check = () =>
    run(async () => {
      const { check: lastCheck } = await api.call('POST /v1/manage/audit/check')
      if (lastCheck?.fault === null) showToast('success', '校验完成，记录完整')
      await revalidate()
    })
  return (
    <Button variant="quiet" isBusy={isBusy} busyLabel="校验中" onClick={() => void check()}>
      立即校验
    </Button>
  )
}
