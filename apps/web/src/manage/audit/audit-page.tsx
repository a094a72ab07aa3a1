import { Download } from '@lucide/icons'
import { useLoaderData, useSearchParams } from 'react-router-dom'
import { defineLoader, optional } from '#lib/api/define-loader.ts'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { ListFoot } from '#manage/controls/lists/list-foot.tsx'
import { skipWhenRowOpens, useAddressFilters } from '#manage/controls/lists/use-address.ts'
import { hasFreshProof } from '#manage/staff/fresh-proof.ts'
import { useSelf, useStaff } from '#manage/staff/staff-store.ts'
import { Button } from '#ui/forms/button.tsx'
import { AuditFilterBar } from './audit-filter-bar.tsx'
import { AUDIT_FILTERS, buildAuditQuery, buildCountQuery, buildExportAddress } from './audit-filters.ts'
import { AuditTable } from './audit-table.tsx'
import { ChainState } from './chain-state.tsx'
import { DayHistogram, formatCount } from './day-histogram.tsx'

export const loader = defineLoader(async ({ api, query, request }) => {
  const isOwner = useStaff.getState().self?.duties.includes('owner')
  const counting = api.call('GET /v1/manage/audit/counts', { query: buildCountQuery(query), quiet: true })
  const chain = isOwner ? api.call('GET /v1/manage/audit/chain', { quiet: true }) : Promise.resolve(null)
  const [list, counts, state] = await Promise.all([
    api.call('GET /v1/manage/audit', { query: buildAuditQuery(query) }),
    optional(counting, null, request),
    optional(chain, null, request),
  ])
  return { ...list, counts, chain: state }
})

export const shouldRevalidate = skipWhenRowOpens

/** The audit log of staff: owners see all entries, others their own. */
export function Component() {
  const { records, hasMore, counts, chain } = useLoaderData<typeof loader>()
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
      {isOwner && <ChainState chain={chain} />}
      <AuditFilterBar
        filters={filters}
        records={records}
        isOwner={isOwner}
        count={counts && `${formatCount(counts.total)} 条`}
      />
      {counts && <DayHistogram days={counts.days} filters={filters} />}
      <AuditTable records={records} filters={filters} />
      {(records.length > 0 || after) && (
        <ListFoot
          newestTo={after ? filters.linkWith('after', '') : null}
          olderTo={hasMore && last ? filters.linkWith('after', String(last.id)) : null}
        >
          本页 {records.length} 条{counts && `，共 ${formatCount(counts.total)} 条`}
        </ListFoot>
      )}
    </>
  )
}

/** Downloads the entries that match the filters; the export itself is recorded. */
function ExportButton() {
  const [address] = useSearchParams()
  const download = async () => {
    if (!(await hasFreshProof('audit.export'))) return
    const link = document.createElement('a')
    link.href = buildExportAddress(address)
    link.download = ''
    link.click()
  }
  return (
    <Button variant="outline" icon={Download} onClick={() => void download()}>
      导出 CSV
    </Button>
  )
}
