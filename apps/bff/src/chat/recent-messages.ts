import type { ChatMessage } from '@portal/contract/frames.ts'

/** Messages delivered recently to one user: drops repeated events. */
export interface RecentMessages {
  /** Adds a message. `false` if it was known. */
  add(message: ChatMessage): boolean
  /** The same for its withdrawal. */
  addWithdrawn(id: string): boolean
  has(id: string): boolean
  /** Receiver of the user's own message; undefined for unknown messages, and those of others. */
  peerOfOwn(id: string): string | undefined
}

const KEPT_MAX = 512

export function createRecentMessages(userId: string): RecentMessages {
  // Created on first use: an empty map needs as much memory as a dozen numbers.
  /** Id of a message → its receiver, for the user's own. */
  let peers: Map<string, string | null> | null = null
  let withdrawn: Map<string, null> | null = null

  return {
    add({ id, fromUserId, toUserId }) {
      peers ??= new Map()
      return remember(peers, id, fromUserId === userId ? toUserId : null)
    },
    addWithdrawn(id) {
      withdrawn ??= new Map()
      return remember(withdrawn, id, null)
    },
    has: (id) => peers?.has(id) ?? false,
    peerOfOwn: (id) => peers?.get(id) ?? undefined,
  }
}

function remember<Value>(kept: Map<string, Value>, id: string, value: Value): boolean {
  if (kept.has(id)) return false
  kept.set(id, value)
  const [oldest] = kept.keys()
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
  return true
}
