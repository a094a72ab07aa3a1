import { vi } from 'vitest'

/** A fake BroadcastChannel; a frozen one receives nothing until it thaws. */
class FakeChannel {
  onmessage: ((event: { data: unknown }) => void) | null = null
  readonly name: string
  isFrozen = false
  private readonly missed: unknown[] = []

  constructor(name: string) {
    this.name = name
    channels.add(this)
  }

  postMessage(data: unknown): void {
    if (!channels.has(this)) throw new DOMException('the channel is closed', 'InvalidStateError')
    const copy: unknown = structuredClone(data)
    for (const other of channels) {
      if (other !== this && other.name === this.name) queueMicrotask(() => other.receive(copy))
    }
  }

  receive(data: unknown): void {
    if (!channels.has(this)) return
    if (this.isFrozen) this.missed.push(data)
    else this.onmessage?.({ data })
  }

  thaw(): void {
    this.isFrozen = false
    for (const data of this.missed.splice(0)) this.receive(data)
  }

  // `session.ts` listens by this method.
  addEventListener(): void {}
  removeEventListener(): void {}

  close(): void {
    channels.delete(this)
  }
}

let channels = new Set<FakeChannel>()

interface Hold {
  end: (reason?: unknown) => void
}

interface Waiting {
  grant: () => void
}

/** Fake exclusive Web Locks with queueing, abort and steal. */
function createLocks() {
  const holders = new Map<string, Hold>()
  const queues = new Map<string, Waiting[]>()
  const getQueue = (name: string) => {
    const queue = queues.get(name) ?? []
    queues.set(name, queue)
    return queue
  }
  const grantNext = (name: string) => {
    if (!holders.has(name)) getQueue(name).shift()?.grant()
  }

  function request(name: string, { signal, steal }: LockOptions, act: () => unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const grant = () => {
        const hold: Hold = { end: reject }
        holders.set(name, hold)
        const release = () => {
          if (holders.get(name) !== hold) return
          holders.delete(name)
          grantNext(name)
        }
        Promise.resolve().then(act).then(resolve, reject).finally(release)
      }
      if (steal) {
        holders.get(name)?.end(new DOMException('stolen', 'AbortError'))
        return grant()
      }
      const waiting: Waiting = { grant }
      getQueue(name).push(waiting)
      signal?.addEventListener('abort', () => {
        const queue = getQueue(name)
        if (!queue.includes(waiting)) return
        queue.splice(queue.indexOf(waiting), 1)
        reject(signal.reason)
      })
      grantNext(name)
    })
  }
  return { request }
}

/** Replaces channels and locks for one test; all its tabs share them. */
export function fakeTabs() {
  channels = new Set()
  vi.stubGlobal('BroadcastChannel', FakeChannel)
  Object.defineProperty(navigator, 'locks', { configurable: true, value: createLocks() })
  return {
    /** Returns the open channels, oldest first. */
    channels: () => [...channels],
  }
}

/** Removes channels and locks, as in a browser without them. */
export function removeTabs(): void {
  vi.stubGlobal('BroadcastChannel', undefined)
  Reflect.deleteProperty(navigator, 'locks')
}
