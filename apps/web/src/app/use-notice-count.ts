import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useApi } from '#lib/api-context.ts'
import { countNotices, forgetNoticeCounters } from '#lib/notice-counters.ts'
import { useSession } from '#lib/session.ts'

/**
 * Counts a member's unread notices at each visit of a page and whenever the window is looked at again; once in the
 * shell. Nobody is told when that fails.
 */
export function useNoticeCount(): void {
  const api = useApi()
  const userId = useSession(({ user, status }) => (status === 'ready' ? (user?.id ?? null) : null))
  const { pathname, search } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each visit of a page counts
  useEffect(() => {
    if (userId === null) return forgetNoticeCounters()
    const isWanted = () => useSession.getState().user?.id === userId
    const count = () => {
      const ask = () => api.call('GET /v1/im/getNewSystemNotice', { quiet: true })
      void countNotices(ask, isWanted).catch(() => undefined)
    }
    count()
    addEventListener('focus', count)
    return () => removeEventListener('focus', count)
  }, [api, userId, pathname, search])
}
