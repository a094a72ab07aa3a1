import type { ApiClient } from '#lib/api/api-client.ts'
import { setLogoutPending } from '#lib/pending-logout.ts'
import { announceSession, setUser } from '#lib/session.ts'
import { showToastAfterReload } from '#lib/toasts.ts'
import { endSession, LOGGED_OUT } from './end-session.ts'

/** The user page needs a login. */
const USER_PATH = '/user'

export interface Tab {
  pathname: string
  reload: () => void
  /** Resolves when the previous page is shown. */
  goBack: () => Promise<void>
}

function thisTab(): Tab {
  return { pathname: location.pathname, reload: () => location.reload(), goBack }
}

/**
 * Logs out as in section 4 of the specification: call, clear, notify, reload; on the user page one page back first. The
 * user is cleared at once. If the site was not reached, the next page retries.
 */
export async function logOut(api: ApiClient, tab: Tab = thisTab()): Promise<void> {
  setLogoutPending(true)
  setUser(null)
  if (await endSession(api)) showToastAfterReload('success', LOGGED_OUT)
  announceSession()
  if (tab.pathname === USER_PATH) await tab.goBack()
  tab.reload()
}

function goBack(): Promise<void> {
  if (history.length < 2) return Promise.resolve()
  return new Promise((resolve) => {
    addEventListener('popstate', () => resolve(), { once: true })
    history.back()
  })
}
