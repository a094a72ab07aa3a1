import type { ApiClient } from '#lib/api/api-client.ts'

/** Counts a search that led somewhere; nobody waits for it, and nobody is told when it fails. */
export function reportSearch(api: ApiClient, keyword: string): void {
  api.call('POST /v1/hot', { body: { keyword }, quiet: true }).catch(() => undefined)
}
