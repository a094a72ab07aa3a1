import { MINUTE_MS } from '@portal/contract/constants.ts'
import type { ChatMessage } from '@portal/contract/frames.ts'
import { WITHDRAW_MS } from '@portal/contract/socket.ts'
import { toInstantMs } from '@portal/contract/time.ts'
import type { ChatEvent } from '../chat-event.ts'
import type { ChatCaller, ChatRoom, ChatUpstream } from '../chat-upstream.ts'

/** Since when something may have happened unheard. */
export interface Gap {
  /** Epoch ms. */
  sinceMs: number
  /** Includes own messages from another device, not only unread ones. */
  isThorough: boolean
}

/** Newest delivered messages of one user's conversations: enough to find missed ones. */
export interface Conversations {
  /** Told, and everything before it. */
  note(message: ChatMessage): void
  /** The user has read what this peer wrote. */
  noteRead(peerId: string): void
  /**
   * Events in a gap, oldest first in each conversation. Some may have been delivered before.
   * @throws AppError
   */
  lookUp(caller: ChatCaller, gap: Gap): Promise<ChatEvent[]>
}

interface Options {
  chatUpstream: ChatUpstream
  userId: string
}

const PAGE_SIZE = 50
/** Conversations with more in a gap are read again when they are opened. */
const PAGES_MAX = 20
/** Conversations that are remembered, and the newest that are looked through beyond those. */
const RECENT_MAX = 10
/** Clocks of two machines differ, and `createTime` has lost its seconds. */
const SKEW_MS = 2 * MINUTE_MS

export function createConversations({ chatUpstream, userId }: Options): Conversations {
  /** The newest delivered message by peer, the latest conversation last. Created on first use. */
  let anchors: Map<string, string> | null = null
  /** Unread messages by peer, as last seen. */
  let unreadByPeer: Map<string, number> | null = null

  function setAnchor(peerId: string, id: string): void {
    anchors ??= new Map()
    anchors.delete(peerId)
    anchors.set(peerId, id)
    const [oldest] = anchors.keys()
    if (anchors.size > RECENT_MAX && oldest !== undefined) anchors.delete(oldest)
  }

  /** How many more messages of the peer are unread than when it was last looked; null when that is not known. */
  function newlyUnread({ peerId, unread }: ChatRoom): number | null {
    return unreadByPeer ? unread - (unreadByPeer.get(peerId) ?? 0) : null
  }

  function isConcerned(room: ChatRoom, place: number, { sinceMs, isThorough }: Gap): boolean {
    const { lastMessage, peerId, unread } = room
    const anchor = anchors?.get(peerId)
    if (lastMessage === null) return false
    if (newlyUnread(room)) return true
    if (lastMessage) {
      // Older messages, and withdrawals of older ones, cannot be in the gap.
      return anchor === undefined || anchor === lastMessage.id
        ? atMs(lastMessage) >= sinceMs - WITHDRAW_MS - SKEW_MS
        : true
    }
    if (place < RECENT_MAX && unread > 0 && unreadByPeer === null) return true
    return isThorough && (place < RECENT_MAX || anchor !== undefined)
  }

  /** Newest first, back to the start of the gap and to the newest delivered message. */
  async function readBack(caller: ChatCaller, peerId: string, gap: Gap): Promise<ChatMessage[]> {
    const anchor = anchors?.get(peerId)
    const rows = new Map<string, ChatMessage>()
    for (let pageNo = 1; pageNo <= PAGES_MAX; pageNo += 1) {
      const { messages, pages } = await chatUpstream.history(caller, peerId, pageNo, PAGE_SIZE)
      // Rows move on to the next page when new ones come in between.
      for (const message of messages) rows.set(message.id, message)
      const oldest = messages.at(-1)
      const isFarEnough = !oldest || atMs(oldest) < gap.sinceMs - WITHDRAW_MS - SKEW_MS
      if (pageNo >= pages || (isFarEnough && (anchor === undefined || rows.has(anchor)))) break
    }
    return [...rows.values()]
  }

  function toEvents(newestFirst: readonly ChatMessage[], room: ChatRoom, gap: Gap): ChatEvent[] {
    const { peerId } = room
    const place = newestFirst.findIndex(({ id }) => id === anchors?.get(peerId))
    // Independent of upstream's clock.
    const unreadCount = Math.max(0, newlyUnread(room) ?? 0)
    const unread = newestFirst.filter(({ fromUserId }) => fromUserId === peerId).slice(0, unreadCount)
    return newestFirst
      .flatMap((message, index): ChatEvent[] => {
        const isYoung = atMs(message) >= gap.sinceMs - SKEW_MS
        const isNew = place >= 0 ? index < place : isYoung || unread.includes(message)
        const told: ChatEvent[] = isNew ? [{ kind: 'message', message }] : []
        const isWithdrawnNow = message.isWithdraw === 1 && atMs(message) >= gap.sinceMs - WITHDRAW_MS - SKEW_MS
        const { id, fromUserId: by } = message
        return isWithdrawnNow ? [{ kind: 'withdrawn', id, peerId, by }, ...told] : told
      })
      .toReversed()
  }

  return {
    note(message) {
      setAnchor(message.fromUserId === userId ? message.toUserId : message.fromUserId, message.id)
    },
    noteRead(peerId) {
      unreadByPeer?.delete(peerId)
    },
    async lookUp(caller, gap) {
      const rooms = await chatUpstream.rooms(caller)
      const found: { events: ChatEvent[]; peerId: string; newestId: string | undefined }[] = []
      for (const room of rooms.filter((each, place) => isConcerned(each, place, gap))) {
        const { peerId } = room
        const rows = await readBack(caller, peerId, gap)
        found.push({ events: toEvents(rows, room, gap), peerId, newestId: rows[0]?.id })
      }
      // Only now: what failed halfway is looked up as a whole again.
      for (const { peerId, newestId } of found) if (newestId !== undefined) setAnchor(peerId, newestId)
      unreadByPeer = new Map(rooms.filter(({ unread }) => unread > 0).map(({ peerId, unread }) => [peerId, unread]))
      return found.flatMap(({ events }) => events)
    },
  }
}

/** When it was stored, epoch ms; messages without a date count as new. */
function atMs({ ext, createTime }: ChatMessage): number {
  return ext?.at ?? toInstantMs(createTime) ?? Number.POSITIVE_INFINITY
}
