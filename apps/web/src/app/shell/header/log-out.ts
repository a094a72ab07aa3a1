import { useCallback } from 'react'
import { logOut } from '#features/account/log-out.ts'
import { useApi } from '#lib/api/api-context.ts'

/** Logs out, tells so, and loads the page again; from the user page it goes back one page first. */
export function useLogOut(): () => void {
  const api = useApi()
  return useCallback(() => void logOut(api), [api])
}
