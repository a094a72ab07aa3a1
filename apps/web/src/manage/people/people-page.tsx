import { BadgeCheck, UserPlus } from '@lucide/icons'
import { DUTIES } from '@portal/contract/manage/duties.ts'
import { PEOPLE_VIEWS, type PeopleView } from '@portal/contract/manage/people-rules.ts'
import { useState } from 'react'
import { useLoaderData, useNavigation } from 'react-router-dom'
import { defineLoader } from '#lib/api/define-loader.ts'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { DataTable, type TableColumn } from '#manage/controls/lists/data-table.tsx'
import { FilterBar, FilterSelect } from '#manage/controls/lists/filter-bar.tsx'
import { ListFoot } from '#manage/controls/lists/list-foot.tsx'
import { useAddressFilters } from '#manage/controls/lists/use-address.ts'
import { ViewTabs } from '#manage/controls/lists/view-tabs.tsx'
import { StatusMark } from '#manage/controls/values/status-mark.tsx'
import { DUTY_NAMES, hasDuty, useSelf } from '#manage/staff/staff-store.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { DutyTags } from './duty-tags.tsx'
import { InvitationList } from './invitation-list.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import styles from './people.module.css'
import { countWords, type PersonRow, shortTime, statusOf } from './people-words.ts'

const INVITED = 'invited'
const FILTERS = ['search', 'duty'] as const

const viewOf = (text: string | null): PeopleView | typeof INVITED =>
  text === INVITED ? INVITED : (PEOPLE_VIEWS.find((view) => view === text) ?? 'all')

export const loader = defineLoader(async ({ api, query }) => {
  const view = viewOf(query.get('view'))
  const after = query.get('after') ?? undefined
  const counting = api.call('GET /v1/manage/users/counts')
  if (view === INVITED) {
    const listing = api.call('GET /v1/manage/invitations', { query: after ? { after: Number(after) } : {} })
    return { view, counts: await counting, invitations: await listing, people: null }
  }
  const [search, duty] = [query.get('search'), DUTIES.find((one) => one === query.get('duty'))]
  const listing = api.call('GET /v1/manage/users', {
    query: { view, ...(search && { search }), ...(duty && { duty }), ...(after && { after }) },
  })
  return { view, counts: await counting, people: await listing, invitations: null }
})

/** 用户: everybody with an account, and who was invited. */
export function Component() {
  const { view, people, invitations } = useLoaderData<typeof loader>()
  const { duties } = useSelf()
  const [isInviting, setIsInviting] = useState(false)
  const isOwner = hasDuty(duties, ['owner'])
  return (
    <>
      <PageHead
        title="用户"
        actions={
          <>
            <ButtonLink variant="outline" icon={BadgeCheck} to="/people/signatories">
              签字人与标志
            </ButtonLink>
            {isOwner && (
              <Button icon={UserPlus} onClick={() => setIsInviting(true)}>
                邀请同事
              </Button>
            )}
          </>
        }
      />
      <Views current={view} />
      {people && <PeopleList {...people} />}
      {invitations && <InvitationList {...invitations} isOwner={isOwner} />}
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
    </>
  )
}

function Views({ current }: { current: PeopleView | typeof INVITED }) {
  const { counts } = useLoaderData<typeof loader>()
  const names = { all: '全部', staff: '有职责', invited: '已邀请', disabled: '停用' } as const
  const views = (['all', 'staff', 'invited', 'disabled'] as const).map((view) => ({
    label: `${names[view]} ${countWords(counts[view])}`,
    to: view === 'all' ? '/people' : `/people?view=${view}`,
    isCurrent: view === current,
  }))
  return <ViewTabs label="视图" views={views} />
}

function PeopleList({ records, hasMore }: { records: PersonRow[]; hasMore: boolean }) {
  const filters = useAddressFilters(FILTERS)
  const { state } = useNavigation()
  const last = records.at(-1)
  return (
    <>
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
          options={[{ value: '', label: '全部' }, ...DUTIES.map((duty) => ({ value: duty, label: DUTY_NAMES[duty] }))]}
          onChange={(duty) => filters.set('duty', duty)}
        />
      </FilterBar>
      <DataTable
        label="用户"
        columns={COLUMNS}
        rows={records}
        idOf={({ id }) => id}
        nameOf={({ nickname }) => nickname}
        linkOf={({ id }) => `/people/${id}`}
        isBusy={state === 'loading'}
        empty={<EmptyState title="没有找到这样的用户" link={{ to: '/people', text: '查看全部用户' }} />}
      />
      <ListFoot
        olderTo={hasMore && last ? filters.linkWith('after', last.id) : null}
        newestTo={filters.get('after') ? filters.linkWith('after', '') : null}
      >
        按注册时间，新的在前
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
    cell: ({ nickname, email }) => (
      <>
        {nickname} <span className={styles.email}>{email}</span>
      </>
    ),
  },
  { key: 'duties', head: '职责', cell: ({ duties }) => <DutyTags duties={duties} /> },
  {
    key: 'state',
    head: '状态',
    cell: (row) => {
      const { shape, words } = statusOf(row, row.duties.length > 0)
      return <StatusMark shape={shape}>{words}</StatusMark>
    },
  },
  { key: 'since', head: '注册', onPhone: 'hidden', cell: ({ createTime }) => shortTime(createTime) },
  {
    key: 'login',
    head: '最近登录',
    onPhone: 'labelled',
    cell: ({ lastLoginTime }) => (lastLoginTime ? shortTime(lastLoginTime) : '–'),
  },
]
