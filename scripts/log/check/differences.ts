import { isEqual } from '../../../packages/contract/src/tlog/hashing.ts'

/**
 * Describes how entries differ from the hashes in their tile.
 * @param first index of the first entry
 * @param leaves leaf hashes of the entries, in order
 * @returns `undefined` when they agree
 */
export function describeDifference(
  first: number,
  leaves: readonly Uint8Array[],
  tile: readonly Uint8Array[],
): string | undefined {
  const agrees = (leaf: number, place: number) => isSame(leaves[leaf], tile[place])
  const wrong = tile.map((_hash, at) => at).filter((at) => !agrees(at, at))
  const [at, other] = wrong
  if (at === undefined) return leaves.length > tile.length ? 'there is one entry too many at the end' : undefined
  const entry = first + at
  const last = first + (wrong.at(-1) as number)

  if (wrong.length === 2 && other !== undefined && agrees(at, other) && agrees(other, at)) {
    return `entries ${entry} and ${last} have changed places`
  }
  const isShort = leaves.length < tile.length
  const afterRemoval = formatRange(at, Math.min(leaves.length, tile.length - 1))
  if ((isShort || wrong.length > 1) && afterRemoval.every((leaf) => agrees(leaf, leaf + 1))) {
    return `entry ${entry} is removed, those behind it have moved up`
  }
  if (wrong.length === 1) return `entry ${entry} is another than the one in the tile`
  const afterInsertion = formatRange(at, Math.min(leaves.length - 1, tile.length))
  if (afterInsertion.every((place) => agrees(place + 1, place))) {
    return `an entry is put in at ${entry}, those behind it have moved down`
  }
  if (wrong.every((place) => wrong.some((leaf) => agrees(leaf, place)))) {
    return `${wrong.length} entries from ${entry} to ${last} are in another order`
  }
  return `${wrong.length} entries from ${entry} to ${last} are others than those in the tile`
}

const formatRange = (from: number, end: number) => Array.from({ length: Math.max(0, end - from) }, (_, at) => from + at)

const isSame = (one: Uint8Array | undefined, other: Uint8Array | undefined) =>
  one !== undefined && other !== undefined && isEqual(one, other)
