import { create } from 'zustand'

/** `off`: no user, or no WebSocket support. `waiting`: the next attempt is scheduled. */
type LiveState = 'off' | 'connecting' | 'open' | 'waiting'

export interface LiveStatus {
  state: LiveState
  /** Time of the next attempt while `waiting`, epoch ms. */
  retryAtMs: number | null
}

interface Live extends LiveStatus {
  /** Counter of connections: events before its last change were missed, so views of them refetch. */
  since: number
  /** Whether a connection has been open before for the current user. */
  wasOpen: boolean
}

export const CONNECTING: LiveStatus = { state: 'connecting', retryAtMs: null }
const OFF: LiveStatus = { state: 'off', retryAtMs: null }

/** State of the live connection, which is this tab's socket or the leading tab's. */
export const useLive = create<Live>()(() => ({ ...OFF, since: 0, wasOpen: false }))

/**
 * Sets the state.
 * @param isFresh whether the connection is new to this tab
 */
export function setLiveStatus({ state, retryAtMs }: LiveStatus, isFresh = false): void {
  useLive.setState(({ since, wasOpen }) => ({
    state,
    retryAtMs,
    since: isFresh ? since + 1 : since,
    wasOpen: state !== 'off' && (wasOpen || state === 'open'),
  }))
}

export function setLiveOff(): void {
  setLiveStatus(OFF)
}
