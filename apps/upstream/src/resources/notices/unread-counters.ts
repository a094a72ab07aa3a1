import type { NoticeCounters } from '@portal/contract/messages.ts'
import type { ChatRepository } from '#resources/chat/chat-repository.ts'
import { NOTICE, type NoticeRepository } from './notice-repository.ts'

/** What an account has not read, as `NoticeCounters` of the contract. */
export type CountUnread = (userId: string) => Promise<NoticeCounters>

export function createCountUnread(notices: NoticeRepository, chat: ChatRepository): CountUnread {
  return async (userId) => {
    const [byType, unread] = await Promise.all([notices.unread(userId), chat.unread(userId)])
    const count = (type: number) => byType.get(type) ?? 0
    return { system: count(NOTICE.system), comment: count(NOTICE.comment), private: unread }
  }
}
