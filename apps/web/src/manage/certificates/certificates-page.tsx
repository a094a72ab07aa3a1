import { useLoaderData, useNavigation } from 'react-router-dom'
import { defineLoader } from '#lib/api/define-loader.ts'
import { formatNumber } from '#lib/format.ts'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { DataTable } from '#manage/controls/lists/data-table.tsx'
import { useAddressFilters } from '#manage/controls/lists/use-address.ts'
import { useSelection } from '#manage/controls/lists/use-selection.ts'
import { ViewTabs } from '#manage/controls/lists/view-tabs.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { ApprovalProgress } from './approve/approval-progress.tsx'
import { formatCount } from './desk-words.ts'
import { DeskBulk } from './list/desk-bulk.tsx'
import { listColumns } from './list/desk-columns.tsx'
import { buildDeskQuery, DESK_FILTERS, isNumberSearch, RARE_STATES } from './list/desk-filter.ts'
import { DeskFilters } from './list/desk-filters.tsx'
import { DeskFoot } from './list/desk-foot.tsx'
import { ExportMenu } from './list/export-menu.tsx'
import { IssuedRuler } from './list/issued-ruler.tsx'
import { NewCertificate } from './list/new-certificate.tsx'
import { UnsignedNote } from './unsigned-note.tsx'

const VIEWS = [
  ['', '全部'],
  ['draft', '草稿'],
  ['review', '待审核'],
  ['submitted', '待批'],
  ['returned', '退回'],
  ['published', '已发布'],
  ['reissued', '已换发'],
  ['withdrawn', '已撤销'],
  ['discarded', '已放弃'],
] as const

export const loader = defineLoader(async ({ api, query }) => {
  const readTextFilter = (name: string) => (query.get(name) ? { [name]: query.get(name) ?? '' } : {})
  const [list, counts, { days }] = await Promise.all([
    api.call('GET /v1/manage/certificates', {
      query: { ...buildDeskQuery(query), ...readTextFilter('after'), ...readTextFilter('before') },
    }),
    api.call('GET /v1/manage/certificates/counts'),
    api.call('GET /v1/manage/certificates/days'),
  ])
  return { list, counts, days }
})

/** The list of certificates at the desk. */
export function Component() {
  const { list, counts, days } = useLoaderData<typeof loader>()
  const filters = useAddressFilters(DESK_FILTERS)
  const navigation = useNavigation()
  const selection = useSelection(list.records.map(({ certificateNo }) => certificateNo))
  const state = filters.get('state')
  return (
    <>
      <PageHead
        title="证书"
        summary={`今日签发 ${formatNumber(days.at(-1)?.issued)} 份`}
        actions={
          <>
            <ExportMenu />
            <NewCertificate />
          </>
        }
      />
      <UnsignedNote />
      <ViewTabs
        label="证书的状态"
        views={[
          ...VIEWS.filter(([name]) => name !== 'review' || counts.review > 0 || state === name).map(
            ([name, label]) => ({
              label,
              to: filters.linkWith('state', name),
              ...(name !== '' && { count: formatCount(counts[name]) }),
              isCurrent: state === name,
            }),
          ),
          ...Object.entries(RARE_STATES)
            .filter(([name]) => name === state)
            .map(([name, label]) => ({ label, to: filters.linkWith('state', name), isCurrent: true })),
        ]}
      />
      <DeskFilters filters={filters} rows={list.records} />
      <IssuedRuler days={days} filters={filters} />
      <ApprovalProgress />
      <DeskBulk selection={selection} rows={list.records} hasMorePages={list.next !== null || list.previous !== null} />
      <DataTable
        label="证书"
        columns={listColumns(list.records)}
        rows={list.records}
        getId={({ certificateNo }) => certificateNo}
        getName={({ certificateNo }) => certificateNo}
        getAddress={({ certificateNo }) => `/certificates/${certificateNo}`}
        selection={selection}
        isBusy={navigation.state === 'loading'}
        empty={<EmptyState title="没有符合条件的证书">换一个状态或筛选条件</EmptyState>}
      />
      <DeskFoot
        filters={filters}
        next={list.next}
        previous={list.previous}
        isByNumber={isNumberSearch(filters.get('search'))}
      />
    </>
  )
}
