import { getActionName, getGroupName } from '@portal/contract/audit/action-words.ts'
import type { AuditEntry } from '@portal/contract/audit/audit.ts'
import { formatTargetName, OUTCOME_NAMES } from '@portal/contract/audit/entry-words.ts'
import { getMemberName } from '@portal/contract/audit/member-words.ts'
import { formatDate } from '#lib/format.ts'
import { DataTable, type TableColumn } from '#manage/controls/lists/data-table.tsx'
import type { AddressFilters } from '#manage/controls/lists/use-address.ts'
import { StatusMark, type StatusShape } from '#manage/controls/values/status-mark.tsx'
import { Button } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { AuditDetails } from './audit-details.tsx'

export const OUTCOMES: Readonly<Record<AuditEntry['outcome'], { label: string; shape: StatusShape }>> = {
  done: { label: OUTCOME_NAMES.done, shape: 'live' },
  refused: { label: OUTCOME_NAMES.refused, shape: 'stop' },
  failed: { label: OUTCOME_NAMES.failed, shape: 'stop' },
}

/** Formats a time as `11-20 10:31:07`, with the year when it is another one. */
function formatEntryTime(time: string, nowMs: number): string {
  return time.startsWith(formatDate(nowMs).slice(0, 5)) ? time.slice(5) : time
}

const COLUMNS: readonly TableColumn<AuditEntry>[] = [
  { key: 'time', head: '时间', renderCell: ({ time }) => <span>{formatEntryTime(time, Date.now())}</span> },
  { key: 'actor', head: '人', renderCell: ({ actorName }) => actorName },
  { key: 'group', head: '事项', onPhone: 'hidden', renderCell: ({ action }) => getGroupName(action) },
  { key: 'action', head: '动作', renderCell: ({ action }) => getActionName(action) },
  { key: 'target', head: '对象', kind: 'main', isWide: true, renderCell: (entry) => describeTarget(entry) },
  {
    key: 'outcome',
    head: '结果',
    renderCell: ({ outcome }) => <StatusMark shape={OUTCOMES[outcome].shape}>{OUTCOMES[outcome].label}</StatusMark>,
  },
]

/** Describes the object of an action and its changes, or the reason of a refusal. */
function describeTarget(entry: AuditEntry): string {
  const changed = entry.changes.map(({ member }) => getMemberName(entry.action, member)).join('、')
  return [formatTargetName(entry), changed, entry.reason].filter(Boolean).join('：') || '—'
}

export function AuditTable({ records, filters }: { records: readonly AuditEntry[]; filters: AddressFilters }) {
  return (
    <DataTable
      label="操作记录"
      columns={COLUMNS}
      rows={records}
      getId={({ id }) => String(id)}
      getName={(entry) => `${getActionName(entry.action)} ${describeTarget(entry)}`}
      openId={filters.get('open') || null}
      onOpen={(id) => filters.set('open', id ?? '')}
      renderDetails={(entry) => <AuditDetails entry={entry} />}
      empty={
        <EmptyState title="没有这样的记录">
          {filters.setNames.length > 0 && (
            <Button variant="outline" onClick={filters.clear}>
              清除筛选
            </Button>
          )}
        </EmptyState>
      }
    />
  )
}
