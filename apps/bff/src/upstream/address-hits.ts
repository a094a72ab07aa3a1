import { toCallKey } from '@portal/contract/calls.ts'
import { SECOND_MS } from '@portal/contract/constants.ts'
import { MISSING_PENDING_MAX, toMissingPath } from '@portal/contract/site/missing-addresses.ts'
import { reportAddressHits } from '@portal/contract/site/redirect-calls.ts'
import type { RateLimit } from '#shared-state/rate-limit.ts'
import { resolveInTime } from '#time-limit.ts'
import type { UpstreamClient } from './upstream-client.ts'

/** Interval of the reports. */
const REPORT_MS = 10 * SECOND_MS
/** Time limit of a report, which is then lost. */
const REPORT_MAX_MS = 2 * SECOND_MS

interface Options {
  upstream: Pick<UpstreamClient, 'request'>
  /** Counted requests of one client, so that one that guesses addresses cannot fill the list. */
  budget: RateLimit
  reportMs?: number
}

export type AddressHits = ReturnType<typeof createAddressHits>

/**
 * Counts requests without a page, and those that were redirected, by path alone, and reports them to upstream. A report
 * that upstream does not take is lost. Nothing about visitors is kept.
 */
export function createAddressHits({ upstream, budget, reportMs = REPORT_MS }: Options) {
  let missing = new Map<string, number>()
  let moved = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let reporting: Promise<void> = Promise.resolve()

  async function send(body: string): Promise<void> {
    const { method, path } = reportAddressHits
    const headers = { accept: 'application/json', 'content-type': 'application/json' }
    const sent = upstream.request({ name: toCallKey(reportAddressHits), method, path, headers, body })
    await resolveInTime(REPORT_MAX_MS, sent)
  }

  /** Reports what is pending. Never rejects. */
  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (missing.size + moved.size === 0) return reporting
    const body = JSON.stringify({ missing: toHits(missing), moved: toHits(moved) })
    missing = new Map()
    moved = new Map()
    reporting = reporting.then(() => send(body)).catch(() => undefined)
    return reporting
  }

  function count(counts: Map<string, number>, path: string): void {
    counts.set(path, (counts.get(path) ?? 0) + 1)
    timer ??= setTimeout(flush, reportMs).unref()
  }

  return {
    flush,
    /** Counts a request without a page. */
    async countMissing(requested: string, client: string): Promise<void> {
      const path = toMissingPath(requested)
      if (path === null || !(await budget.take(client)).isAllowed) return
      if (missing.has(path) || missing.size < MISSING_PENDING_MAX) count(missing, path)
    },
    /** @param from source of a redirect */
    countMoved: (from: string) => count(moved, from),
  }
}

const toHits = (counts: ReadonlyMap<string, number>) => [...counts].map(([path, times]) => ({ path, times }))
