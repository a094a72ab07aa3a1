import { CODE } from '@portal/contract/errors.ts'
import { type ApiClient, createApiClient } from '#lib/api-client.ts'
import { openDialog } from '#lib/dialogs.ts'
import { setUser } from '#lib/session.ts'
import { showToast } from '#lib/toasts.ts'
import { forgettingFetch } from './page-warming.ts'

/** The API client of the browser with the specification's rules for errors (section 8). */
export function createBrowserApi(): ApiClient {
  return createApiClient({
    fetch: forgettingFetch((address, init) => fetch(address, init)),
    onError: ({ error }) => {
      showToast('error', error.message)
      if (error.code !== CODE.unauthenticated) return
      setUser(null)
      openDialog('login')
    },
  })
}
