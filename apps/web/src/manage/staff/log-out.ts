import type { ApiClient } from '#lib/api/api-client.ts'
import { isLogoutPending, setLogoutPending } from '#lib/pending-logout.ts'
import { announceLogout } from '#lib/session.ts'
import { showToast } from '#lib/toasts.ts'

/** Ends the session and opens the public site. When there is no answer, the next page tries again (`pending-logout.ts`). */
export async function logOut(api: ApiClient, open = (address: string) => location.assign(address)): Promise<void> {
  setLogoutPending(true)
  if (await endSession(api)) open('/')
  else showToast('error', '网络不通，退出尚未完成，请勿将设备交给他人')
  announceLogout()
}

/** Repeats a logout that did not reach the site before. @returns whether the logout is done, or none was pending */
export async function finishLogOut(api: ApiClient): Promise<boolean> {
  return !isLogoutPending() || endSession(api)
}

async function endSession(api: ApiClient): Promise<boolean> {
  try {
    await api.call('GET /logout', { quiet: true })
    setLogoutPending(false)
    return true
  } catch {
    return false
  }
}
