import { HOUR_MS } from '@portal/contract/constants.ts'
import type { TicketKind, TicketSource, TicketState } from '@portal/contract/tickets/ticket-rules.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { Db } from '#platform/db/open.ts'
import { CSV_START, toCsvLine } from '#platform/text/csv.ts'
import { type ListedTicket, streamTicketChunks, type TicketFilter } from './ticket-list.ts'

const KINDS: Record<TicketKind, string> = { feedback: '反馈', forgery: '仿冒', comment: '举报' }
const STATES: Record<TicketState, string> = { new: '待受理', open: '处理中', waiting: '等对方回复', closed: '已办结' }
const SOURCES: Record<TicketSource, string> = { site: '网站', phone: '电话', visit: '到店' }
const HEADINGS = [
  '工单',
  '类型',
  '来源',
  '状态',
  '标题',
  '称呼',
  '经办人',
  '提交时间',
  '应答复于',
  '首次答复',
  '首次答复用时（工作小时）',
  '办结时间',
]

const toWireTime = (at: number | null) => (at === null ? null : toWireDateTime(at))
const toHours = (ms: number | null) => (ms === null ? null : Math.round((ms / HOUR_MS) * 10) / 10)

/** Writes the tickets of a view as CSV lines. */
export async function* streamTicketCsv(db: Db, filter: TicketFilter) {
  yield CSV_START + toCsvLine(HEADINGS)
  for await (const rows of streamTicketChunks(db, filter)) yield rows.map((row) => toCsvLine(toCells(row))).join('')
}

function toCells(row: ListedTicket) {
  return [
    ...[
      `T-${row.id}`,
      KINDS[row.kind],
      SOURCES[row.source ?? 'site'],
      STATES[row.state],
      row.title,
      row.customer ?? '访客',
      row.assigneeName,
    ],
    ...[
      toWireTime(row.created_at),
      toWireTime(row.due_at),
      toWireTime(row.first_answer_at),
      toHours(row.first_answer_ms),
    ],
    toWireTime(row.closed_at),
  ]
}
