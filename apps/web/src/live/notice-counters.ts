import type { NoticeCounters } from '@portal/contract/messages.ts'
import { create } from 'zustand'

export type { NoticeCounters }
export type NoticeKind = keyof NoticeCounters

const NOTHING_UNREAD: NoticeCounters = { system: 0, comment: 0, private: 0 }

/** Unread notices of whoever is logged in, by kind. Whatever learns of them sets them. */
export const useNoticeCounters = create<NoticeCounters>()(() => NOTHING_UNREAD)

/** Kinds that were read while a count was under way: it may still name them. One set for each such count. */
const readMeanwhile = new Set<Set<NoticeKind>>()

export function setNoticeCounters({ system, comment, private: messages }: NoticeCounters): void {
  useNoticeCounters.setState({ system, comment, private: messages })
}

/**
 * Sets what `ask` gives, but for what was read meanwhile.
 * @param isWanted asked in the end: whether these are still the counters of whoever is logged in
 * @throws what `ask` throws
 */
export async function countNotices(ask: () => Promise<NoticeCounters>, isWanted: () => boolean): Promise<void> {
  const read = new Set<NoticeKind>()
  readMeanwhile.add(read)
  try {
    const counters = { ...(await ask()) }
    for (const kind of read) counters[kind] = 0
    if (isWanted()) setNoticeCounters(counters)
  } finally {
    readMeanwhile.delete(read)
  }
}

/** After a list of this kind was opened, which marks all of it as read: nobody has to wait for the next count. */
export function clearNoticeCounter(kind: NoticeKind): void {
  for (const read of readMeanwhile) read.add(kind)
  useNoticeCounters.setState({ [kind]: 0 })
}

/** When nobody is logged in any more. */
export function forgetNoticeCounters(): void {
  setNoticeCounters(NOTHING_UNREAD)
}
