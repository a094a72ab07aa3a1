import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { useSession } from '#lib/session.ts'
import { useLive } from '#live/live-state.ts'
import { countNotices, forgetNoticeCounters } from '#live/notice-counters.ts'

/**
 * Where no socket tells of a member's unread notices, they are counted at each visit of a page and whenever the window is
 * looked at again; once in the shell. Nobody is told when that fails.
 */
export function useNoticeCount(): void {
  const api = useApi()
  const userId = useSession(({ user, status }) => (status === 'ready' ? (user?.id ?? null) : null))
  // Once told, a lost connection is no reason to ask: the next one begins with the counters.
  const isUntold = useLive(({ state, wasOpen }) => state === 'off' || (state === 'waiting' && !wasOpen))
  const { pathname, search } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each visit of a page counts
  useEffect(() => {
    if (userId === null) return forgetNoticeCounters()
    const isWanted = () => useSession.getState().user?.id === userId && useLive.getState().state !== 'open'
    const count = () => {
      if (isTold()) return
      const ask = () => api.call('GET /v1/im/getNewSystemNotice', { quiet: true })
      void countNotices(ask, isWanted).catch(() => undefined)
    }
    count()
    addEventListener('focus', count)
    return () => removeEventListener('focus', count)
  }, [api, userId, pathname, search, isUntold])
}

/** By a socket, or in a moment. */
function isTold(): boolean {
  const { state } = useLive.getState()
  return state === 'open' || state === 'connecting'
}
