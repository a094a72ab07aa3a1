import type { Health } from '@portal/contract/site/figures.ts'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { Ruler } from '#manage/controls/values/ruler.tsx'
import { StatusMark } from '#manage/controls/values/status-mark.tsx'
import { TestMailButton } from '#manage/staff/test-mail-button.tsx'
import {
  describeAudit,
  describeBackup,
  describeDeadJobs,
  describeMail,
  describeMissingFiles,
  describeStorage,
  logLine,
} from './health-words.ts'
import styles from './overview.module.css'

/** State of mail, storage, backups, audit log, public log and failed work. */
export function HealthPanel({ health, nowMs }: { health: Health; nowMs: number }) {
  const { mail, storage, backup, audit, log, deadJobs } = health
  const { freeBytes, totalBytes } = storage
  const used = freeBytes === null || totalBytes === null || totalBytes === 0 ? null : 1 - freeBytes / totalBytes
  const lines = [
    ...[describeMail(mail, nowMs), describeStorage(storage), describeMissingFiles(storage, nowMs)],
    describeBackup(backup, nowMs),
    ...[describeAudit(audit, nowMs), logLine(log, nowMs), describeDeadJobs(deadJobs, nowMs)],
  ].filter((line) => line !== undefined)
  return (
    <Panel title="运行状况" span={4}>
      <div className={styles.health}>
        {lines.map(({ name, shape, state, details }) => (
          <div key={name}>
            <div className={styles.line}>
              <span>{name}</span>
              <StatusMark shape={shape}>{state}</StatusMark>
            </div>
            {name === '存储' && used !== null && (
              <div className={styles.ruler}>
                <Ruler share={used} label={`磁盘已用 ${Math.round(used * 100)}%`} />
              </div>
            )}
            <p className={styles.details}>{details}</p>
            {name === '邮件' && <TestMailButton />}
          </div>
        ))}
      </div>
    </Panel>
  )
}
