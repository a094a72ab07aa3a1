import { toCallKey } from '@portal/contract/calls.ts'
import { getSiteInfo } from '@portal/contract/site/site.ts'
import { resolveInTime } from '#time-limit.ts'
import type { UpstreamClient } from './upstream-client.ts'

export type UpstreamState = 'up' | 'down'

export type UpstreamProbe = ReturnType<typeof createUpstreamProbe>

/** Time for which a result is reused. ms. */
const FRESH_MS = 2_000
/** The same while upstream is down; the circuit breaker limits the requests. ms. */
const AWAY_MS = 200
/** Maximum wait of a readiness check, ms. */
const PATIENCE_MS = 1_000

/** Fetches upstream's site info from time to time, so that readiness checks are cheap. */
export function createUpstreamProbe(upstream: UpstreamClient, now: () => number) {
  let known: UpstreamState = 'down'
  let knownAtMs = Number.NEGATIVE_INFINITY
  let probing: Promise<UpstreamState> | null = null

  async function probe(): Promise<UpstreamState> {
    try {
      const answer = await upstream.request({
        name: toCallKey(getSiteInfo),
        method: 'GET',
        path: getSiteInfo.path,
        headers: { accept: 'application/json' },
      })
      known = answer.status < 500 ? 'up' : 'down'
    } catch {
      known = 'down'
    }
    knownAtMs = now()
    probing = null
    return known
  }

  return {
    async state(): Promise<UpstreamState> {
      if (now() - knownAtMs < (known === 'up' ? FRESH_MS : AWAY_MS)) return known
      probing ??= probe()
      return (await resolveInTime(PATIENCE_MS, probing)) ?? 'down'
    },
  }
}
