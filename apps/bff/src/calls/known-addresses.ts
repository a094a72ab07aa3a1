/** Addresses that were checked before, and what they came to. */
export interface KnownAddresses {
  get(address: string): string | undefined
  set(address: string, key: string): void
}

/** Together about 2 MB. */
const ADDRESSES_MAX = 5_000
/** Longer ones are searches that nobody repeats. Characters. */
const LENGTH_MAX = 200

/** Remembers under which key the answer to an address is kept, so that its query is read and checked once. */
export function createKnownAddresses(): KnownAddresses {
  const keys = new Map<string, string>()
  return {
    get: (address) => keys.get(address),
    set(address, key) {
      if (address.length > LENGTH_MAX) return
      // All at once: who fills it with addresses of his own costs the others one look each.
      if (keys.size >= ADDRESSES_MAX) keys.clear()
      keys.set(address, key)
    },
  }
}
