import { CERTIFICATE_CATEGORIES, type CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import { SHOWN_STATES, WORK_STATES } from '@portal/contract/manage/certificates/desk-rules.ts'
import { useState } from 'react'
import { useLoaderData, useNavigate } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { defineLoader } from '#lib/api/define-loader.ts'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import { KeyCaps } from '#manage/controls/keys/key-caps.tsx'
import { useKeys } from '#manage/controls/keys/use-keys.ts'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { DataTable, type TableColumn } from '#manage/controls/lists/data-table.tsx'
import { FilterBar, FilterDate, FilterSelect, FilterText } from '#manage/controls/lists/filter-bar.tsx'
import { ListFoot } from '#manage/controls/lists/list-foot.tsx'
import { useAddressFilters } from '#manage/controls/lists/use-address.ts'
import { ViewTabs } from '#manage/controls/lists/view-tabs.tsx'
import { StatusMark } from '#manage/controls/values/status-mark.tsx'
import { useSelf } from '#manage/staff/staff-store.ts'
import { Button } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import styles from './desk.module.css'
import { type DeskRow, stateOf } from './desk-words.ts'

const FILTERS = ['search', 'category', 'by', 'from', 'to', 'state'] as const
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

const CATEGORIES = Object.keys(CERTIFICATE_CATEGORIES) as CertificateCategory[]

const oneOf = <T extends string>(all: readonly T[], value: string | null): T | undefined =>
  all.find((one) => one === value)

export const loader = defineLoader(async ({ api, query }) => {
  const text = (name: string) => (query.get(name) ? { [name]: query.get(name) } : {})
  const work = oneOf(WORK_STATES, query.get('state'))
  const shown = oneOf(SHOWN_STATES, query.get('state'))
  const filter = {
    ...{ ...text('search'), ...text('by'), ...text('from'), ...text('to'), ...text('category'), ...text('after') },
    ...(work && { work }),
    ...(shown && { shown }),
  }
  const [list, counts] = await Promise.all([
    api.call('GET /v1/manage/certificates', { query: filter }),
    api.call('GET /v1/manage/certificates/counts'),
  ])
  return { list, counts }
})

const COLUMNS: readonly TableColumn<DeskRow>[] = [
  {
    key: 'conclusion',
    head: '检验结论',
    kind: 'main',
    isWide: true,
    cell: ({ conclusion, workState }) => conclusion ?? (workState ? '（未填结论）' : '–'),
  },
  { key: 'no', head: '证书编号', cell: ({ certificateNo }) => <span className={styles.figures}>{certificateNo}</span> },
  { key: 'category', head: '类别', cell: ({ category }) => (category ? CERTIFICATE_CATEGORIES[category] : '–') },
  {
    key: 'mass',
    head: '总质量',
    kind: 'number',
    onPhone: 'hidden',
    cell: ({ totalMassG }) => (totalMassG === null ? '–' : `${totalMassG} g`),
  },
  {
    key: 'state',
    head: '状态',
    cell: (row) => <StatusMark shape={stateOf(row).shape}>{stateOf(row).word}</StatusMark>,
  },
  {
    key: 'warnings',
    head: '警示',
    onPhone: 'hidden',
    cell: ({ warnings, unanswered }) =>
      warnings === 0 ? '–' : unanswered > 0 ? `${unanswered} 处待答` : `${warnings} 处已答`,
  },
  { key: 'prepared', head: '制作', cell: ({ preparedBy }) => preparedBy ?? '–' },
  { key: 'approved', head: '批准', onPhone: 'hidden', cell: ({ approvedBy }) => approvedBy ?? '–' },
  { key: 'version', head: '版本', kind: 'number', onPhone: 'hidden', cell: ({ version }) => version },
  {
    key: 'changed',
    head: '更新',
    cell: ({ changeTime }) => <span className={styles.figures}>{changeTime.slice(5, 16)}</span>,
  },
]

/** Certificates at the desk. */
export function Component() {
  const { list, counts } = useLoaderData<typeof loader>()
  const filters = useAddressFilters(FILTERS)
  const state = filters.get('state')
  return (
    <>
      <PageHead title="证书" summary="按签发日排列，较新的在前。核对码只印不显，列表中没有" actions={<NewButton />} />
      <ViewTabs
        label="证书的状态"
        views={VIEWS.map(([name, label]) => ({
          label,
          to: filters.linkWith('state', name),
          ...(name !== '' && { count: counts[name] }),
          isCurrent: state === name,
        }))}
      />
      <FilterBar
        list="certificates"
        search={{
          value: filters.get('search'),
          placeholder: '编号、编号前几位、结论',
          onSearch: (text) => filters.set('search', text),
        }}
        onClear={filters.setNames.length > 0 ? filters.clear : undefined}
        end={`${list.records.length}${list.next ? '+' : ''} 份`}
      >
        <FilterSelect
          label="类别"
          value={filters.get('category')}
          options={[
            { value: '', label: '全部' },
            ...Object.entries(CERTIFICATE_CATEGORIES).map(([value, label]) => ({ value, label })),
          ]}
          onChange={(value) => filters.set('category', value)}
        />
        <FilterText
          key={filters.get('by')}
          label="制作"
          value={filters.get('by')}
          suggestions={[...new Set(list.records.map(({ preparedBy }) => preparedBy).filter((name) => name !== null))]}
          onChange={(value) => filters.set('by', value)}
        />
        <FilterDate label="自" value={filters.get('from')} onChange={(value) => filters.set('from', value)} />
        <FilterDate label="至" value={filters.get('to')} onChange={(value) => filters.set('to', value)} />
      </FilterBar>
      <DataTable
        label="证书"
        columns={COLUMNS}
        rows={list.records}
        idOf={({ certificateNo }) => certificateNo}
        linkOf={({ certificateNo }) => `/certificates/${certificateNo}`}
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

/** Begins a certificate of a category. */
function NewButton() {
  const api = useApi()
  const navigate = useNavigate()
  const { duties } = useSelf()
  const [isOpen, setIsOpen] = useState(false)
  const mayPrepare = duties.includes('certify') || duties.includes('owner')
  useKeys({ n: { words: '新建证书', act: () => setIsOpen(true) } }, mayPrepare)
  if (!mayPrepare) return null
  const begin = async (category: CertificateCategory) => {
    const made = await api.call('POST /v1/manage/certificates', { body: { category } }).catch(() => null)
    if (made) await navigate(`/certificates/${made.certificateNo}`)
  }
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        新建证书 <KeyCaps of="n" />
      </Button>
      {isOpen && (
        <ManageDialog title="新建证书" onClose={() => setIsOpen(false)}>
          <p>选择类别。编号与核对码随即生成；核对码只印不显。</p>
          <div className={styles.categories}>
            {CATEGORIES.map((category) => (
              <Button key={category} variant="outline" onClick={() => void begin(category)}>
                {CERTIFICATE_CATEGORIES[category]}
              </Button>
            ))}
          </div>
        </ManageDialog>
      )}
    </>
  )
}
