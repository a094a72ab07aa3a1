import { BadgeCheck, UserPlus } from '@lucide/icons'
import { DUTIES } from '@portal/contract/accounts/duties.ts'
import { PEOPLE_VIEWS, type PeopleView } from '@portal/contract/accounts/people-rules.ts'
import { useState } from 'react'
import { useLoaderData } from 'react-router-dom'
import { defineLoader } from '#lib/api/define-loader.ts'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { ViewTabs } from '#manage/controls/lists/view-tabs.tsx'
import { hasDuty, useSelf } from '#manage/staff/staff-store.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { ExportPeople } from './export-people.tsx'
import { InvitationList } from './invitation-list.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { PeopleList } from './people-list.tsx'
import { formatCount } from './people-words.ts'

const INVITED = 'invited'

const readView = (text: string | null): PeopleView | typeof INVITED =>
  text === INVITED ? INVITED : (PEOPLE_VIEWS.find((view) => view === text) ?? 'all')

export const loader = defineLoader(async ({ api, query }) => {
  const view = readView(query.get('view'))
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

/** 用户: all accounts and invitations. */
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
            {isOwner && view !== INVITED && <ExportPeople view={view} />}
            {isOwner && (
              <Button icon={UserPlus} onClick={() => setIsInviting(true)}>
                邀请同事
              </Button>
            )}
          </>
        }
      />
      <Views current={view} />
      {people && <PeopleList {...people} view={view as PeopleView} />}
      {invitations && <InvitationList {...invitations} isOwner={isOwner} />}
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
    </>
  )
}

function Views({ current }: { current: PeopleView | typeof INVITED }) {
  const { counts } = useLoaderData<typeof loader>()
  const names = { all: '全部', staff: '有职责', invited: '已邀请', reported: '被举报', disabled: '停用' } as const
  const views = (['all', 'staff', 'invited', 'reported', 'disabled'] as const).map((view) => ({
    label: `${names[view]} ${formatCount(counts[view])}`,
    to: view === 'all' ? '/people' : `/people?view=${view}`,
    isCurrent: view === current,
  }))
  return <ViewTabs label="视图" views={views} />
}
