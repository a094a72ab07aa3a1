import type { SocketHub } from '#platform/push/socket-hub.ts'
import type { SessionRepository } from './session-repository.ts'

/** Sockets must close within a second after their session has ended. */
const WATCH_MS = 400

interface Options {
  hub: SocketHub
  sessions: SessionRepository
  now: () => number
  onError: (error: Error) => void
}

/**
 * Closes the sockets of sessions that have ended for any reason: logout here or in another process, expiry, password
 * reset, operator's command, disabled account. Checks all sessions only after a counter has shown that one has ended;
 * otherwise the new ones.
 * @returns a function that stops it
 */
export function watchSessions({ hub, sessions, now, onError }: Options): () => void {
  /** Expiry of each session with a socket. */
  let expiryByKey = new Map<string, number>()
  let endsSeen: number | undefined
  let isBusy = false

  async function check(): Promise<void> {
    const keys = [...hub.listSessionKeys()]
    if (keys.length === 0) return
    const ends = await sessions.countEnds()
    const isKnown = (key: string) => ends === endsSeen && expiryByKey.has(key)
    const open = await sessions.findOpen(keys.filter((key) => !isKnown(key)))
    const valid = new Map<string, number>()
    const ended = new Set<string>()
    for (const key of keys) {
      const expiresAt = (isKnown(key) ? expiryByKey : open).get(key) ?? 0
      if (expiresAt > now()) valid.set(key, expiresAt)
      else ended.add(key)
    }
    hub.endSessions(ended)
    expiryByKey = valid
    endsSeen = ends
  }

  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    check()
      .catch(onError)
      .finally(() => {
        isBusy = false
      })
  }, WATCH_MS).unref()
  return () => clearInterval(timer)
}
