import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { prefetchCode } from '#app/boot/prefetch-links.ts'
import { loadSession } from '#features/account/load-session.ts'
import { useSession } from '#lib/session.ts'
import { runWhenIdle } from '#lib/when-idle.ts'
import { CONNECTING, setLiveOff, setLiveStatus } from '#live/live-state.ts'

/** Opens the live connection of a member once the page is idle; used once, in the shell. */
export function useLiveConnection(): void {
  const userId = useSession(({ user, status }) => (status === 'ready' ? (user?.id ?? null) : null))
  const navigate = useNavigate()
  useEffect(() => {
    if (userId === null || typeof WebSocket === 'undefined') return undefined
    setLiveStatus(CONNECTING)
    let isStopped = false
    let stop = setLiveOff
    const start = async () => {
      const { startMemberLive } = await prefetchCode(() => import('./member-live.ts'))
      if (isStopped) return
      stop = startMemberLive({ userId, reloadSession: () => loadSession(), openPage: (path) => void navigate(path) })
    }
    // If its code cannot be loaded, counters are fetched at each page visit.
    const cancel = runWhenIdle(() => void start().catch(setLiveOff))
    return () => {
      isStopped = true
      cancel()
      stop()
    }
  }, [userId, navigate])
}
