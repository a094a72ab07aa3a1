import { useEffect, useRef, useState } from 'react'

/** `own`: this tab may write. `other`: another tab may write, and this one is read-only. */
type ClaimState = 'own' | 'other'

interface ClaimOptions {
  onState: (state: ClaimState) => void
  /** Saves the draft before another tab takes over. */
  beforeLoss: () => Promise<void>
}

/**
 * Claims the draft of `key` for this tab, or finds that another tab has claimed it. `state`: `null` until that is
 * known. `generation`: increased when another tab releases the draft, whose last version must then be loaded. `take`
 * requests the other tab to save and release the draft, and takes it anyway after a timeout.
 */
export function useClaim(key: string, beforeLoss: () => Promise<void>) {
  const [{ state, generation }, setHeld] = useState<{ state: ClaimState | null; generation: number }>({
    state: null,
    generation: 0,
  })
  const claimRef = useRef<ReturnType<typeof claimDraft> | null>(null)
  const lossRef = useRef(beforeLoss)
  useEffect(() => {
    lossRef.current = beforeLoss
  })
  useEffect(() => {
    const claim = claimDraft(key, {
      beforeLoss: () => lossRef.current(),
      onState: (next) =>
        setHeld((request) => ({
          state: next,
          generation: request.generation + (request.state === 'other' && next === 'own' ? 1 : 0),
        })),
    })
    claimRef.current = claim
    return () => claim.release()
  }, [key])
  return { state, generation, take: () => claimRef.current?.take() }
}

const ANSWER_MS = 250
/** Timeout of a request to release the draft; a suspended tab does not answer. */
const TAKE_OVER_MS = 1500

/**
 * Lets one tab at a time write a draft: by a Web Lock, which a crashed tab loses, or, without TLS, by messages between
 * the tabs. `DraftStore.save` refuses conflicting writes that these miss.
 */
function claimDraft(key: string, options: ClaimOptions) {
  const name = `draft:${key}`
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name)
  // Missing without TLS, although its type requires it.
  const locks = navigator.locks as LockManager | undefined
  return locks ? claimByLock(name, locks, channel, options) : claimByMessages(channel, options)
}

function claimByLock(
  name: string,
  locks: LockManager,
  channel: BroadcastChannel | null,
  { onState, beforeLoss }: ClaimOptions,
) {
  const ended = new AbortController()
  let releaseLock: (() => void) | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const hold = () => {
    clearTimeout(timer)
    if (ended.signal.aborted) return undefined
    onState('own')
    return new Promise<void>((resolve) => {
      releaseLock = resolve
    })
  }
  const loseClaim = () => {
    releaseLock = null
    if (!ended.signal.aborted) onState('other')
  }
  /** The lock is granted when the other tab is closed or releases it. */
  const queue = () => {
    locks.request(name, { signal: ended.signal }, hold).catch(loseClaim)
  }
  locks
    .request(name, { ifAvailable: true }, (lock) => {
      if (lock) return hold()
      loseClaim()
      queue()
      return undefined
    })
    .catch(() => {
      loseClaim()
      if (!ended.signal.aborted) queue()
    })
  channel?.addEventListener('message', async ({ data }) => {
    if (data !== 'give' || !releaseLock) return
    await beforeLoss()
    releaseLock?.()
    loseClaim()
    queue()
  })
  return {
    take() {
      channel?.postMessage('give')
      timer = setTimeout(
        () => void locks.request(name, { steal: true }, hold).catch(loseClaim),
        channel ? TAKE_OVER_MS : 0,
      )
    },
    release() {
      clearTimeout(timer)
      ended.abort()
      releaseLock?.()
      channel?.close()
    },
  }
}

function claimByMessages(channel: BroadcastChannel | null, { onState, beforeLoss }: ClaimOptions) {
  let state: ClaimState | 'asking' = 'asking'
  const setState = (next: ClaimState) => {
    clearTimeout(timer)
    state = next
    onState(next)
  }
  let timer = setTimeout(() => setState('own'), channel ? ANSWER_MS : 0)
  channel?.addEventListener('message', async ({ data }) => {
    if (data === 'who' && state === 'own') channel.postMessage('mine')
    if (data === 'mine' && state === 'asking') setState('other')
    if (data === 'given' && state === 'other' && isTaking) setState('own')
    if (data !== 'give' || state !== 'own') return
    await beforeLoss()
    isTaking = false
    setState('other')
    channel.postMessage('given')
  })
  let isTaking = false
  channel?.postMessage('who')
  return {
    take() {
      isTaking = true
      channel?.postMessage('give')
      timer = setTimeout(() => setState('own'), channel ? TAKE_OVER_MS : 0)
    },
    release() {
      clearTimeout(timer)
      channel?.close()
    },
  }
}
