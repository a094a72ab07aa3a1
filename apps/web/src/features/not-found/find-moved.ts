import { findPagePath } from '@portal/contract/paths/page-paths.ts'
import { buildRedirectAddress, createRedirectTable, toSourcePath } from '@portal/contract/site/redirect-rules.ts'
import type { ApiClient } from '#lib/api/api-client.ts'

/** Finds where an address has moved, as the BFF does for a first visit; `null`: nowhere, or the site does not answer. */
export async function findMoved(api: ApiClient, path: string, search: string) {
  const rows = await api.call('GET /v1/site/redirects', { quiet: true }).catch(() => [])
  const found = createRedirectTable(rows).find(toSourcePath(path))
  if (!found) return null
  const to = buildRedirectAddress(found.to, new URLSearchParams(search))
  return { to, isPage: to.startsWith('/') && findPagePath(to.split(/[?#]/, 1)[0] ?? '') !== undefined }
}
