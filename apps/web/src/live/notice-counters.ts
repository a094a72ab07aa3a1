import type { NoticeCounters } from '@portal/contract/community/messages.ts'
import { create } from 'zustand'

export type { NoticeCounters }
export type NoticeKind = keyof NoticeCounters

/** Pages of each kind; `type` is 0 for system notices, 1 for comments (specification, section 2). */
export const NOTICE_PATHS = {
  system: '/notice/id?type=0',
  comment: '/notice/id?type=1',
  private: '/im',
} as const satisfies Record<NoticeKind, string>

const NOTHING_UNREAD: NoticeCounters = { system: 0, comment: 0, private: 0 }

/** Unread notices of the current user, by kind. */
export const useNoticeCounters = create<NoticeCounters>()(() => NOTHING_UNREAD)

export function useUnreadTotal(): number {
  return useNoticeCounters(({ system, comment, private: messages }) => system + comment + messages)
}

/** The kinds that were read during each running count, whose answer may still include them. */
const readDuringCounts = new Set<Set<NoticeKind>>()

export function setNoticeCounters({ system, comment, private: messages }: NoticeCounters): void {
  useNoticeCounters.setState({ system, comment, private: messages })
}

/**
 * Fetches and sets the counters; kinds that were read meanwhile are set to 0.
 * @param isCurrent whether the counters still apply, for example to the current user
 * @throws the errors of `fetchCounters`
 */
export async function countNotices(
  fetchCounters: () => Promise<NoticeCounters>,
  isCurrent: () => boolean,
): Promise<void> {
  const read = new Set<NoticeKind>()
  readDuringCounts.add(read)
  try {
    const counters = { ...(await fetchCounters()) }
    for (const kind of read) counters[kind] = 0
    if (isCurrent()) setNoticeCounters(counters)
  } finally {
    readDuringCounts.delete(read)
  }
}

/** Resets a counter. Called when a list is opened, which marks all notices of its kind as read. */
export function clearNoticeCounter(kind: NoticeKind): void {
  for (const read of readDuringCounts) read.add(kind)
  useNoticeCounters.setState({ [kind]: 0 })
}

/** Resets all counters. Called after a logout. */
export function resetNoticeCounters(): void {
  setNoticeCounters(NOTHING_UNREAD)
}
