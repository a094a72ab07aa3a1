import { useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { RecoveryCodes } from '#manage/staff/recovery/recovery-codes.tsx'
import { useSelf } from '#manage/staff/staff-store.ts'
import { Button } from '#ui/forms/button.tsx'
import styles from './security.module.css'
import { useMethodChanged } from './use-method-changed.ts'

/** Number of codes in a set: `RECOVERY_CODES` of the contract, whose module loads schemas. */
const SET_SIZE = 10
/** Number of unused codes below which the panel warns. */
const FEW = 3

export function RecoveryPanel() {
  const api = useApi()
  const { recoveryCodes: left } = useSelf()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { isBusy, run } = useBusy()
  const showChange = useMethodChanged()
  const renewCodes = () =>
    run(async () => setCodes((await api.call('POST /v1/manage/factor/recoveryCodes')).recoveryCodes))
  const close = () => {
    setCodes(null)
    void showChange()
  }
  return (
    <Panel
      title="恢复码"
      actions={
        <Button variant="outline" isBusy={isBusy} busyLabel="生成中" onClick={() => void renewCodes()}>
          重新生成
        </Button>
      }
    >
      <div className={styles.spread}>
        <span>
          还剩 {left} 个，共 {SET_SIZE} 个
        </span>
        <span className={styles.kept}>每个只能用一次</span>
      </div>
      <CodeScale left={left} />
      {left < FEW ? (
        <Note tone="warning">
          {left === 0 ? '没有可用的恢复码' : '恢复码快用完了'}，请重新生成，存放在设备以外的地方。
        </Note>
      ) : (
        <p className={styles.kept}>设备都不在手边时，用恢复码代替第二步。</p>
      )}
      {codes && (
        <ManageDialog title="新的恢复码" hasCloseButton={false} onClose={() => undefined}>
          <RecoveryCodes codes={codes} warning="旧的已全部作废。" onDone={close} />
        </ManageDialog>
      )}
    </Panel>
  )
}

/** A box for each code: used ones are empty. */
function CodeScale({ left }: { left: number }) {
  return (
    <div className={styles.scale} role="img" aria-label={`已用 ${SET_SIZE - left} 个，剩 ${left} 个`}>
      {Array.from({ length: SET_SIZE }, (_none, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: boxes without content
        <i key={nth} data-used={nth < SET_SIZE - left || undefined} />
      ))}
    </div>
  )
}
