import { GROUP_NAMES } from '@portal/contract/audit/action-words.ts'
import type { AuditEntry } from '@portal/contract/audit/audit.ts'
import type { ReactNode } from 'react'
import { FilterBar, FilterDate, FilterSelect } from '#manage/controls/lists/filter-bar.tsx'
import type { AddressFilters } from '#manage/controls/lists/use-address.ts'
import { useSelf } from '#manage/staff/staff-store.ts'
import { OUTCOMES } from './audit-table.tsx'

interface AuditFilterBarProps {
  filters: AddressFilters
  records: readonly AuditEntry[]
  /** Only owners see the actions of others. */
  isOwner: boolean
  /** Number of entries that match the filters. */
  count: ReactNode
}

const GROUPS = Object.entries(GROUP_NAMES).map(([value, label]) => ({ value, label }))
const OUTCOME_OPTIONS = Object.entries(OUTCOMES).map(([value, { label }]) => ({ value, label }))

export function AuditFilterBar({ filters, records, isOwner, count }: AuditFilterBarProps) {
  const people = usePeople(records, filters.get('actor'))
  const renderSelect = (label: string, name: string, options: readonly { value: string; label: string }[]) => (
    <FilterSelect
      label={label}
      value={filters.get(name)}
      options={[{ value: '', label: '全部' }, ...options]}
      onChange={(value) => filters.set(name, value)}
    />
  )
  return (
    <FilterBar
      list="audit"
      search={{
        value: filters.get('search'),
        placeholder: '对象、编号、内容',
        onSearch: (text) => filters.set('search', text),
      }}
      end={count}
      onClear={filters.setNames.length > 0 ? filters.clear : undefined}
    >
      <FilterDate label="从" value={filters.get('from')} onChange={(value) => filters.set('from', value)} />
      <FilterDate label="到" value={filters.get('to')} onChange={(value) => filters.set('to', value)} />
      {isOwner && renderSelect('人', 'actor', people)}
      {renderSelect('事项', 'action', GROUPS)}
      {renderSelect('结果', 'outcome', OUTCOME_OPTIONS)}
    </FilterBar>
  )
}

/** Lists the caller and all people in the shown entries, by their newest name. */
function usePeople(records: readonly AuditEntry[], chosen: string) {
  const self = useSelf()
  const people = new Map([[self.id, self.signingName ?? self.nickname]])
  for (const { actorId, actorName } of records) {
    if (actorId !== null && !people.has(actorId)) people.set(actorId, actorName)
  }
  if (chosen && !people.has(chosen)) people.set(chosen, chosen)
  return [...people].map(([value, label]) => ({ value, label }))
}
