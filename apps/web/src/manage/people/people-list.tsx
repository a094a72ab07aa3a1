import { DUTIES, DUTY_NAMES } from '@portal/contract/accounts/duties.ts'
import type { PeopleView } from '@portal/contract/accounts/people-rules.ts'
import { useNavigation } from 'react-router-dom'
import { DataTable, type TableColumn } from '#manage/controls/lists/data-table.tsx'
import { FilterBar, FilterSelect } from '#manage/controls/lists/filter-bar.tsx'
import { ListFoot } from '#manage/controls/lists/list-foot.tsx'
import { useAddressFilters } from '#manage/controls/lists/use-address.ts'
import { useSelection } from '#manage/controls/lists/use-selection.ts'
import { formatShortTime } from '#manage/controls/values/short-time.ts'
import { StatusMark } from '#manage/controls/values/status-mark.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { DutyTags } from './duty-tags.tsx'
import styles from './people.module.css'
import { PeopleBulk } from './people-bulk.tsx'
import { describeStatus, type PersonRow } from './people-words.ts'

const FILTERS = ['search', 'duty'] as const

interface PeopleListProps {
  view: PeopleView
  records: PersonRow[]
  hasMore: boolean
}

/** A view of the accounts. Reported ones are few, so they have an order of their own and no search. */
export function PeopleList({ view, records, hasMore }: PeopleListProps) {
  const filters = useAddressFilters(FILTERS)
  const { state } = useNavigation()
  const selection = useSelection(records.map(({ id }) => id))
  const last = records.at(-1)
  const isReported = view === 'reported'
  return (
    <>
      {!isReported && (
        <FilterBar
          list="people"
          search={{
            value: filters.get('search'),
            placeholder: '昵称、完整邮箱、编号',
            onSearch: (text) => filters.set('search', text),
          }}
          onClear={filters.setNames.length > 0 ? filters.clear : undefined}
          end={`${records.length}${hasMore ? '+' : ''} 人`}
        >
          <FilterSelect
            label="职责"
            value={filters.get('duty')}
            options={[
              { value: '', label: '全部' },
              ...DUTIES.map((duty) => ({ value: duty, label: DUTY_NAMES[duty] })),
            ]}
            onChange={(duty) => filters.set('duty', duty)}
          />
        </FilterBar>
      )}
      <PeopleBulk selection={selection} rows={records} />
      <div className={isReported ? styles.below : undefined}>
        <DataTable
          label="用户"
          columns={isReported ? REPORTED_COLUMNS : COLUMNS}
          selection={selection}
          rows={records}
          getId={({ id }) => id}
          getName={({ nickname }) => nickname}
          getAddress={({ id }) => `/people/${id}`}
          isBusy={state === 'loading'}
          empty={
            <EmptyState
              title={isReported ? '没有被举报的用户' : '没有找到这样的用户'}
              link={{ to: '/people', text: '查看全部用户' }}
            />
          }
        />
      </div>
      <ListFoot
        olderTo={hasMore && last ? filters.linkWith('after', last.id) : null}
        newestTo={filters.get('after') ? filters.linkWith('after', '') : null}
      >
        {isReported ? '未办结的举报多的在前' : '按注册时间，新的在前'}
      </ListFoot>
    </>
  )
}

const COLUMNS: readonly TableColumn<PersonRow>[] = [
  {
    key: 'name',
    head: '姓名',
    kind: 'main',
    isWide: true,
    renderCell: ({ nickname, email }) => (
      <>
        {nickname} <span className={styles.email}>{email}</span>
      </>
    ),
  },
  { key: 'duties', head: '职责', renderCell: ({ duties }) => <DutyTags duties={duties} /> },
  {
    key: 'state',
    head: '状态',
    renderCell: (row) => {
      const { shape, words } = describeStatus(row, row.duties)
      return <StatusMark shape={shape}>{words}</StatusMark>
    },
  },
  { key: 'since', head: '注册', onPhone: 'hidden', renderCell: ({ createTime }) => formatShortTime(createTime) },
  {
    key: 'login',
    head: '最近登录',
    onPhone: 'labelled',
    renderCell: ({ lastLoginTime }) => (lastLoginTime ? formatShortTime(lastLoginTime) : '–'),
  },
]

/** Columns with the number of open reports after the name. */
const REPORTED_COLUMNS: readonly TableColumn<PersonRow>[] = [
  ...COLUMNS.slice(0, 1),
  {
    key: 'reports',
    head: '举报',
    onPhone: 'labelled',
    renderCell: ({ id, openReports = 0 }) => (
      <TextLink to={`/people/${id}?kind=reportsAbout`}>
        {openReports > 0 ? <span className={styles.open}>{openReports} 件未办结</span> : '都已办结'}
      </TextLink>
    ),
  },
  ...COLUMNS.slice(1),
]
