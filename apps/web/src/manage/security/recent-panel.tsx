import type { AuditEntry } from '@portal/contract/audit/audit.ts'
import { formatDayAndClock } from '#lib/format.ts'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { Timeline } from '#manage/controls/values/timeline.tsx'
import { TextLink } from '#ui/text-link.tsx'
import styles from './security.module.css'

const SHOWN = 5

const WORDS: Readonly<Record<string, string>> = {
  'factor.add': '新增验证方式',
  'factor.remove': '移除验证方式',
  'factor.rename': '通行密钥改名',
  'factor.logout': '退出其他设备：',
  'factor.recoveryCodes': '重新生成恢复码',
}
const PROOFS: Readonly<Record<string, string>> = {
  passkey: '两步验证，通行密钥',
  totp: '两步验证，动态验证码',
  recoveryCode: '用恢复码验证',
}

/** Recent events of the caller's own second factor. */
export function RecentPanel({ entries }: { entries: readonly AuditEntry[] }) {
  if (entries.length === 0) return null
  return (
    <Panel title="近况" actions={<TextLink to="/audit?action=factor">全部</TextLink>}>
      <Timeline
        entries={entries.slice(0, SHOWN).map((entry) => ({
          key: entry.id,
          text: describeEntry(entry),
          tone: entry.outcome === 'done' ? 'plain' : 'danger',
          note: (
            <span className={styles.when}>
              {formatDayAndClock(entry.time, Date.now())}　{entry.device ?? entry.network}
            </span>
          ),
        }))}
      />
    </Panel>
  )
}

function describeEntry({ action, targetId, targetName, outcome, reason }: AuditEntry): string {
  const eventText = action === 'factor.prove' ? PROOFS[targetId ?? ''] : WORDS[action]
  const named = targetName && action !== 'factor.prove' ? `“${targetName}”` : ''
  const failed = outcome === 'done' ? '' : `，${reason ?? '没有通过'}`
  return `${eventText ?? action}${named}${failed}`
}
