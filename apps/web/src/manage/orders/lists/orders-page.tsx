import { ORDER_MARKS, ORDER_STATES, type OrderMark, type OrderState } from '@portal/contract/orders/order-rules.ts'
import { useLoaderData } from 'react-router-dom'
import { defineLoader } from '#lib/api/define-loader.ts'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { DataTable, type TableColumn } from '#manage/controls/lists/data-table.tsx'
import { FilterBar } from '#manage/controls/lists/filter-bar.tsx'
import { ListFoot } from '#manage/controls/lists/list-foot.tsx'
import { useAddressFilters } from '#manage/controls/lists/use-address.ts'
import { ViewTabs } from '#manage/controls/lists/view-tabs.tsx'
import { formatShortTime } from '#manage/controls/values/short-time.ts'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import styles from './lists.module.css'
import { ORDER_COLUMNS } from './order-columns.tsx'

const STATES = Object.keys(ORDER_STATES) as OrderState[]
const MARKS = Object.keys(ORDER_MARKS) as OrderMark[]
/** Limit of the search of orders, in characters. */
const SEARCH_MAX = 60

export const loader = defineLoader(async ({ api, query }) => {
  const state = STATES.find((name) => name === query.get('state'))
  const mark = MARKS.find((name) => name === query.get('mark'))
  const [q, after] = [query.get('q'), query.get('after')]
  const filter = { ...(state && { state }), ...(mark && { mark }), ...(q && { q }), ...(after && { after }) }
  return { state, mark, ...(await api.call('GET /v1/manage/orders', { query: filter })) }
})

const COLUMNS: readonly TableColumn<Awaited<ReturnType<typeof loader>>['records'][number]>[] = [
  ...ORDER_COLUMNS,
  { key: 'createTime', head: '预约', onPhone: 'hidden', renderCell: ({ createTime }) => formatShortTime(createTime) },
  { key: 'due', head: '应可领', onPhone: 'labelled', renderCell: ({ dueOn }) => dueOn?.slice(5) ?? '–' },
]

/** 委托单: all orders, newest first. */
export function Component() {
  const { state, mark, records, next } = useLoaderData<typeof loader>()
  const filters = useAddressFilters(['q'])
  return (
    <>
      <PageHead title="委托单" />
      <ViewTabs
        label="状态"
        views={[
          { label: '全部', to: '/orders', isCurrent: !state && !mark },
          ...MARKS.map((name) => ({
            label: ORDER_MARKS[name],
            to: `/orders?mark=${name}`,
            isCurrent: name === mark,
          })),
          ...STATES.map((name) => ({
            label: ORDER_STATES[name],
            to: `/orders?state=${name}`,
            isCurrent: name === state,
          })),
        ]}
      />
      <FilterBar
        search={{
          value: filters.get('q'),
          placeholder: '委托单号、委托方',
          onSearch: (text) => filters.set('q', text.slice(0, SEARCH_MAX)),
        }}
        onClear={filters.setNames.length > 0 ? filters.clear : undefined}
      />
      <DataTable
        label="委托单"
        columns={COLUMNS}
        rows={records}
        getId={({ orderNo }) => orderNo}
        getName={({ orderNo }) => orderNo}
        getAddress={({ orderNo }) => `/orders/${orderNo}`}
        empty={
          <div className={styles.empty}>
            <EmptyState
              title={filters.get('q') ? '没有符合的委托单' : '没有这样的委托单'}
              link={{ to: '/orders', text: '看全部' }}
            />
          </div>
        }
      />
      <ListFoot
        newestTo={filters.get('after') && filters.linkWith('after', '')}
        olderTo={next && filters.linkWith('after', next)}
      >
        {records.length > 0 && `本页 ${records.length} 张`}
      </ListFoot>
    </>
  )
}
