import { MINUTE_MS } from '@portal/contract/constants.ts'

/** Changes that a browser made in the last minute; sealed, so that only a real change creates one. */
export interface RecentChange {
  id: string
  /** Time by the clock of the instance that made the call. Epoch ms. */
  at: number
  /** Paths of the calls whose answers have changed, including earlier changes of the same minute. */
  paths: readonly string[]
}

/** Lifetime of the cookie. nginx caches nothing that long, and serves no cached answer to a browser that has it. */
export const RECENT_CHANGE_MS = 1 * MINUTE_MS
