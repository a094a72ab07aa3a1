import { MINUTE_MS } from '@portal/contract/constants.ts'
import type { ChatMessage } from '@portal/contract/frames.ts'
import { WITHDRAW_MS } from '@portal/contract/socket.ts'
import { toInstantMs } from '@portal/contract/time.ts'
import type { ChatCaller, ChatUpstream } from './chat-upstream.ts'

/** Limits of the search: only messages of the last two minutes may be withdrawn. */
const ROOMS_MAX = 20
const PAGE_SIZE = 50
const PAGES_MAX = 4
/** Clocks of two machines differ, and `createTime` has lost its seconds. */
const SKEW_MS = 2 * MINUTE_MS

/**
 * Searches the newest part of the history for a message of the caller; returns `null` when it is not found.
 * @param peerId peer of the conversation, where that is known
 * @param nowMs messages that are too old to be withdrawn are not searched
 * @throws AppError as upstream's calls do
 */
export async function findOwnMessage(
  chat: ChatUpstream,
  caller: ChatCaller,
  id: string,
  peerId: string | null,
  nowMs = Date.now(),
): Promise<ChatMessage | null> {
  const peerIds = peerId === null ? await listLikelyPeers(chat, caller) : [peerId]
  for (const likely of peerIds) {
    for (let pageNo = 1; pageNo <= PAGES_MAX; pageNo += 1) {
      const { messages, pages } = await chat.history(caller, likely, pageNo, PAGE_SIZE)
      const found = messages.find((message) => message.id === id && message.fromUserId === caller.session.userId)
      if (found) return found
      const oldest = messages.at(-1)
      if (pageNo >= pages || !oldest || readStoredMs(oldest) < nowMs - WITHDRAW_MS - SKEW_MS) break
    }
  }
  return null
}

/** Time when it was stored, epoch ms. */
function readStoredMs({ ext, createTime }: ChatMessage): number {
  return ext?.at ?? toInstantMs(createTime) ?? 0
}

/** Returns peers, the latest conversation first where upstream sends dates. */
async function listLikelyPeers(chat: ChatUpstream, caller: ChatCaller): Promise<string[]> {
  const rooms = await chat.rooms(caller)
  const used = rooms.filter(({ lastMessage }) => lastMessage !== null)
  used.sort((one, other) => (other.lastMessage?.ext?.at ?? 0) - (one.lastMessage?.ext?.at ?? 0))
  return used.slice(0, ROOMS_MAX).map(({ peerId }) => peerId)
}
