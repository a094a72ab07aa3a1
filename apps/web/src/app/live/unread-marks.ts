import { setUnreadInTitle } from '#lib/page-title.ts'
import { useNoticeCounters } from '#live/notice-counters.ts'

const FAVICON = '/favicon.svg'
/** In `public/`: the favicon with a dot. */
const UNREAD_FAVICON = '/favicon-unread.svg'

/** Shows unread private messages in the title and icon of the tab; notices are not urgent. @returns removes the marks */
export function markUnread(): () => void {
  const show = (count: number) => {
    setUnreadInTitle(count)
    document.querySelector('link[rel="icon"]')?.setAttribute('href', count > 0 ? UNREAD_FAVICON : FAVICON)
  }
  const stop = useNoticeCounters.subscribe((now, before) => {
    if (now.private !== before.private) show(now.private)
  })
  show(useNoticeCounters.getState().private)
  return () => {
    stop()
    show(0)
  }
}
