import { CODE } from '@portal/contract/errors.ts'
import { type ApiClient, createApiClient, getChallenge, type LoginGuard } from '#lib/api/api-client.ts'
import { type CallingMember, getCallingMember, logInAgain } from '#lib/api/login-again.ts'
import { openDialog } from '#lib/dialogs.ts'
import { setUser } from '#lib/session.ts'
import { showToast } from '#lib/toasts.ts'
import { createInvalidatingFetch } from './prefetch-links.ts'

const guard: LoginGuard<CallingMember> = { caller: getCallingMember, logInAgain }

/** The browser's API client with the error handling of the specification, section 8. */
export function createBrowserApi(): ApiClient {
  return createApiClient({
    fetch: createInvalidatingFetch((address, init) => fetch(address, init)),
    onError: ({ error }) => {
      // The caller solves challenges, so they are not reported here.
      if (getChallenge(error)) return
      showToast('error', error.message, { reportId: error.reportId })
      if (error.code !== CODE.unauthenticated) return
      setUser(null)
      openDialog('login')
    },
    guard: guard as LoginGuard,
  })
}
