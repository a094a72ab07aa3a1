import type { ChatMessage } from '@portal/contract/frames.ts'
import type { Message } from '@portal/contract/messages.ts'
import { toInstantMs } from '@portal/contract/time.ts'
import { asSafeHtml, type SafeHtml } from '#lib/html/safe-html.ts'

/** A stored message of a conversation. */
export interface ChatEntry {
  /** Stays the same when a message that was on its way arrives. */
  key: string
  id: string
  isOwn: boolean
  html: SafeHtml
  /** Epoch ms; `null` when upstream does not say. */
  atMs: number | null
  /** Place among all messages, as the reference upstream numbers them. */
  seq: number | null
  /** By whom it is addressed to. */
  isRead: boolean
  isWithdrawn: boolean
}

/** Wire code of a private message; histories of some upstreams hold notices between the two as well (fact sheet 4.8). */
const PRIVATE = 1

/**
 * A row of the history, or what a socket brought; `null` for what is no private message.
 * @param arrivedAtMs for messages without a time of their own
 */
export function toEntry(message: Message | ChatMessage, ownId: string, arrivedAtMs: number | null): ChatEntry | null {
  const { id, code, noticeType, fromUserId, content, isRead, isWithdraw, createTime, ext } = message
  if (!id || (code ?? PRIVATE) !== PRIVATE || (noticeType ?? null) !== null) return null
  return {
    key: id,
    id,
    isOwn: fromUserId === ownId,
    html: asSafeHtml(content),
    atMs: ext?.at ?? toInstantMs(createTime) ?? arrivedAtMs,
    seq: ext?.seq ?? null,
    isRead: isRead === 1,
    isWithdrawn: isWithdraw === 1,
  }
}

/** What is known of a message, and what is incoming of it anew: nothing that happened is taken back by an older answer. */
export function mergeEntry(known: ChatEntry, incoming: ChatEntry): ChatEntry {
  const isWithdrawn = known.isWithdrawn || incoming.isWithdrawn
  return {
    key: known.key,
    id: known.id,
    isOwn: known.isOwn,
    // Its own words stay here, so that they can be written anew.
    html: isWithdrawn ? known.html : incoming.html,
    // `createTime` knows the minute only.
    atMs: isSameMinute(known.atMs, incoming.atMs) ? known.atMs : (incoming.atMs ?? known.atMs),
    seq: incoming.seq ?? known.seq,
    isRead: known.isRead || incoming.isRead,
    isWithdrawn,
  }
}

function isSameMinute(one: number | null, other: number | null): boolean {
  return one !== null && other !== null && Math.floor(one / 60_000) === Math.floor(other / 60_000)
}
