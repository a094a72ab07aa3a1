import type { ChatMessage } from '@portal/contract/frames.ts'

const REMEMBERED_MAX = 512

/** Messages delivered recently to one user: drops repeated events. */
export class RecentMessages {
  readonly #userId: string
  // The map is created on first use: an empty one needs as much memory as a dozen numbers.
  /** Message id → receiver, for the user's own messages. */
  #peers: Map<string, string | null> | null = null
  #withdrawn: Map<string, null> | null = null

  constructor(userId: string) {
    this.#userId = userId
  }

  /** Adds a message. `false` if it was known. */
  add({ id, fromUserId, toUserId }: ChatMessage): boolean {
    this.#peers ??= new Map()
    return remember(this.#peers, id, fromUserId === this.#userId ? toUserId : null)
  }

  /** Adds the withdrawal of a message. `false` if it was known. */
  addWithdrawn(id: string): boolean {
    this.#withdrawn ??= new Map()
    return remember(this.#withdrawn, id, null)
  }

  has(id: string): boolean {
    return this.#peers?.has(id) ?? false
  }

  /** Returns the receiver of the user's own message; `undefined` for unknown messages and those of others. */
  findPeer(id: string): string | undefined {
    return this.#peers?.get(id) ?? undefined
  }
}

function remember<Value>(map: Map<string, Value>, id: string, value: Value): boolean {
  if (map.has(id)) return false
  map.set(id, value)
  const [oldest] = map.keys()
  if (map.size > REMEMBERED_MAX && oldest !== undefined) map.delete(oldest)
  return true
}
