import { SECOND_MS } from '@portal/contract/constants.ts'
import { limitSignal } from '#lib/api/abort.ts'
import { type ApiClient, createApiClient } from '#lib/api/api-client.ts'
import { setLogoutPending } from '#lib/pending-logout.ts'
import { showToast } from '#lib/toasts.ts'

/** Whoever logs out does not wait longer before the page is loaded again. */
const LIMIT_MS = 5 * SECOND_MS
/** Between two tries to make up for a logout that failed. */
const RETRY_MS = 15 * SECOND_MS

export const LOGGED_OUT = '退出成功'
const NOT_YET = '网络不通，退出尚未完成。连接恢复后会自动退出，在此之前请勿将设备交给他人'

/**
 * Ends the login of this browser at the site. A failure is only logged.
 * @returns whether the cookie is gone: the site takes it away even where upstream fails, and is asked if it has
 */
export async function endSession(api: ApiClient): Promise<boolean> {
  const limit = limitSignal(LIMIT_MS)
  const bound = api.boundTo(limit.signal)
  const isOut = await bound
    .call('GET /logout', { quiet: true })
    .then(() => true)
    .catch(async (reason: unknown) => {
      console.error('logout failed', reason)
      const session = await bound.own('GET /bff/session').catch(() => undefined)
      return session?.user === null
    })
    .finally(limit.release)
  if (isOut) setLogoutPending(false)
  return isOut
}

let retry: ReturnType<typeof setTimeout> | undefined
let isTold = false

/** Makes up for a logout that failed; as long as it fails it is tried again. @returns as `endSession` */
export async function makeUpLogout(tryAgain: () => void): Promise<boolean> {
  clearTimeout(retry)
  const isOut = await endSession(createApiClient({ fetch: (address, init) => fetch(address, init) }))
  if (isOut) {
    showToast('success', LOGGED_OUT)
  } else {
    if (!isTold) showToast('warning', NOT_YET, { action: { label: '重试', onAct: tryAgain } })
    retry = setTimeout(tryAgain, RETRY_MS)
  }
  isTold = !isOut
  return isOut
}
