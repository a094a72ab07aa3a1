import { openDialog, useDialogs } from '../dialogs.ts'
import { setUser, useSession } from '../session.ts'
import { showToast } from '../toasts.ts'
import type { ApiError } from './api-client.ts'

/** The caller at the time a call was sent. */
export interface CallingMember {
  userId: string
  /** Counter of the logins in this tab. */
  login: number
}

let logins = 0
/** Number of the login for whose end the dialog was opened. */
let promptedLogin = 0
useSession.subscribe(({ user }, before) => {
  if (user && user.id !== before.user?.id) logins += 1
})

/** The current caller; `null` for a visitor. */
export function getCallingMember(): CallingMember | null {
  const { user } = useSession.getState()
  return user && { userId: user.id, login: logins }
}

/**
 * Handles a 401: logs out and opens the login dialog over the page; all calls refused meanwhile wait for the same
 * dialog. Without a user the live socket has reported the end first, without a dialog.
 * @returns `true` when the same user has logged in again and the call may be resent; `false` when the dialog was closed
 * or another user has logged in
 * @throws the reason of `signal`
 */
export function logInAgain(member: CallingMember, refusal: ApiError, signal?: AbortSignal): Promise<boolean> {
  const { user } = useSession.getState()
  // The call was sent before a login that has taken place meanwhile.
  if (user && member.login !== logins) return Promise.resolve(user.id === member.userId)
  if (user || promptedLogin !== member.login) {
    promptedLogin = member.login
    setUser(null)
    showToast('error', refusal.message)
    openDialog('login')
  }
  return waitForLogin(member.userId, signal)
}

let waiting = 0

/** Whether a call waits for a login, so that the page must not be left. */
export function hasCallWaiting(): boolean {
  return waiting > 0
}

function waitForLogin(userId: string, signal?: AbortSignal): Promise<boolean> {
  if (useDialogs.getState().open !== 'login') return Promise.resolve(false)
  return new Promise((resolve, reject) => {
    waiting += 1
    const end = (settle: () => void) => {
      waiting -= 1
      stopSession()
      stopDialogs()
      signal?.removeEventListener('abort', abort)
      settle()
    }
    const abort = () => end(() => reject(signal?.reason))
    const stopSession = useSession.subscribe(({ user }) => {
      if (!user) return
      if (user.id !== userId) showToast('warning', '登录的是另一个账号，刚才的操作没有提交')
      end(() => resolve(user.id === userId))
    })
    const stopDialogs = useDialogs.subscribe(({ open }) => {
      if (open !== 'login') end(() => resolve(false))
    })
    if (signal?.aborted) abort()
    signal?.addEventListener('abort', abort)
  })
}
