import { callKey } from '@portal/contract/calls.ts'
import { getSiteInfo } from '@portal/contract/site.ts'
import { ifInTime } from '#time-limit.ts'
import type { UpstreamClient } from './upstream-client.ts'

export type UpstreamState = 'up' | 'down'

/** Asks upstream for its site info now and then, so that a readiness check costs nothing. */
export interface UpstreamProbe {
  state(): Promise<UpstreamState>
}

/** How long an answer counts, ms. */
const FRESH_MS = 2_000
/** An upstream that is away is asked again sooner; the circuit breaker holds back what would be too much. ms. */
const AWAY_MS = 200
/** A readiness check waits no longer than this, ms. */
const PATIENCE_MS = 1_000

export function createUpstreamProbe(upstream: UpstreamClient, now: () => number): UpstreamProbe {
  let known: UpstreamState = 'down'
  let knownAtMs = Number.NEGATIVE_INFINITY
  let asking: Promise<UpstreamState> | null = null

  async function ask(): Promise<UpstreamState> {
    try {
      const answer = await upstream.request({
        name: callKey(getSiteInfo),
        method: 'GET',
        path: getSiteInfo.path,
        headers: { accept: 'application/json' },
      })
      known = answer.status < 500 ? 'up' : 'down'
    } catch {
      known = 'down'
    }
    knownAtMs = now()
    asking = null
    return known
  }

  return {
    async state() {
      if (now() - knownAtMs < (known === 'up' ? FRESH_MS : AWAY_MS)) return known
      asking ??= ask()
      return (await ifInTime(PATIENCE_MS, asking)) ?? 'down'
    },
  }
}
