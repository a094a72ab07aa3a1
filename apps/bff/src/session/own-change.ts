import { MINUTE_MS } from '@portal/contract/constants.ts'

/** What a browser has changed in the last minute; sealed, so that only a real change makes one. */
export interface OwnChange {
  id: string
  /** Epoch ms, by the clock of the instance that made the call. */
  at: number
  /** Of the calls whose answers have changed, earlier changes of the same minute included. */
  paths: readonly string[]
}

/** As long as browsers keep the cookie. nginx keeps nothing that long, and answers them nothing kept meanwhile. */
export const OWN_CHANGE_MS = 1 * MINUTE_MS
