import { useLoaderData, useNavigation } from 'react-router-dom'
import { defineLoader } from '#lib/api/define-loader.ts'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { DataTable } from '#manage/controls/lists/data-table.tsx'
import { ListFoot } from '#manage/controls/lists/list-foot.tsx'
import { useAddressFilters } from '#manage/controls/lists/use-address.ts'
import { useSelection } from '#manage/controls/lists/use-selection.ts'
import { ViewTabs } from '#manage/controls/lists/view-tabs.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { DeskBulk } from './list/desk-bulk.tsx'
import { DESK_COLUMNS } from './list/desk-columns.tsx'
import { DESK_FILTERS, deskQuery } from './list/desk-filter.ts'
import { DeskFilters } from './list/desk-filters.tsx'
import { NewCertificate } from './list/new-certificate.tsx'

const VIEWS = [
  ['', '全部'],
  ['draft', '草稿'],
  ['submitted', '待批'],
  ['returned', '退回'],
  ['published', '已发布'],
  ['reissued', '已换发'],
  ['withdrawn', '已撤销'],
  ['discarded', '已放弃'],
] as const

export const loader = defineLoader(async ({ api, query }) => {
  const after = query.get('after')
  const [list, counts] = await Promise.all([
    api.call('GET /v1/manage/certificates', { query: { ...deskQuery(query), ...(after && { after }) } }),
    api.call('GET /v1/manage/certificates/counts'),
  ])
  return { list, counts }
})

/** Certificates at the desk. */
export function Component() {
  const { list, counts } = useLoaderData<typeof loader>()
  const filters = useAddressFilters(DESK_FILTERS)
  const navigation = useNavigation()
  const selection = useSelection(list.records.map(({ certificateNo }) => certificateNo))
  const state = filters.get('state')
  return (
    <>
      <PageHead
        title="证书"
        summary="按签发日排列，较新的在前。核对码只印不显，列表中没有"
        actions={<NewCertificate />}
      />
      <ViewTabs
        label="证书的状态"
        views={VIEWS.map(([name, label]) => ({
          label,
          to: filters.linkWith('state', name),
          ...(name !== '' && { count: counts[name] }),
          isCurrent: state === name,
        }))}
      />
      <DeskFilters filters={filters} rows={list.records} />
      <DeskBulk selection={selection} rows={list.records} />
      <DataTable
        label="证书"
        columns={DESK_COLUMNS}
        rows={list.records}
        idOf={({ certificateNo }) => certificateNo}
        nameOf={({ certificateNo }) => certificateNo}
        linkOf={({ certificateNo }) => `/certificates/${certificateNo}`}
        selection={selection}
        isBusy={navigation.state === 'loading'}
        empty={<EmptyState>没有符合条件的证书</EmptyState>}
      />
      <ListFoot
        olderTo={list.next ? filters.linkWith('after', list.next) : null}
        newestTo={filters.get('after') ? filters.linkWith('after', '') : null}
      >
        按签发日排列
      </ListFoot>
    </>
  )
}
