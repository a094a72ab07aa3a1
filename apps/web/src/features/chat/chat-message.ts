import type { Message } from '@portal/contract/community/messages.ts'
import type { ChatMessage } from '@portal/contract/frames.ts'
import { toInstantMs } from '@portal/contract/time.ts'
import { asSafeHtml } from '#lib/html/safe-html.ts'

/** A stored message of a conversation. */
export type ChatEntry = NonNullable<ReturnType<typeof toEntry>>

/** Wire code of a private message. Some upstreams also list notices in the history. */
const PRIVATE = 1

/**
 * Reads a message of the history or of the socket; `null` when it is no private message.
 * @param arrivedAtMs for messages without a time
 */
export function toEntry(message: Message | ChatMessage, ownId: string, arrivedAtMs: number | null) {
  const { id, code, noticeType, fromUserId, content, isRead, isWithdraw, createTime, ext } = message
  if (!id || (code ?? PRIVATE) !== PRIVATE || (noticeType ?? null) !== null) return null
  return {
    /** The key does not change when a pending message is confirmed. */
    key: id,
    id,
    isOwn: fromUserId === ownId,
    html: asSafeHtml(content),
    /** Time of the message, epoch ms; `null` when unknown. */
    atMs: ext?.at ?? toInstantMs(createTime) ?? arrivedAtMs,
    /** Sequence number of the reference upstream. */
    seq: ext?.seq ?? null,
    /** Whether the receiver has read the message. */
    isRead: isRead === 1,
    isWithdrawn: isWithdraw === 1,
  }
}

/** Merges two versions of a message. An older answer cannot undo a withdrawal or a read mark. */
export function mergeEntry(known: ChatEntry, incoming: ChatEntry): ChatEntry {
  const isWithdrawn = known.isWithdrawn || incoming.isWithdrawn
  return {
    ...known,
    // Keeps the text of a withdrawn message, so that it can be edited again.
    html: isWithdrawn ? known.html : incoming.html,
    // `createTime` has a resolution of minutes, so a known exact time is kept.
    atMs: isSameMinute(known.atMs, incoming.atMs) ? known.atMs : (incoming.atMs ?? known.atMs),
    seq: incoming.seq ?? known.seq,
    isRead: known.isRead || incoming.isRead,
    isWithdrawn,
  }
}

function isSameMinute(one: number | null, other: number | null): boolean {
  return one !== null && other !== null && Math.floor(one / 60_000) === Math.floor(other / 60_000)
}
