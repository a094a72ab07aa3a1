import type { ApiClient } from '#lib/api-client.ts'
import { announceSession, setUser } from '#lib/session.ts'
import { showToastAfterReload } from '#lib/toasts.ts'

/** The page of the user, where nobody can stay who is logged out. */
const USER_PATH = '/user'

/**
 * The flow of the specification, section 4: call, clear, tell, reload; on the user page one page back first. A failed
 * call is only logged: the BFF has taken the cookie away all the same.
 */
export async function logOut(api: ApiClient): Promise<void> {
  try {
    await api.call('GET /logout', { quiet: true })
  } catch (reason) {
    console.error('logout failed', reason)
  }
  setUser(null)
  announceSession()
  showToastAfterReload('success', '退出成功')
  if (location.pathname === USER_PATH && history.length > 1) await goBack()
  location.reload()
}

function goBack(): Promise<void> {
  return new Promise((resolve) => {
    addEventListener('popstate', () => resolve(), { once: true })
    history.back()
  })
}
