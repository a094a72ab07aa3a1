import { openDialog, useDialogs } from '../dialogs.ts'
import { setUser, useSession } from '../session.ts'
import { showToast } from '../toasts.ts'
import type { ApiError } from './api-client.ts'

/** Who made a call, as it was when the call was sent. */
export interface CallingMember {
  userId: string
  /** Counts the logins of this tab. */
  login: number
}

let logins = 0
/** The login after whose end the dialog was opened. */
let asked = 0
useSession.subscribe(({ user }, before) => {
  if (user && user.id !== before.user?.id) logins += 1
})

/** The member who is logged in now, `null` for a visitor. */
export function callingMember(): CallingMember | null {
  const { user } = useSession.getState()
  return user && { userId: user.id, login: logins }
}

/**
 * After 401: forgets the user, and opens the login dialog over whatever is being written; calls that are refused
 * meanwhile wait for the same dialog. Gives `true` when the same person has logged in again, so that the call may be sent
 * once more; `false` when the dialog was closed, or somebody else has logged in: nothing is sent in another's name.
 * Where the live socket has told of the end first there is no user any more, and the dialog was not opened for it.
 * @throws the reason of `signal`, when the call is given up first
 */
export function logInAgain(member: CallingMember, refusal: ApiError, signal?: AbortSignal): Promise<boolean> {
  const { user } = useSession.getState()
  // A late answer to a call from before the login that has taken place meanwhile.
  if (user && member.login !== logins) return Promise.resolve(user.id === member.userId)
  if (user || asked !== member.login) {
    asked = member.login
    setUser(null)
    showToast('error', refusal.message)
    openDialog('login')
  }
  return untilLogin(member.userId, signal)
}

let waiting = 0

/** Whether something that was asked for waits for a login: the page must stay. */
export function hasCallWaiting(): boolean {
  return waiting > 0
}

function untilLogin(userId: string, signal?: AbortSignal): Promise<boolean> {
  if (useDialogs.getState().open !== 'login') return Promise.resolve(false)
  return new Promise((resolve, reject) => {
    waiting += 1
    const end = (settle: () => void) => {
      waiting -= 1
      stopSession()
      stopDialogs()
      signal?.removeEventListener('abort', giveUp)
      settle()
    }
    const giveUp = () => end(() => reject(signal?.reason))
    const stopSession = useSession.subscribe(({ user }) => {
      if (!user) return
      if (user.id !== userId) showToast('warning', '登录的是另一个账号，刚才的操作没有提交')
      end(() => resolve(user.id === userId))
    })
    const stopDialogs = useDialogs.subscribe(({ open }) => {
      if (open !== 'login') end(() => resolve(false))
    })
    if (signal?.aborted) giveUp()
    signal?.addEventListener('abort', giveUp)
  })
}
