import { useRevalidator } from 'react-router-dom'
import { hasCallWaiting } from '#lib/api/login-again.ts'
import { closeDialog } from '#lib/dialogs.ts'
import { announceSession, setUser, type UserInfo } from '#lib/session.ts'
import { showToast, showToastAfterReload } from '#lib/toasts.ts'
import { tab } from './social/tab.ts'

const WELCOME = '登录成功'

/**
 * What follows a login: the user is stored, the other tabs are told, the dialog closes, and the page's data is loaded
 * again.
 */
export function useFinishLogin() {
  const { revalidate } = useRevalidator()
  return async (user: UserInfo) => {
    setUser(user)
    announceSession()
    if (!user.closeTime) showToast('success', WELCOME)
    closeDialog('login')
    await revalidate()
  }
}

/**
 * As above after a login by WeChat, where the page is loaded again as the specification says (section 4). Not where a
 * call waits for this login: what is being written would be lost.
 */
export function useFinishWechatLogin() {
  const finish = useFinishLogin()
  return async (user: UserInfo) => {
    if (hasCallWaiting() || user.closeTime) return finish(user)
    setUser(user)
    announceSession()
    showToastAfterReload('success', WELCOME)
    closeDialog('login')
    tab.reload()
  }
}
