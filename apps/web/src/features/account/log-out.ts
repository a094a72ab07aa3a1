import { SECOND_MS } from '@portal/contract/constants.ts'
import { limitSignal } from '#lib/api/abort.ts'
import { type ApiClient, createApiClient } from '#lib/api/api-client.ts'
import { setLogoutPending } from '#lib/pending-logout.ts'
import { announceLogout, setUser } from '#lib/session.ts'
import { showToast, showToastAfterReload } from '#lib/toasts.ts'

/** The user page needs a login. */
const USER_PATH = '/user'

function getTab() {
  return { pathname: location.pathname, reload: () => location.reload(), goBack }
}

/**
 * Logs out as in section 4 of the specification: call, clear, notify, reload; on the user page it goes back one page
 * first. The user is cleared at once. If the request does not reach the site, the next page retries.
 */
export async function logOut(api: ApiClient, tab = getTab()): Promise<void> {
  setLogoutPending(true)
  setUser(null)
  if (await endSession(api)) showToastAfterReload('success', LOGGED_OUT)
  announceLogout()
  if (tab.pathname === USER_PATH) await tab.goBack()
  tab.reload()
}

/** Resolves when the previous page is shown. */
function goBack(): Promise<void> {
  if (history.length < 2) return Promise.resolve()
  return new Promise((resolve) => {
    addEventListener('popstate', () => resolve(), { once: true })
    history.back()
  })
}

/** Longest wait of a logout before the page is reloaded. */
const LIMIT_MS = 5 * SECOND_MS
/** Time between two retries of a failed logout. */
const RETRY_MS = 15 * SECOND_MS

const LOGGED_OUT = '退出成功'
const NOT_LOGGED_OUT_TEXT = '网络不通，退出尚未完成。连接恢复后会自动退出，在此之前请勿将设备交给他人'

/**
 * Logs this browser out. A failure is only logged.
 * @returns whether the cookie is gone: the site clears it even when upstream fails, so the session is checked
 */
export async function endSession(api: ApiClient): Promise<boolean> {
  const limit = limitSignal(LIMIT_MS)
  const bound = api.bindTo(limit.signal)
  const isLoggedOut = await bound
    .call('GET /logout', { quiet: true })
    .then(() => true)
    .catch(async (reason: unknown) => {
      console.error('logout failed', reason)
      const session = await bound.callBff('GET /bff/session').catch(() => undefined)
      return session?.user === null
    })
    .finally(limit.release)
  if (isLoggedOut) setLogoutPending(false)
  return isLoggedOut
}

let retry: ReturnType<typeof setTimeout> | undefined
let isReported = false

/**
 * Retries a failed logout until it succeeds.
 * @returns the result of `endSession`
 */
export async function retryLogout(tryAgain: () => void): Promise<boolean> {
  clearTimeout(retry)
  const isLoggedOut = await endSession(createApiClient({ fetch: (address, init) => fetch(address, init) }))
  if (isLoggedOut) {
    showToast('success', LOGGED_OUT)
  } else {
    if (!isReported) showToast('warning', NOT_LOGGED_OUT_TEXT, { action: { label: '重试', onAct: tryAgain } })
    retry = setTimeout(tryAgain, RETRY_MS)
  }
  isReported = !isLoggedOut
  return isLoggedOut
}
