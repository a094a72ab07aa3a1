/** Number of unread messages delivered to one user, by peer. */
export interface UnreadTold {
  readonly total: number
  add(peerId: string): void
  /** @returns whether there were any */
  read(peerId: string): boolean
}

export function createUnreadTold(): UnreadTold {
  const byPeer = new Map<string, number>()
  let total = 0

  return {
    get total() {
      return total
    },
    add(peerId) {
      total += 1
      byPeer.set(peerId, (byPeer.get(peerId) ?? 0) + 1)
    },
    read(peerId) {
      total -= byPeer.get(peerId) ?? 0
      return byPeer.delete(peerId)
    },
  }
}
