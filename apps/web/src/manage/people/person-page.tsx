import { ArrowUpRight } from '@lucide/icons'
import { WRITING_KINDS } from '@portal/contract/accounts/people-rules.ts'
import { useState } from 'react'
import { useLoaderData } from 'react-router-dom'
import { defineLoader } from '#lib/api/define-loader.ts'
import { formatDate } from '#lib/format.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { Column, Columns } from '#manage/controls/layout/panel.tsx'
import { StatusMark } from '#manage/controls/values/status-mark.tsx'
import { hasDuty, useSelf, useStaff } from '#manage/staff/staff-store.ts'
import { Button } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { DisableDialog, EnableDialog } from './disable-dialogs.tsx'
import { DutiesPanel } from './duties-panel.tsx'
import { FactorPanel } from './factor-panel.tsx'
import styles from './people.module.css'
import { describeStatus, type Person } from './people-words.ts'
import { OwnActionsPanel, PenaltiesPanel, SessionsPanel, TimelinePanel } from './person-panels.tsx'
import { SignatoryPanel } from './signatory-panel.tsx'
import { SigningNamePanel } from './signing-name-panel.tsx'
import { WritingsPanel } from './writings-panel.tsx'

export const loader = defineLoader(async ({ api, params, query }) => {
  const id = params.id ?? ''
  const kind = WRITING_KINDS.find((one) => one === query.get('kind')) ?? 'articles'
  const after = query.get('after')
  const isOwner = hasDuty(useStaff.getState().self?.duties ?? [], ['owner'])
  const path = { params: { id } }
  const [person, writings, ownEntries] = await Promise.all([
    api.call('GET /v1/manage/users/{id}', path),
    api.call('GET /v1/manage/users/{id}/writings', { ...path, query: { kind, ...(after && { after }) } }),
    // Other duties see only their own entries.
    isOwner ? api.call('GET /v1/manage/audit', { query: { actor: id } }) : null,
  ])
  return { person, kind, writings, ownEntries: ownEntries?.records.slice(0, OWN_ENTRIES) ?? null }
})

const OWN_ENTRIES = 12

/** One account: duties, records, logins, penalties, writings. */
export function Component() {
  const { person, kind, writings, ownEntries } = useLoaderData<typeof loader>()
  const { duties } = useSelf()
  const isOwner = hasDuty(duties, ['owner'])
  const isStaff = person.duties.length > 0
  const mayChange = !person.isSelf && (isOwner || !isStaff)
  const { shape, words } = describeStatus(
    person,
    person.duties.map(({ duty }) => duty),
  )
  return (
    <>
      <PageHead
        title={person.nickname}
        crumb={<Link to="/people">用户</Link>}
        marks={<StatusMark shape={shape}>{words}</StatusMark>}
        summary={
          <span className={styles.id}>
            {person.email ?? '没有邮箱'}　注册于 {formatDate(person.createTime)}　编号 {person.id}
          </span>
        }
        actions={
          <>
            <a className={styles.line} href={`/user?userId=${person.id}`}>
              公开主页
              <Icon of={ArrowUpRight} sizePx={16} />
            </a>
            {mayChange && !person.isLastOwner && <StateButton person={person} isStaff={isStaff} />}
          </>
        }
      />
      {isStaff && !person.isEnrolled && person.state === 'normal' && (
        <div className={styles.note}>
          <Note tone="warning" title="尚未设置两步验证">
            有职责的账号在设好之前不能进入管理。
          </Note>
        </div>
      )}
      {person.openReports > 0 && (
        <div className={styles.note}>
          <Note
            tone="warning"
            title={`${person.openReports} 件被举报的评论未办结`}
            action={<TextLink to="?kind=reportsAbout">查看举报</TextLink>}
          >
            停用前请先看举报的内容与工单。
          </Note>
        </div>
      )}
      <Columns>
        <Column span={8}>
          <DutiesPanel key={person.id} person={person} isOwner={isOwner} />
          <SigningNamePanel person={person} isOwner={isOwner} />
          <SignatoryPanel person={person} isOwner={isOwner} />
          <WritingsPanel person={person} kind={kind} {...writings} />
        </Column>
        <Column span={4}>
          <SessionsPanel person={person} mayEnd={mayChange} />
          <FactorPanel person={person} isOwner={isOwner} />
          {person.penalties.length > 0 && <PenaltiesPanel penalties={person.penalties} />}
          <TimelinePanel person={person} />
          {ownEntries && isStaff && <OwnActionsPanel id={person.id} entries={ownEntries} />}
        </Column>
      </Columns>
    </>
  )
}

function StateButton({ person, isStaff }: { person: Person; isStaff: boolean }) {
  const [isAsking, setIsAsking] = useState(false)
  if (person.state === 'closing') return null
  const isDisabled = person.state === 'disabled'
  const TheDialog = isDisabled ? EnableDialog : DisableDialog
  return (
    <>
      <Button variant="outline" className={isDisabled ? undefined : styles.danger} onClick={() => setIsAsking(true)}>
        {isDisabled ? '启用账号' : '停用账号'}
      </Button>
      {isAsking && <TheDialog person={person} isStaff={isStaff} onClose={() => setIsAsking(false)} />}
    </>
  )
}
