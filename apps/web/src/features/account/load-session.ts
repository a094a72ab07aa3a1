import type { Envelope } from '@portal/contract/envelope.ts'
import { isLogoutPending } from '#lib/pending-logout.ts'
import { setUser, type UserInfo, useSession } from '#lib/session.ts'
import { retryLogout } from './log-out.ts'

let loading: Promise<void> = Promise.resolve()

/**
 * Settles when no session is being loaded. A login waits for it, because the answer may remove the cookie of a session
 * that has ended.
 */
export const waitForSession = (): Promise<void> => loading

/**
 * Loads the user from the BFF by the one request outside the contract. Without an answer nothing changes, so that the
 * visitor can go on reading. A failed logout is retried first; until it succeeds, no user is set.
 */
export function loadSession(signal?: AbortSignal): Promise<void> {
  loading = load(signal)
  return loading
}

async function load(signal?: AbortSignal): Promise<void> {
  if (isLogoutPending()) {
    setUser(null)
    if (!(await retryLogout(() => void loadSession()))) return
  }
  try {
    const response = await fetch('/bff/session', signal ? { signal } : {})
    const { code, data } = (await response.json()) as Envelope<{ user: UserInfo | null } | null>
    if (code === 200) setUser(data?.user ?? null)
  } catch {
    if (!signal?.aborted) useSession.setState({ status: 'ready' })
  }
}
