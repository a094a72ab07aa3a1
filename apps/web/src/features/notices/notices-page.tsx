import { redirect, useLoaderData } from 'react-router-dom'
import { LookupBox } from '#domain/certificates/lookup-box.tsx'
import { defineLoader, notFound } from '#lib/api/define-loader.ts'
import type { MetaOf } from '#lib/meta.ts'
import { useSession } from '#lib/session.ts'
import { useFreshForUser } from '#lib/use-fresh-for-user.ts'
import { useNoticeCounters } from '#live/notice-counters.ts'
import { TabLinks } from '#ui/lists/tab-links.tsx'
import { MembersOnly } from '#ui/members-only.tsx'
import { PageFrame } from '#ui/page-head.tsx'
import shared from '#ui/shared.module.css'
import { loadNotices, NoticeList } from './notice-list.tsx'
import { COUNTED, NOTICE_TABS, NOTICE_TYPE, PRIVATE_ADDRESS } from './notice-view.ts'
import styles from './notices-page.module.css'

const TITLE = '通知'

export const loader = defineLoader(async ({ api, query }) => {
  if (query.get('type') === PRIVATE_ADDRESS) throw redirect('/im')
  const type = readType(query.get('type'))
  // `null` on the server, which has no user; a visitor has no notices.
  const readAs = useSession.getState().user?.id ?? null
  if (readAs === null) return { type, start: null, readAs }
  return { type, start: await loadNotices(api, type, 1), readAs }
})

/** Reads `type` of the address; system notices are the default. */
function readType(text: string | null): number {
  const found = text === null ? NOTICE_TYPE.system : NOTICE_TABS.find(({ address }) => address === text)?.type
  if (found === undefined) throw notFound('没有这类通知')
  return found
}

export const meta: MetaOf<typeof loader> = ({ type }) => ({
  title: NOTICE_TABS.find((tab) => tab.type === type)?.text ?? TITLE,
  isHidden: true,
})

export function Component() {
  const { type, start, readAs } = useLoaderData<typeof loader>()
  useFreshForUser(readAs)
  const isVisitor = useSession(({ user, status }) => status === 'ready' && user === null)
  return (
    <PageFrame title={TITLE} lead="系统通知与评论提醒。" drawing="octahedron" stone="diamond" className={styles.root}>
      <div className={shared.mayShrink}>
        <NoticeTabs type={type} />
        {start ? (
          <NoticeList type={type} start={start} key={`${readAs} ${type}`} />
        ) : (
          <MembersOnly title="登录后查看通知" purpose="查看通知" />
        )}
      </div>
      {/* Placed above the list, which would push it down. */}
      {(start || isVisitor) && (
        <aside>
          <LookupBox />
        </aside>
      )}
    </PageFrame>
  )
}

/** Tabs for the kinds of notices; the kind is in the address. Private messages have a page of their own. */
function NoticeTabs({ type: current }: { type: number }) {
  const counters = useNoticeCounters()
  const tabs = NOTICE_TABS.map(({ type, address, text }) => {
    const kind = COUNTED[type]
    return { text, to: `/notice/id?type=${address}`, isCurrent: type === current, unread: kind ? counters[kind] : 0 }
  })
  return <TabLinks label="通知类型" tabs={[...tabs, { text: '私信', to: '/im', unread: counters.private }]} />
}
