import { CODE } from '@portal/contract/errors.ts'
import { type ApiClient, challengeOf, createApiClient, type LoginGuard } from '#lib/api/api-client.ts'
import { type CallingMember, callingMember, logInAgain } from '#lib/api/login-again.ts'
import { openDialog } from '#lib/dialogs.ts'
import { setUser } from '#lib/session.ts'
import { showToast } from '#lib/toasts.ts'
import { invalidatingFetch } from './prefetch-links.ts'

const guard: LoginGuard<CallingMember> = { caller: callingMember, logInAgain }

/** The browser's API client with the error handling of the specification, section 8. */
export function createBrowserApi(): ApiClient {
  return createApiClient({
    fetch: invalidatingFetch((address, init) => fetch(address, init)),
    onError: ({ error }) => {
      // The caller solves challenges, so they are not reported here.
      if (challengeOf(error)) return
      showToast('error', error.message, { reportId: error.reportId })
      if (error.code !== CODE.unauthenticated) return
      setUser(null)
      openDialog('login')
    },
    guard: guard as LoginGuard,
  })
}
