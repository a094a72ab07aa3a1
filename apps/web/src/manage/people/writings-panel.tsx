import { WRITING_KINDS, type WritingKind } from '@portal/contract/accounts/people-rules.ts'
import type { DataFor } from '@portal/contract/calls.ts'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { DataTable, type TableColumn } from '#manage/controls/lists/data-table.tsx'
import { ListFoot } from '#manage/controls/lists/list-foot.tsx'
import { ViewTabs } from '#manage/controls/lists/view-tabs.tsx'
import { formatShortTime } from '#manage/controls/values/short-time.ts'
import { StatusMark, type StatusShape } from '#manage/controls/values/status-mark.tsx'
import { Link } from '#ui/link.tsx'
import styles from './people.module.css'
import { formatCount, type Person } from './people-words.ts'

type Writing = DataFor<'GET /v1/manage/users/{id}/writings'>['records'][number]

interface WritingsPanelProps {
  person: Person
  kind: WritingKind
  records: Writing[]
  hasMore: boolean
}

const KINDS: Readonly<Record<WritingKind, string>> = {
  articles: '文章',
  comments: '评论',
  posts: '说说',
  feedback: '反馈',
  reportsAbout: '被举报',
  reportsMade: '举报他人',
}

/** 所写内容: public writings and reports of the person; neither drafts nor private messages. */
export function WritingsPanel({ person, kind, records, hasMore }: WritingsPanelProps) {
  const last = records.at(-1)
  const views = WRITING_KINDS.map((one) => ({
    label: `${KINDS[one]} ${formatCount(person.counts[one])}`,
    to: `?kind=${one}`,
    isCurrent: one === kind,
  }))
  return (
    <Panel title="所写内容" isFlush>
      <ViewTabs label="所写内容" views={views} />
      <DataTable
        label={KINDS[kind]}
        columns={createColumns(kind)}
        rows={records}
        getId={({ key }) => key}
        empty={<p className={styles.none}>没有{KINDS[kind]}</p>}
      />
      {hasMore && last && (
        <div className={styles.listFoot}>
          <ListFoot olderTo={`?kind=${kind}&after=${last.key}`}>新的在前</ListFoot>
        </div>
      )}
    </Panel>
  )
}

const ARTICLE_STATES: Readonly<Record<string, readonly [StatusShape, string]>> = {
  0: ['off', '已下架'],
  1: ['live', '已发布'],
  2: ['wait', '待审'],
}
const TICKET_STATES: Readonly<Record<string, readonly [StatusShape, string]>> = {
  new: ['wait', '待受理'],
  open: ['time', '处理中'],
  waiting: ['off', '等对方回复'],
  answered: ['time', '已答复'],
  closed: ['live', '已办结'],
}

/** Public pages are plain links, because they leave the management pages. */
function Place({ kind, row }: { kind: WritingKind; row: Writing }) {
  const text = row.text || '（无文字）'
  if (kind === 'feedback') return <Link to={`/tickets/${row.targetId}`}>{text}</Link>
  if (kind === 'posts') return text
  if (kind === 'articles' && row.state !== '1') return text
  return <a href={`/article/${row.targetId}`}>{text}</a>
}

/** The ticket about a reported comment. */
function ReportTicket({ ticket }: { ticket: Writing['ticket'] | undefined }) {
  if (!ticket) return '–'
  const [shape, words] = TICKET_STATES[ticket.state] ?? ['off', '–']
  return (
    <Link className={styles.ticket} to={`/tickets/${ticket.id}`}>
      T-{ticket.id} <StatusMark shape={shape}>{words}</StatusMark>
    </Link>
  )
}

function createColumns(kind: WritingKind): TableColumn<Writing>[] {
  const states = kind === 'articles' ? ARTICLE_STATES : TICKET_STATES
  const hasState = kind === 'articles' || kind === 'feedback'
  const isReport = kind === 'reportsAbout' || kind === 'reportsMade'
  return [
    {
      key: 'text',
      head: kind === 'articles' ? '标题' : '内容',
      kind: 'main',
      isWide: true,
      renderCell: (row) => <Place kind={kind} row={row} />,
    },
    ...(hasState
      ? [
          {
            key: 'state',
            head: '状态',
            renderCell: ({ state }: Writing) => {
              const [shape, words] = states[state ?? ''] ?? ['off', '–']
              return <StatusMark shape={shape}>{words}</StatusMark>
            },
          },
        ]
      : []),
    ...(isReport
      ? [
          { key: 'reason', head: '理由', renderCell: ({ state }: Writing) => state ?? '–' },
          { key: 'ticket', head: '工单', renderCell: ({ ticket }: Writing) => <ReportTicket ticket={ticket} /> },
        ]
      : []),
    { key: 'time', head: '时间', renderCell: ({ time }) => formatShortTime(time) },
  ]
}
