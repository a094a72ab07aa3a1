import type { Member } from '../measuring/member-accounts.ts'

/** Two members who write to each other. */
export type Pair = readonly [Member, Member]

/** Returns this many pairs of members that were not used before. */
export type GivePairs = (count: number) => Pair[]

export function createPairs(members: readonly Member[]): GivePairs {
  let next = 0
  return (count) =>
    Array.from({ length: count }, () => {
      const [one, other] = members.slice(next, next + 2)
      next += 2
      if (!one || !other) throw new Error('there are not so many members')
      return [one, other]
    })
}

/** Returns the other member of a pair. */
export function createPeerLookup(pairs: readonly Pair[]): (member: Member) => Member | null {
  const peers = new Map(pairs.flatMap(([one, other]) => [[one.id, other] as const, [other.id, one] as const]))
  return ({ id }) => peers.get(id) ?? null
}
