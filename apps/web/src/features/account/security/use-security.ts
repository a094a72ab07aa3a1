import type { DataFor } from '@portal/contract/calls.ts'
import { useCallback, useEffect, useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'

/** How the account's owner logs in and is verified. */
export type Security = DataFor<'GET /v1/user/security'>

export function useSecurity(): { security: Security | null; refresh: () => void } {
  const api = useApi()
  const [security, setSecurity] = useState<Security | null>(null)
  const refresh = useCallback(() => {
    // Without an answer nothing can be changed; the API client has shown why.
    api.call('GET /v1/user/security').then(setSecurity, () => undefined)
  }, [api])
  useEffect(refresh, [refresh])
  return { security, refresh }
}
