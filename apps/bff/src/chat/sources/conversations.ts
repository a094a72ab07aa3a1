import { MINUTE_MS } from '@portal/contract/constants.ts'
import type { ChatMessage } from '@portal/contract/frames.ts'
import { WITHDRAW_MS } from '@portal/contract/socket.ts'
import { toInstantMs } from '@portal/contract/time.ts'
import type { ChatEvent } from '../chat-event.ts'
import type { ChatCaller, ChatRoom, ChatUpstream } from '../chat-upstream.ts'

/** A period in which events may have been missed. */
export interface Gap {
  /** Epoch ms. */
  sinceMs: number
  /** Searches messages that the user sent from another device too, not only unread ones. */
  isThorough: boolean
  /** Delivers messages again that this instance has delivered: others may not have got them from it. */
  isRepeated?: boolean
}

const PAGE_SIZE = 50
/** Maximum number of pages read back; the page itself fetches longer histories when the conversation is opened. */
const PAGES_MAX = 20
/** Number of remembered conversations, and of the newest ones that are searched in addition. */
const RECENT_MAX = 10
/** Clocks of two machines differ, and `createTime` has lost its seconds. */
const SKEW_MS = 2 * MINUTE_MS

export type Conversations = ReturnType<typeof createConversations>

/** Remembers the newest delivered messages of one user's conversations, enough to find missed ones. */
export function createConversations({ chatUpstream, userId }: { chatUpstream: ChatUpstream; userId: string }) {
  /** Newest delivered message by peer, the latest conversation last. Created on first use. */
  let anchors: Map<string, string> | null = null
  /** Unread messages by peer at the last fetch. */
  let unreadByPeer: Map<string, number> | null = null

  function setAnchor(peerId: string, id: string): void {
    anchors ??= new Map()
    anchors.delete(peerId)
    anchors.set(peerId, id)
    const [oldest] = anchors.keys()
    if (anchors.size > RECENT_MAX && oldest !== undefined) anchors.delete(oldest)
  }

  /** Returns the change of the peer's unread messages since the last fetch; `null` when unknown. */
  function countNewlyUnread({ peerId, unread }: ChatRoom): number | null {
    return unreadByPeer ? unread - (unreadByPeer.get(peerId) ?? 0) : null
  }

  function mayHaveMissed(room: ChatRoom, place: number, { sinceMs, isThorough }: Gap): boolean {
    const { lastMessage, peerId, unread } = room
    const anchor = anchors?.get(peerId)
    if (lastMessage === null) return false
    if (countNewlyUnread(room)) return true
    if (lastMessage) {
      // The gap cannot contain older messages or withdrawals of older ones.
      return anchor === undefined || anchor === lastMessage.id
        ? readStoredMs(lastMessage) >= sinceMs - WITHDRAW_MS - SKEW_MS
        : true
    }
    if (place < RECENT_MAX && unread > 0 && unreadByPeer === null) return true
    return isThorough && (place < RECENT_MAX || anchor !== undefined)
  }

  /** Returns messages, newest first, back to the start of the gap and to the newest delivered message. */
  async function readBack(caller: ChatCaller, peerId: string, gap: Gap): Promise<ChatMessage[]> {
    const anchor = anchors?.get(peerId)
    const rows = new Map<string, ChatMessage>()
    for (let pageNo = 1; pageNo <= PAGES_MAX; pageNo += 1) {
      const { messages, pages } = await chatUpstream.history(caller, peerId, pageNo, PAGE_SIZE)
      // Rows move to the next page when new ones arrive in between.
      for (const message of messages) rows.set(message.id, message)
      const oldest = messages.at(-1)
      const isFarEnough = !oldest || readStoredMs(oldest) < gap.sinceMs - WITHDRAW_MS - SKEW_MS
      if (pageNo >= pages || (isFarEnough && (anchor === undefined || rows.has(anchor)))) break
    }
    return [...rows.values()]
  }

  function toEvents(newestFirst: readonly ChatMessage[], room: ChatRoom, gap: Gap): ChatEvent[] {
    const { peerId } = room
    const place = newestFirst.findIndex(({ id }) => id === anchors?.get(peerId))
    // This count does not depend on upstream's clock.
    const unreadCount = Math.max(0, countNewlyUnread(room) ?? 0)
    const unread = newestFirst.filter(({ fromUserId }) => fromUserId === peerId).slice(0, unreadCount)
    return newestFirst
      .flatMap((message, index): ChatEvent[] => {
        const isYoung = readStoredMs(message) >= gap.sinceMs - SKEW_MS
        const isKnown = place >= 0 && index >= place
        const isNew = isKnown ? isYoung && gap.isRepeated === true : place >= 0 || isYoung || unread.includes(message)
        const delivered: ChatEvent[] = isNew ? [{ kind: 'message', message }] : []
        const isWithdrawnNow = message.isWithdraw === 1 && readStoredMs(message) >= gap.sinceMs - WITHDRAW_MS - SKEW_MS
        const { id, fromUserId: by } = message
        return isWithdrawnNow ? [{ kind: 'withdrawn', id, peerId, by }, ...delivered] : delivered
      })
      .toReversed()
  }

  return {
    /** Records that a message, and everything before it, was delivered. */
    note(message: ChatMessage): void {
      setAnchor(message.fromUserId === userId ? message.toUserId : message.fromUserId, message.id)
    },
    /** Records that the user has read this conversation. */
    noteRead(peerId: string): void {
      unreadByPeer?.delete(peerId)
    },
    /**
     * Returns the events in a gap, oldest first in each conversation. Some may have been delivered before.
     * @throws AppError
     */
    async fetchMissed(caller: ChatCaller, gap: Gap): Promise<ChatEvent[]> {
      const rooms = await chatUpstream.rooms(caller)
      const found: { events: ChatEvent[]; peerId: string; newestId: string | undefined }[] = []
      for (const room of rooms.filter((each, place) => mayHaveMissed(each, place, gap))) {
        const { peerId } = room
        const rows = await readBack(caller, peerId, gap)
        found.push({ events: toEvents(rows, room, gap), peerId, newestId: rows[0]?.id })
      }
      // This runs after the loop: a failed fetch is repeated as a whole.
      for (const { peerId, newestId } of found) if (newestId !== undefined) setAnchor(peerId, newestId)
      unreadByPeer = new Map(rooms.filter(({ unread }) => unread > 0).map(({ peerId, unread }) => [peerId, unread]))
      return found.flatMap(({ events }) => events)
    },
  }
}

/** Time when it was stored, epoch ms; messages without a date count as new. */
function readStoredMs({ ext, createTime }: ChatMessage): number {
  return ext?.at ?? toInstantMs(createTime) ?? Number.POSITIVE_INFINITY
}
