import { toCallKey } from '@portal/contract/calls.ts'
import { SECOND_MS } from '@portal/contract/constants.ts'
import { listRedirects } from '@portal/contract/site/redirect-calls.ts'
import {
  buildRedirectAddress,
  createRedirectTable,
  type Redirect,
  toSourcePath,
} from '@portal/contract/site/redirect-rules.ts'
import type { UpstreamClient } from './upstream-client.ts'

/** Time until the next attempt when upstream does not answer. */
const RETRY_MS = 5 * SECOND_MS

export type RedirectFinder = ReturnType<typeof createRedirectFinder>

/** The redirects of the site, in memory: no page waits for them. */
export function createRedirectFinder({ upstream }: { upstream: Pick<UpstreamClient, 'request'> }) {
  let table = createRedirectTable([])
  let retry: NodeJS.Timeout | undefined
  let isEnded = false

  /** @returns whether upstream has answered, also when it lacks the call */
  async function read(): Promise<boolean> {
    const { method, path } = listRedirects
    const headers = { accept: 'application/json' }
    const { status, text } = await upstream.request({ name: toCallKey(listRedirects), method, path, headers })
    const { data } = (status === 200 ? JSON.parse(text) : {}) as { data?: unknown }
    if (Array.isArray(data)) table = createRedirectTable(data)
    return status < 500
  }

  return {
    /** Reads the redirects again, until upstream answers. The last ones stay meanwhile. */
    async refresh(): Promise<void> {
      clearTimeout(retry)
      const isRead = await read().catch(() => false)
      if (!isRead && !isEnded) retry = setTimeout(() => void this.refresh(), RETRY_MS).unref()
    },
    /** Returns the redirect of a path with where it leads, query included; `null` when it has not moved. */
    find(path: string, search: string): Redirect | null {
      if (table.size === 0) return null
      const found = table.find(toSourcePath(path))
      return found ? { from: found.from, to: buildRedirectAddress(found.to, new URLSearchParams(search)) } : null
    },
    end(): void {
      isEnded = true
      clearTimeout(retry)
    },
  }
}
