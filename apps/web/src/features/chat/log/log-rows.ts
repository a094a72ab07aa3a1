import { MINUTE_MS } from '@portal/contract/constants.ts'
import type { QueuedPicture } from '#lib/api/picture-queue.ts'
import { toShanghaiDay } from '#lib/format.ts'
import type { OutboxEntry } from '#live/outbox.ts'
import type { ChatEntry } from '../chat-message.ts'

/** A row of the conversation. */
export type LogRow =
  | { kind: 'day'; key: string; atMs: number }
  /** The rule 以下为新消息 */
  | { kind: 'new'; key: string }
  | { kind: 'withdrawn'; key: string; entry: ChatEntry }
  | MessageRow
  | { kind: 'outgoing'; key: string; outgoing: OutboxEntry }
  | { kind: 'upload'; key: string; upload: QueuedPicture }

export interface MessageRow {
  kind: 'message'
  key: string
  entry: ChatEntry
  /** Whether it is the last of its group, which has the avatar. */
  isLast: boolean
  /** Whether it is the last message of this user that the peer has read. */
  isReadMark: boolean
}

/** Maximum pause within a group of messages. */
const GROUP_PAUSE_MAX_MS = 3 * MINUTE_MS

export interface LogContent {
  entries: readonly ChatEntry[]
  /** Id of the message below the rule. */
  newFromId: string | null
  outgoing: readonly OutboxEntry[]
  uploads: readonly QueuedPicture[]
}

export function toLogRows({ entries, newFromId, outgoing, uploads }: LogContent): LogRow[] {
  const readMarkId = entries.filter(({ isOwn, isRead, isWithdrawn }) => isOwn && isRead && !isWithdrawn).at(-1)?.id
  const rows: LogRow[] = []
  let day: number | null = null
  entries.forEach((entry, index) => {
    const entryDay = entry.atMs === null ? day : toShanghaiDay(entry.atMs)
    if (entry.atMs !== null && entryDay !== day) rows.push({ kind: 'day', key: `day ${entry.key}`, atMs: entry.atMs })
    day = entryDay
    if (entry.id === newFromId) rows.push({ kind: 'new', key: 'new' })
    const next = entries[index + 1]
    const isLast = next === undefined || next.id === newFromId || !isTogether(entry, next)
    if (entry.isWithdrawn) rows.push({ kind: 'withdrawn', key: entry.key, entry })
    else rows.push({ kind: 'message', key: entry.key, entry, isLast, isReadMark: entry.id === readMarkId })
  })
  return [
    ...rows,
    ...outgoing.map((one): LogRow => ({ kind: 'outgoing', key: one.ref, outgoing: one })),
    ...uploads.map((upload): LogRow => ({ kind: 'upload', key: upload.key, upload })),
  ]
}

function isTogether(one: ChatEntry, next: ChatEntry): boolean {
  if (one.isOwn !== next.isOwn || next.isWithdrawn) return false
  if (one.atMs === null || next.atMs === null) return true
  return next.atMs - one.atMs <= GROUP_PAUSE_MAX_MS && toShanghaiDay(one.atMs) === toShanghaiDay(next.atMs)
}
