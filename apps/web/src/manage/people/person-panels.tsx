import { getGroupName } from '@portal/contract/audit/action-words.ts'
import type { DataFor } from '@portal/contract/calls.ts'
import { useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { DangerButton, DangerDialog } from '#manage/controls/dialogs/danger-dialog.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { useAction } from '#manage/controls/saving/use-action.ts'
import { Facts } from '#manage/controls/values/facts.tsx'
import { formatShortTime } from '#manage/controls/values/short-time.ts'
import { StatusMark } from '#manage/controls/values/status-mark.tsx'
import { Timeline } from '#manage/controls/values/timeline.tsx'
import { TextLink } from '#ui/text-link.tsx'
import styles from './people.module.css'
import { describeEvent, type Person } from './people-words.ts'

/** 登录设备: sessions of the account. */
export function SessionsPanel({ person, mayEnd }: { person: Person; mayEnd: boolean }) {
  const api = useApi()
  const runAction = useAction()
  const [isAsking, setIsAsking] = useState(false)
  const { sessions, nickname, id, version } = person
  return (
    <Panel
      title="登录设备"
      actions={mayEnd && sessions.length > 0 && <DangerButton onClick={() => setIsAsking(true)}>全部退出</DangerButton>}
    >
      {sessions.length === 0 ? (
        <p className={styles.faint}>没有登录的设备</p>
      ) : (
        <Facts
          of={sessions.map((session, at) => [
            session.device ?? `未知设备 ${at + 1}`,
            <>
              {formatShortTime(session.lastUseTime ?? session.createTime)}
              {person.duties.length > 0 && (session.isProven ? '　已验证' : '　未验证')}
            </>,
          ])}
        />
      )}
      {isAsking && (
        <DangerDialog
          title={`“${nickname}”退出全部设备`}
          verb="全部退出"
          onClose={() => setIsAsking(false)}
          onConfirm={() =>
            runAction(
              () => api.call('POST /v1/manage/users/{id}/logout', { params: { id }, body: { version } }),
              '已退出全部设备',
            )
          }
        >
          <p>1 秒内退出 {sessions.length} 台设备，可以重新登录。没有保存的内容留在对方的设备上。</p>
        </DangerDialog>
      )}
    </Panel>
  )
}

/** 停用记录: every penalty and its end. */
export function PenaltiesPanel({ penalties }: Pick<Person, 'penalties'>) {
  return (
    <Panel title="停用记录">
      {penalties.map((one) => (
        <div className={styles.row} key={one.id}>
          <span className={styles.line}>
            <b>{one.reason}</b>
            {one.liftedTime === null ? <StatusMark shape="stop">停用中</StatusMark> : null}
          </span>
          <span className={styles.faint}>
            {formatShortTime(one.time)} {one.byName} 停用，{endWords(one)}
          </span>
        </div>
      ))}
    </Panel>
  )
}

function endWords({ endTime, liftedTime, liftedByName }: Person['penalties'][number]): string {
  if (liftedTime === null) return endTime ? `至 ${formatShortTime(endTime)}` : '直到手动启用'
  return liftedByName
    ? `${formatShortTime(liftedTime)} ${liftedByName} 启用`
    : `${formatShortTime(liftedTime)} 到期启用`
}

/** 经过: actions of staff on the account. */
export function TimelinePanel({ person: { events, createTime } }: { person: Person }) {
  const entries = events.map((event, at) => ({
    key: `${event.time} ${at}`,
    text: describeEvent(event),
    note: `${formatShortTime(event.time)}　${event.actorName}`,
    ...(event.action === 'user.disable' && { tone: 'danger' as const }),
  }))
  return (
    <Panel title="经过">
      <Timeline entries={[...entries, { key: 'made', text: '注册', note: formatShortTime(createTime) }]} />
    </Panel>
  )
}

/** Describes an action, with the area when the name of the action does not tell it: 文章 保存. */
function describeOwnAction(entry: OwnActionsProps['entries'][number]): string {
  const isAboutPeople = ABOUT_PEOPLE.test(entry.action)
  return isAboutPeople ? describeEvent(entry) : `${getGroupName(entry.action)} ${describeEvent(entry)}`
}

const ABOUT_PEOPLE = /^(?:user|invitation|signatory)\./

interface OwnActionsProps {
  id: string
  entries: DataFor<'GET /v1/manage/audit'>['records']
}

/** 本人操作: actions of the person as a member of staff. */
export function OwnActionsPanel({ id, entries }: OwnActionsProps) {
  return (
    <Panel title="本人操作" actions={<TextLink to={`/audit?actor=${id}`}>全部</TextLink>}>
      {entries.length === 0 ? (
        <p className={styles.faint}>还没有操作</p>
      ) : (
        <Timeline
          entries={entries.map((entry) => ({
            key: entry.id,
            text: [describeOwnAction(entry), entry.targetId === id ? null : entry.targetName]
              .filter(Boolean)
              .join('：'),
            note: `${formatShortTime(entry.time)}${entry.outcome === 'done' ? '' : '　被拒绝'}`,
            ...(entry.outcome !== 'done' && { tone: 'danger' as const }),
          }))}
        />
      )}
    </Panel>
  )
}
