import type { Envelope } from '@portal/contract/envelope.ts'
import { isLogoutPending } from '#lib/pending-logout.ts'
import { setUser, type UserInfo, useSession } from '#lib/session.ts'
import { makeUpLogout } from './end-session.ts'

/**
 * Asks the BFF who is logged in; the one request that is no call of the contract. Without an answer everything stays
 * as it is: the visitor can read on. After a logout that failed nobody is, and the logout comes first.
 */
export async function loadSession(signal?: AbortSignal): Promise<void> {
  if (isLogoutPending()) {
    setUser(null)
    if (!(await makeUpLogout(() => void loadSession()))) return
  }
  try {
    const response = await fetch('/bff/session', signal ? { signal } : {})
    const { code, data } = (await response.json()) as Envelope<{ user: UserInfo | null } | null>
    if (code === 200) setUser(data?.user ?? null)
  } catch {
    if (!signal?.aborted) useSession.setState({ status: 'ready' })
  }
}
