import type { Message } from '@portal/contract/community/messages.ts'
import type { ChatMessage } from '@portal/contract/frames.ts'
import { type ChatEntry, mergeEntry, toEntry } from '../chat-message.ts'
import { mergeOrdered } from './log-order.ts'
import { toComparisonKey } from './message-html.ts'

/** The loaded messages of a conversation, without gaps from the oldest one on. */
export interface ChatLog {
  ownId: string
  /** Oldest first. */
  entries: readonly ChatEntry[]
  /** Ids of all rows in upstream's history, including notices. */
  rowIds: ReadonlySet<string>
  /** Whether upstream has older messages. */
  hasOlder: boolean
  /** Ids of confirmed messages by their `ref`. */
  arrived: ReadonlyMap<string, string>
  /** Ids withdrawn before their rows were loaded: a history requested earlier still has their text. */
  withdrawnEarly: ReadonlySet<string>
}

export function createLog(ownId: string): ChatLog {
  return { ownId, entries: [], rowIds: new Set(), hasOlder: true, arrived: new Map(), withdrawnEarly: new Set() }
}

/**
 * Adds rows of the history.
 * @param records newest first, as upstream answers
 */
export function addHistory(log: ChatLog, records: readonly Message[], isOlder = false): ChatLog {
  const entries = records
    .map((record) => toEntry(record, log.ownId, null))
    .filter((entry) => entry !== null)
    .reverse()
  return addEntries(log, entries, listIds(records), isOlder)
}

/**
 * Adds entries.
 * @param rowIds ids of their rows and of rows without entries
 */
export function addEntries(
  log: ChatLog,
  entries: readonly ChatEntry[],
  rowIds: readonly string[] = entries.map(({ id }) => id),
  isOlder = false,
): ChatLog {
  const marked = entries.map((entry) => (log.withdrawnEarly.has(entry.id) ? { ...entry, isWithdrawn: true } : entry))
  return {
    ...log,
    entries: mergeOrdered(log.entries, marked, mergeEntry, isOlder),
    rowIds: new Set([...log.rowIds, ...rowIds]),
  }
}

/** Whether some of these rows are known, so that there is no gap. */
export function hasCommonRows(log: ChatLog, records: readonly Message[]): boolean {
  return listIds(records).some((id) => log.rowIds.has(id))
}

function listIds(records: readonly Message[]): string[] {
  return records.map(({ id }) => id ?? '').filter((id) => id !== '')
}

/**
 * Adds a message of the socket. A message of this user replaces the first pending message with the same content.
 * @param arrivedAtMs epoch ms
 */
export function addMessage(
  log: ChatLog,
  message: ChatMessage,
  arrivedAtMs: number,
  outgoing: readonly { ref: string; content: string }[] = [],
): ChatLog {
  const entry = toEntry(message, log.ownId, arrivedAtMs)
  if (!entry) return log
  const isNew = !log.rowIds.has(entry.id)
  const next = addEntries(log, [entry])
  if (!isNew || !entry.isOwn) return next
  const print = toComparisonKey(message.content)
  const sent = outgoing.find(({ ref, content }) => !log.arrived.has(ref) && toComparisonKey(content) === print)
  return sent ? recordArrival(next, sent.ref, entry.id) : next
}

/** Applies the answer to a sent message, which overrides an earlier assumption. */
export function applyAnswer(log: ChatLog, ref: string, message: ChatMessage, arrivedAtMs: number): ChatLog {
  const next = addMessage(log, message, arrivedAtMs)
  return log.arrived.get(ref) === message.id ? next : recordArrival(next, ref, message.id)
}

function recordArrival(log: ChatLog, ref: string, id: string): ChatLog {
  const assumedId = log.arrived.get(ref)
  const entries = log.entries.map((entry) => {
    if (entry.id === id) return { ...entry, key: ref }
    return entry.id === assumedId ? { ...entry, key: entry.id } : entry
  })
  // The id may have been assigned to another pending message.
  const others = [...log.arrived].filter(([other, arrivedId]) => other !== ref && arrivedId !== id)
  return { ...log, entries, arrived: new Map([...others, [ref, id]]) }
}

export function applyWithdrawal(log: ChatLog, id: string): ChatLog {
  if (!log.rowIds.has(id)) return { ...log, withdrawnEarly: new Set([...log.withdrawnEarly, id]) }
  return changeEntries(log, (entry) => entry.id === id && !entry.isWithdrawn, { isWithdrawn: true })
}

/** Marks messages as read: the received ones when `isByOwn`, else the sent ones. */
export function markAsRead(log: ChatLog, isByOwn: boolean): ChatLog {
  return changeEntries(log, (entry) => entry.isOwn !== isByOwn && !entry.isRead, { isRead: true })
}

function changeEntries(log: ChatLog, isMatch: (entry: ChatEntry) => boolean, changes: Partial<ChatEntry>): ChatLog {
  if (!log.entries.some(isMatch)) return log
  return { ...log, entries: log.entries.map((entry) => (isMatch(entry) ? { ...entry, ...changes } : entry)) }
}

/** The first unread message: the `count`-th message of the peer, from the end. */
export function findFirstUnread(log: ChatLog, count: number): ChatEntry | null {
  const incoming = log.entries.filter(({ isOwn, isWithdrawn }) => !isOwn && !isWithdrawn)
  if (count <= 0 || incoming.length === 0) return null
  const found = incoming.at(-count)
  // The message is not loaded yet, so the oldest loaded one is returned.
  return found ?? incoming[0] ?? null
}
