import type { SessionRepository } from '#resources/login/session-repository.ts'
import type { SocketHub } from './socket-hub.ts'

/** Sockets end within a second of their session; a busy machine needs the other half. */
const WATCH_MS = 400

interface Options {
  hub: SocketHub
  sessions: SessionRepository
  now: () => number
  onError: (error: Error) => void
}

/**
 * Ends the sockets of sessions that are over, however they ended: logout here or in another process, expiry, a reset
 * password, an operator's command, an account disabled by hand. One number says that something has ended; only then are
 * all sessions looked at, and else those that are new here.
 * @returns ends the watch
 */
export function watchSessions({ hub, sessions, now, onError }: Options): () => void {
  /** When each session with a socket expires. */
  let known = new Map<string, number>()
  let endsSeen: number | undefined
  let isBusy = false

  async function look(): Promise<void> {
    const keys = [...hub.sessionKeys()]
    if (keys.length === 0) return
    const ends = await sessions.endsSoFar()
    const isKnown = (key: string) => ends === endsSeen && known.has(key)
    const open = await sessions.openOf(keys.filter((key) => !isKnown(key)))
    const kept = new Map<string, number>()
    const ended = new Set<string>()
    for (const key of keys) {
      const expiresAt = (isKnown(key) ? known : open).get(key) ?? 0
      if (expiresAt > now()) kept.set(key, expiresAt)
      else ended.add(key)
    }
    hub.endSessions(ended)
    known = kept
    endsSeen = ends
  }

  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    look()
      .catch(onError)
      .finally(() => {
        isBusy = false
      })
  }, WATCH_MS).unref()
  return () => clearInterval(timer)
}
