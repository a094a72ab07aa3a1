import { type ReactNode, StrictMode } from 'react'
import type { ApiClient } from '#lib/api/api-client.ts'
import { ApiContext } from '#lib/api/api-context.ts'

/** Providers around the router, the same in the browser and on the server. */
export function Root({ api, children }: { api: ApiClient; children: ReactNode }) {
  return (
    <StrictMode>
      <ApiContext value={api}>{children}</ApiContext>
    </StrictMode>
  )
}
