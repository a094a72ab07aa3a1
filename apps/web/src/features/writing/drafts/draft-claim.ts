/** `own`: this tab writes. `other`: another tab does, and this one looks on. */
export type ClaimState = 'own' | 'other'

export interface DraftClaim {
  /** Asks the other tab to keep what it has and to let go; takes the draft from a tab that does not answer. */
  take(): void
  /** Lets go, for whoever waits. */
  release(): void
}

export interface ClaimOptions {
  onState: (state: ClaimState) => void
  /** What this tab has to do before another one writes. */
  beforeLoss: () => Promise<void>
  /** A tab that is asleep does not answer. */
  patienceMs?: number
}

const ANSWER_MS = 250
const PATIENCE_MS = 1500

/**
 * Lets one tab at a time write a draft: by a lock of the browser, which a tab that crashes loses; where there are no
 * locks (no TLS), by asking the other tabs. What even that misses, `DraftStore.save` refuses.
 */
export function claimDraft(key: string, options: ClaimOptions): DraftClaim {
  const name = `draft:${key}`
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name)
  // In older types `locks` is always there; without TLS it is not.
  const locks = navigator.locks as LockManager | undefined
  return locks ? claimByLock(name, locks, channel, options) : claimByAsking(channel, options)
}

function claimByLock(name: string, locks: LockManager, channel: BroadcastChannel | null, options: ClaimOptions) {
  const { onState, beforeLoss, patienceMs = PATIENCE_MS } = options
  const ended = new AbortController()
  let letGo: (() => void) | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const hold = () => {
    clearTimeout(timer)
    if (ended.signal.aborted) return undefined
    onState('own')
    return new Promise<void>((resolve) => {
      letGo = resolve
    })
  }
  const lose = () => {
    letGo = null
    if (!ended.signal.aborted) onState('other')
  }
  /** Is granted when the tab that writes is closed, or lets go. */
  const queue = () => {
    locks.request(name, { signal: ended.signal }, hold).catch(lose)
  }
  locks
    .request(name, { ifAvailable: true }, (lock) => {
      if (lock) return hold()
      lose()
      queue()
      return undefined
    })
    .catch(() => {
      lose()
      if (!ended.signal.aborted) queue()
    })
  channel?.addEventListener('message', async ({ data }) => {
    if (data !== 'give' || !letGo) return
    await beforeLoss()
    letGo?.()
    lose()
    queue()
  })
  return {
    take() {
      channel?.postMessage('give')
      timer = setTimeout(() => void locks.request(name, { steal: true }, hold).catch(lose), channel ? patienceMs : 0)
    },
    release() {
      clearTimeout(timer)
      ended.abort()
      letGo?.()
      channel?.close()
    },
  }
}

function claimByAsking(
  channel: BroadcastChannel | null,
  { onState, beforeLoss, patienceMs = PATIENCE_MS }: ClaimOptions,
) {
  let state: ClaimState | 'asking' = 'asking'
  const become = (next: ClaimState) => {
    clearTimeout(timer)
    state = next
    onState(next)
  }
  let timer = setTimeout(() => become('own'), channel ? ANSWER_MS : 0)
  channel?.addEventListener('message', async ({ data }) => {
    if (data === 'who' && state === 'own') channel.postMessage('mine')
    if (data === 'mine' && state === 'asking') become('other')
    if (data === 'given' && state === 'other' && isTaking) become('own')
    if (data !== 'give' || state !== 'own') return
    await beforeLoss()
    isTaking = false
    become('other')
    channel.postMessage('given')
  })
  let isTaking = false
  channel?.postMessage('who')
  return {
    take() {
      isTaking = true
      channel?.postMessage('give')
      timer = setTimeout(() => become('own'), channel ? patienceMs : 0)
    },
    release() {
      clearTimeout(timer)
      channel?.close()
    },
  }
}
