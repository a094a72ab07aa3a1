import { openLiveSocket } from '#live/live-socket.ts'

const ignore = () => {}

/**
 * Keeps a socket of the site open, because the server closes it within a second when the login is ended elsewhere or the account
 * is disabled. @param check called when that may have happened. @returns a function that stops watching
 */
export function watchLogin(userId: string, check: () => void): () => void {
  if (typeof WebSocket === 'undefined') return ignore
  const socket = openLiveSocket({ userId, onStatus: ignore, onFrame: ignore, checkSession: check })
  return () => socket.close()
}
