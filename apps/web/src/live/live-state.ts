import { create } from 'zustand'

/** `off`: nobody is logged in, or the browser knows no sockets. `waiting`: until the next try. */
type LiveState = 'off' | 'connecting' | 'open' | 'waiting'

export interface LiveStatus {
  state: LiveState
  /** While `waiting`: when it is tried again. Epoch ms. */
  retryAtMs: number | null
}

interface Live extends LiveStatus {
  /**
   * Counts each time that this tab has come to hear what happens. What happened before was missed: whoever shows
   * something of it asks again when this changes.
   */
  since: number
  /** It has been open before, for whoever is logged in. */
  wasOpen: boolean
}

export const CONNECTING: LiveStatus = { state: 'connecting', retryAtMs: null }
const OFF: LiveStatus = { state: 'off', retryAtMs: null }

/** Whether this tab hears of messages and notices as they happen, by a socket of its own or of another tab. */
export const useLive = create<Live>()(() => ({ ...OFF, since: 0, wasOpen: false }))

/** @param isFresh whether this is a connection that the tab has not had before */
export function setLiveStatus({ state, retryAtMs }: LiveStatus, isFresh = false): void {
  useLive.setState(({ since, wasOpen }) => ({
    state,
    retryAtMs,
    since: isFresh ? since + 1 : since,
    wasOpen: state !== 'off' && (wasOpen || state === 'open'),
  }))
}

/** Nobody is logged in any more, or there are no sockets. */
export function setLiveOff(): void {
  setLiveStatus(OFF)
}
