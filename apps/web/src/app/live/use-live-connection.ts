import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { fetchAhead } from '#app/boot/prefetch-links.ts'
import { loadSession } from '#features/account/load-session.ts'
import { useSession } from '#lib/session.ts'
import { whenIdle } from '#lib/when-idle.ts'
import { CONNECTING, setLiveOff, setLiveStatus } from '#live/live-state.ts'

/** Keeps a member informed by a socket, once the page has nothing more urgent to do; once in the shell. */
export function useLiveConnection(): void {
  const userId = useSession(({ user, status }) => (status === 'ready' ? (user?.id ?? null) : null))
  const navigate = useNavigate()
  useEffect(() => {
    if (userId === null || typeof WebSocket === 'undefined') return undefined
    setLiveStatus(CONNECTING)
    let isOver = false
    let stop = setLiveOff
    const start = async () => {
      const { startMemberLive } = await fetchAhead(() => import('./member-live.ts'))
      if (isOver) return
      stop = startMemberLive({ userId, askSession: () => loadSession(), openPage: (path) => void navigate(path) })
    }
    // Without its code everything else works, and counters are asked for at each visit.
    const cancel = whenIdle(() => void start().catch(setLiveOff))
    return () => {
      isOver = true
      cancel()
      stop()
    }
  }, [userId, navigate])
}
