/** Where the answer to an address is kept. */
interface KeptPlace {
  key: string
  freshMs: number
}

/** Addresses that were checked before. */
export interface KnownAddresses {
  get(address: string): KeptPlace | undefined
  set(address: string, place: KeptPlace): void
}

/** Together about 2 MB. */
const ADDRESSES_MAX = 5_000
/** Longer ones are searches that nobody repeats. Characters. */
const LENGTH_MAX = 200

/** Remembers where the answer to an address is kept, so that its query is read and checked once. */
export function createKnownAddresses(): KnownAddresses {
  const places = new Map<string, KeptPlace>()
  return {
    get: (address) => places.get(address),
    set(address, place) {
      if (address.length > LENGTH_MAX) return
      // All at once: who fills it with addresses of his own costs the others one look each.
      if (places.size >= ADDRESSES_MAX) places.clear()
      places.set(address, place)
    },
  }
}
