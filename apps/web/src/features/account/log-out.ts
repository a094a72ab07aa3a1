import type { ApiClient } from '#lib/api/api-client.ts'
import { setLogoutPending } from '#lib/pending-logout.ts'
import { announceSession, setUser } from '#lib/session.ts'
import { showToastAfterReload } from '#lib/toasts.ts'
import { endSession, LOGGED_OUT } from './end-session.ts'

/** The page of the user, where nobody can stay who is logged out. */
const USER_PATH = '/user'

/** What a logout does to the tab. */
export interface Tab {
  pathname: string
  reload: () => void
  /** Settles when the page before is there. */
  goBack: () => Promise<void>
}

/** @returns the tab as it is now */
function thisTab(): Tab {
  return { pathname: location.pathname, reload: () => location.reload(), goBack }
}

/**
 * The flow of the specification, section 4: call, clear, tell, reload; on the user page one page back first. Nobody
 * counts as logged in from the first moment. Where the site was not reached, the next page makes up for it and tells so.
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
