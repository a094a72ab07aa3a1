import type { ChatMessage } from '@portal/contract/frames.ts'
import type { Message } from '@portal/contract/messages.ts'
import { type ChatEntry, mergeEntry, toEntry } from '../chat-message.ts'
import { mergeOrdered } from './log-order.ts'
import { comparisonKey } from './message-html.ts'

/** What is known of one conversation, without gaps from its oldest entry on. */
export interface ChatLog {
  ownId: string
  /** Oldest first. */
  entries: readonly ChatEntry[]
  /** Ids of all rows of upstream's history that were seen, of notices between the two as well. */
  rowIds: ReadonlySet<string>
  /** Upstream has older ones. */
  hasOlder: boolean
  /** By the `ref` of a message that was sent here: the id under which it arrived. */
  arrived: ReadonlyMap<string, string>
  /** Ids that were withdrawn before their rows were seen: a history that was asked for earlier still has their words. */
  withdrawnEarly: ReadonlySet<string>
}

/** A message on its way, as far as it is to be known again when it arrives. */
export interface Outgoing {
  ref: string
  content: string
}

export function emptyLog(ownId: string): ChatLog {
  return { ownId, entries: [], rowIds: new Set(), hasOlder: true, arrived: new Map(), withdrawnEarly: new Set() }
}

/**
 * With rows of the history.
 * @param records newest first, as upstream answers
 */
export function withHistory(log: ChatLog, records: readonly Message[], isOlder = false): ChatLog {
  const entries = records
    .map((record) => toEntry(record, log.ownId, null))
    .filter((entry) => entry !== null)
    .reverse()
  return {
    ...log,
    entries: mergeOrdered(log.entries, markWithdrawn(log, entries), mergeEntry, isOlder),
    rowIds: new Set([...log.rowIds, ...idsOf(records)]),
  }
}

/** With entries that are known from elsewhere. */
export function withEntries(log: ChatLog, entries: readonly ChatEntry[]): ChatLog {
  return {
    ...log,
    entries: mergeOrdered(log.entries, markWithdrawn(log, entries), mergeEntry),
    rowIds: new Set([...log.rowIds, ...entries.map(({ id }) => id)]),
  }
}

function markWithdrawn({ withdrawnEarly }: ChatLog, entries: readonly ChatEntry[]): readonly ChatEntry[] {
  if (withdrawnEarly.size === 0) return entries
  return entries.map((entry) => (withdrawnEarly.has(entry.id) ? { ...entry, isWithdrawn: true } : entry))
}

/** Whether some of these rows are known: then nothing lies between them and what is known. */
export function overlaps(log: ChatLog, records: readonly Message[]): boolean {
  return idsOf(records).some((id) => log.rowIds.has(id))
}

function idsOf(records: readonly Message[]): string[] {
  return records.map(({ id }) => id ?? '').filter((id) => id !== '')
}

/**
 * With a message that a socket brought; an own one takes the place of the first that is on its way with the same words.
 * @param arrivedAtMs epoch ms
 */
export function withMessage(
  log: ChatLog,
  message: ChatMessage,
  arrivedAtMs: number,
  outgoing: readonly Outgoing[] = [],
): ChatLog {
  const entry = toEntry(message, log.ownId, arrivedAtMs)
  if (!entry) return log
  const isNew = !log.rowIds.has(entry.id)
  const next = withEntries(log, [entry])
  if (!isNew || !entry.isOwn) return next
  const print = comparisonKey(message.content)
  const sent = outgoing.find(({ ref, content }) => !log.arrived.has(ref) && comparisonKey(content) === print)
  return sent ? asArrived(next, sent.ref, entry.id) : next
}

/** The answer to what was sent here: it is this message, whatever was guessed before. */
export function withAnswer(log: ChatLog, ref: string, message: ChatMessage, arrivedAtMs: number): ChatLog {
  const next = withMessage(log, message, arrivedAtMs)
  return log.arrived.get(ref) === message.id ? next : asArrived(next, ref, message.id)
}

function asArrived(log: ChatLog, ref: string, id: string): ChatLog {
  const guessed = log.arrived.get(ref)
  const entries = log.entries.map((entry) => {
    if (entry.id === id) return { ...entry, key: ref }
    return entry.id === guessed ? { ...entry, key: entry.id } : entry
  })
  // The id may have been taken for another one's.
  const others = [...log.arrived].filter(([other, arrivedId]) => other !== ref && arrivedId !== id)
  return { ...log, entries, arrived: new Map([...others, [ref, id]]) }
}

export function withWithdrawn(log: ChatLog, id: string): ChatLog {
  if (!log.rowIds.has(id)) return { ...log, withdrawnEarly: new Set([...log.withdrawnEarly, id]) }
  return changed(log, (entry) => entry.id === id && !entry.isWithdrawn, { isWithdrawn: true })
}

/** The peer has read everything that was sent so far, or the owner of the log everything that came. */
export function withRead(log: ChatLog, isByOwn: boolean): ChatLog {
  return changed(log, (entry) => entry.isOwn !== isByOwn && !entry.isRead, { isRead: true })
}

function changed(log: ChatLog, isMeant: (entry: ChatEntry) => boolean, changes: Partial<ChatEntry>): ChatLog {
  if (!log.entries.some(isMeant)) return log
  return { ...log, entries: log.entries.map((entry) => (isMeant(entry) ? { ...entry, ...changes } : entry)) }
}

/** The first message that its reader has not seen: the `count`-th from the peer, from the end. */
export function firstUnread(log: ChatLog, count: number): ChatEntry | null {
  const incoming = log.entries.filter(({ isOwn, isWithdrawn }) => !isOwn && !isWithdrawn)
  if (count <= 0 || incoming.length === 0) return null
  const found = incoming.at(-count)
  // Further up than what is known, it is shown above it until that is.
  return found ?? incoming[0] ?? null
}
