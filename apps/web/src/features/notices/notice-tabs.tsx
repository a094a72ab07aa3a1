import { type NoticeKind, useNoticeCounters } from '#live/notice-counters.ts'
import { TabLinks } from '#ui/lists/tab-links.tsx'
import { NOTICE_TABS, NOTICE_TYPE } from './notice-view.ts'

/** Kinds with a counter of unread notices; upstream has none for the others (`docs/upstream-api.md`). */
const COUNTED: Readonly<Record<number, NoticeKind>> = {
  [NOTICE_TYPE.system]: 'system',
  [NOTICE_TYPE.comment]: 'comment',
}

/** Tabs of the kinds; the kind is in the address. Private messages have a page of their own. */
export function NoticeTabs({ type: current }: { type: number }) {
  const counters = useNoticeCounters()
  const tabs = NOTICE_TABS.map(({ type, address, text }) => {
    const kind = COUNTED[type]
    return { text, to: `/notice/id?type=${address}`, isCurrent: type === current, unread: kind ? counters[kind] : 0 }
  })
  return <TabLinks label="通知类型" tabs={[...tabs, { text: '私信', to: '/im', unread: counters.private }]} />
}
