import { SECOND_MS } from '@portal/contract/constants.ts'
import { useEffect, useState } from 'react'

/** More often than once a second, so that a late timer does not show. */
const LOOK_MS = SECOND_MS / 4

/**
 * Seconds left of a countdown, 0 when none is running. Uses the wall clock, because browsers throttle timers of hidden
 * tabs.
 */
export function useCountdown(): { secondsLeft: number; start: (seconds: number) => void } {
  const [endMs, setEndMs] = useState<number | null>(null)
  const [secondsLeft, setSecondsLeft] = useState(0)
  useEffect(() => {
    if (endMs === null) return undefined
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((endMs - Date.now()) / SECOND_MS))
      setSecondsLeft(left)
      if (left === 0) setEndMs(null)
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [endMs])
  return {
    secondsLeft,
    start: (seconds) => {
      setSecondsLeft(seconds)
      setEndMs(Date.now() + seconds * SECOND_MS)
    },
  }
}
