import type { ChatMessage } from '@portal/contract/frames.ts'
import type { ChatCaller, ChatUpstream } from './chat-upstream.ts'

/** Conversations that are looked through, and messages of each: what may be withdrawn is two minutes old at most. */
const ROOMS_MAX = 20
const PAGE_SIZE = 50

/**
 * A message of the caller's own, looked up in the newest of the history; `null` when it is not there.
 * @param peerId of the conversation, where that is known
 * @throws AppError as upstream's calls do
 */
export async function findOwnMessage(
  chat: ChatUpstream,
  caller: ChatCaller,
  id: string,
  peerId: string | null,
): Promise<ChatMessage | null> {
  const peerIds = peerId === null ? await likelyPeers(chat, caller) : [peerId]
  for (const likely of peerIds) {
    const { messages } = await chat.history(caller, likely, 1, PAGE_SIZE)
    const found = messages.find((message) => message.id === id && message.fromUserId === caller.session.userId)
    if (found) return found
  }
  return null
}

/** Who was written to last comes first, where upstream tells. */
async function likelyPeers(chat: ChatUpstream, caller: ChatCaller): Promise<string[]> {
  const rooms = await chat.rooms(caller)
  const used = rooms.filter(({ lastMessage }) => lastMessage !== null)
  used.sort((one, other) => (other.lastMessage?.ext?.at ?? 0) - (one.lastMessage?.ext?.at ?? 0))
  return used.slice(0, ROOMS_MAX).map(({ peerId }) => peerId)
}
