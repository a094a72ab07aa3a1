import { useLoaderData } from 'react-router-dom'
import { defineLoader } from '#lib/api/define-loader.ts'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { ListFoot } from '#manage/controls/lists/list-foot.tsx'
import { unlessRowOpened, useAddressFilters } from '#manage/controls/lists/use-address.ts'
import { useSelf } from '#manage/staff/staff-store.ts'
import { AuditFilterBar } from './audit-filter-bar.tsx'
import { AUDIT_FILTERS, auditQuery } from './audit-filters.ts'
import { AuditTable } from './audit-table.tsx'
import { ExportButton } from './export-button.tsx'

export const loader = defineLoader(({ api, query }) => api.call('GET /v1/manage/audit', { query: auditQuery(query) }))

export const shouldRevalidate = unlessRowOpened

/** What staff did: owners see everything, others what they did themselves. */
export function Component() {
  const { records, hasMore } = useLoaderData<typeof loader>()
  const { duties } = useSelf()
  const isOwner = duties.includes('owner')
  const filters = useAddressFilters(AUDIT_FILTERS)
  const after = filters.get('after')
  const last = records.at(-1)
  return (
    <>
      <PageHead
        title="操作记录"
        summary={
          isOwner
            ? '谁、何时、从何处、做了什么、前后各是什么。任何人都不能从网站改动或删除'
            : '您自己做过什么。任何人都不能从网站改动或删除'
        }
        actions={isOwner && <ExportButton />}
      />
      <AuditFilterBar filters={filters} records={records} isOwner={isOwner} />
      <AuditTable records={records} filters={filters} />
      {(records.length > 0 || after) && (
        <ListFoot
          newestTo={after ? filters.linkWith('after', '') : null}
          olderTo={hasMore && last ? filters.linkWith('after', String(last.id)) : null}
        >
          {records.length} 条{hasMore ? '，还有更早的' : ''}
        </ListFoot>
      )}
    </>
  )
}
