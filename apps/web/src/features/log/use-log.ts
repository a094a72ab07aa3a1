import { useEffect, useState } from 'react'
import { type LogState, readLog } from './read-log.ts'

/**
 * Reads and checks the newest checkpoint once, after the page is shown: pages are cached for all visitors, and each
 * browser compares the log with the checkpoint that it has stored.
 */
export function useLog(): { log: LogState; reload: () => void } {
  const [log, setLog] = useState<LogState>({ kind: 'waiting' })
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt reads again
  useEffect(() => {
    const aborting = new AbortController()
    readLog(aborting.signal).then(setLog, (reason: unknown) => {
      if (!aborting.signal.aborted) throw reason
    })
    return () => aborting.abort()
  }, [attempt])
  return { log, reload: () => setAttempt((before) => before + 1) }
}
