import { useRevalidator } from 'react-router-dom'
import { hasCallWaiting } from '#lib/api/login-again.ts'
import { closeDialog } from '#lib/dialogs.ts'
import { announceSession, setUser, type UserInfo } from '#lib/session.ts'
import { showToast, showToastAfterReload } from '#lib/toasts.ts'
import { tab } from './social/social-login.ts'

const WELCOME = '登录成功'

/** Completes a login: stores the user, notifies other tabs, closes the dialog and reloads the page's data. */
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
 * Completes a WeChat login with a page reload (specification, section 4), unless a call waits for the login: a reload
 * would lose unsaved text.
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
