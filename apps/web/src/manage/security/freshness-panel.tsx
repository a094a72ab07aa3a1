import { FRESH_PROOF_MINUTES } from '@portal/contract/accounts/duties.ts'
import { MINUTE_MS } from '@portal/contract/constants.ts'
import { formatClock } from '#lib/format.ts'
import { useMinutes } from '#lib/use-clock.ts'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { Ruler } from '#manage/controls/values/ruler.tsx'
import { StatusMark } from '#manage/controls/values/status-mark.tsx'
import { useSelf } from '#manage/staff/staff-store.ts'
import styles from './security.module.css'

const LIFE_MS = FRESH_PROOF_MINUTES * MINUTE_MS

/** The time for which sensitive actions need no new proof. */
export function FreshnessPanel() {
  const { freshUntil } = useSelf()
  const nowMs = useMinutes() || Date.now()
  const untilMs = freshUntil !== null && freshUntil > nowMs ? freshUntil : null
  const usedMs = untilMs === null ? LIFE_MS : LIFE_MS - (untilMs - nowMs)
  const usedMinutes = Math.floor(usedMs / MINUTE_MS)
  return (
    <Panel
      title="再次验证"
      actions={
        <StatusMark shape={untilMs === null ? 'off' : 'live'}>{untilMs === null ? '已过期' : '有效'}</StatusMark>
      }
    >
      <p className={styles.soft}>
        停用账号、改职责、改站点、导出前，若上次验证已过 {FRESH_PROOF_MINUTES} 分钟，需再验证一次。
      </p>
      <div className={styles.ruler}>
        <Ruler
          share={usedMs / LIFE_MS}
          label={untilMs === null ? '已过期' : `已过 ${usedMinutes} 分，共 ${FRESH_PROOF_MINUTES} 分`}
        />
      </div>
      {untilMs === null ? (
        <p className={styles.kept}>下一次这样的操作会请您验证</p>
      ) : (
        <div className={styles.spread}>
          <span className={styles.kept}>{formatClock(untilMs - LIFE_MS)} 验证</span>
          <span className={styles.kept}>{formatClock(untilMs)} 过期</span>
        </div>
      )}
    </Panel>
  )
}
