import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { useSession } from '#lib/session.ts'
import { useLive } from '#live/live-state.ts'
import { countNotices, resetNoticeCounters } from '#live/notice-counters.ts'

/**
 * Counts a member's unread notices at each page visit and whenever the window gets the focus, when there is no socket;
 * used once, in the shell. Failures are silent.
 */
export function useNoticeCount(): void {
  const api = useApi()
  const userId = useSession(({ user, status }) => (status === 'ready' ? (user?.id ?? null) : null))
  // A reconnection starts with the counters, so a lost connection needs no extra count.
  const hasNoSocket = useLive(({ state, wasOpen }) => state === 'off' || (state === 'waiting' && !wasOpen))
  const { pathname, search } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts at each page visit
  useEffect(() => {
    if (userId === null) return resetNoticeCounters()
    const isCurrent = () => useSession.getState().user?.id === userId && useLive.getState().state !== 'open'
    const count = () => {
      const { state } = useLive.getState()
      if (state === 'open' || state === 'connecting') return
      const fetchCounters = () => api.call('GET /v1/im/getNewSystemNotice', { quiet: true })
      void countNotices(fetchCounters, isCurrent).catch(() => undefined)
    }
    count()
    addEventListener('focus', count)
    return () => removeEventListener('focus', count)
  }, [api, userId, pathname, search, hasNoSocket])
}
