import { type Bytes, decodeBase64, HASH_BYTES, hashEmptyTree, hashNode, isEqual, type Sha256 } from './hashing.ts'

/** Hashes from the leaf towards the root. */
export type Proof = readonly Uint8Array[]

/** Maximum number of hashes; longer proofs belong to no tree. */
const PROOF_MAX = 63

/** Parses the hashes of a proof, one on each line in base64. @returns `undefined` when one is malformed, or when there are too many */
export function readProof(lines: readonly string[]): Bytes[] | undefined {
  if (lines.length > PROOF_MAX) return undefined
  const proof = lines.map(decodeBase64).filter((hash) => hash?.length === HASH_BYTES)
  return proof.length === lines.length ? (proof as Bytes[]) : undefined
}

/** Other lengths could make two trees look alike. */
const areHashes = (...hashes: readonly Uint8Array[]) => hashes.every(({ length }) => length === HASH_BYTES)

const halve = (value: number) => Math.floor(value / 2)
const isOdd = (value: number) => value % 2 === 1
export const isPowerOfTwo = (value: number) => 2 ** Math.round(Math.log2(value)) === value

export interface Inclusion {
  index: number
  size: number
  /** Hash of the leaf, see `hashLeaf`. */
  leaf: Uint8Array
  proof: Proof
}

/**
 * Computes the root from a leaf and its proof (RFC 9162, 2.1.3.2).
 * @returns `undefined` when the length of the proof does not fit the position, or a hash has not 32 bytes
 */
export async function computeInclusionRoot(
  sha256: Sha256,
  { index, size, leaf, proof }: Inclusion,
): Promise<Uint8Array | undefined> {
  if (!Number.isSafeInteger(size) || !Number.isSafeInteger(index) || index < 0 || index >= size) return undefined
  if (!areHashes(leaf, ...proof)) return undefined
  let [at, last, hash] = [index, size - 1, leaf]
  for (const sibling of proof) {
    if (last === 0) return undefined
    if (isOdd(at) || at === last) {
      hash = await hashNode(sha256, sibling, hash)
      while (!isOdd(at) && at > 0) [at, last] = [halve(at), halve(last)]
    } else hash = await hashNode(sha256, hash, sibling)
    ;[at, last] = [halve(at), halve(last)]
  }
  return last === 0 ? hash : undefined
}

/** Whether a leaf is at this position of the tree with this root. */
export async function isIncluded(sha256: Sha256, inclusion: Inclusion, root: Uint8Array): Promise<boolean> {
  const found = await computeInclusionRoot(sha256, inclusion)
  return found !== undefined && isEqual(found, root)
}

/** A tree's size and root. */
export interface TreeHead {
  size: number
  root: Uint8Array
}

/**
 * Whether a log continues an older state of itself. Every tree continues the empty one without a proof (C2SP tlog-witness), for
 * which RFC 9162 defines none.
 */
export async function isContinued(sha256: Sha256, older: TreeHead, newer: TreeHead, proof: Proof): Promise<boolean> {
  if (older.size !== 0) return await isConsistent(sha256, older, newer, proof)
  if (!Number.isSafeInteger(newer.size) || newer.size < 0 || proof.length > 0) return false
  const empty = await hashEmptyTree(sha256)
  return isEqual(older.root, empty) && (newer.size > 0 || isEqual(newer.root, empty))
}

/** Whether the newer tree begins with all leaves of the older one, which must have at least one (RFC 9162, 2.1.4.2). */
export async function isConsistent(sha256: Sha256, older: TreeHead, newer: TreeHead, proof: Proof): Promise<boolean> {
  if (!Number.isSafeInteger(older.size) || !Number.isSafeInteger(newer.size)) return false
  if (older.size < 1 || older.size > newer.size) return false
  if (older.size === newer.size) return proof.length === 0 && isEqual(older.root, newer.root)
  if (!areHashes(older.root, newer.root, ...proof)) return false
  const path = isPowerOfTwo(older.size) ? [older.root, ...proof] : proof
  const [first, ...others] = path
  if (first === undefined || proof.length === 0) return false
  let [at, last] = [older.size - 1, newer.size - 1]
  while (isOdd(at)) [at, last] = [halve(at), halve(last)]
  let [oldRoot, newRoot] = [first, first]
  for (const hash of others) {
    if (last === 0) return false
    if (isOdd(at) || at === last) {
      oldRoot = await hashNode(sha256, hash, oldRoot)
      newRoot = await hashNode(sha256, hash, newRoot)
      while (!isOdd(at) && at > 0) [at, last] = [halve(at), halve(last)]
    } else newRoot = await hashNode(sha256, newRoot, hash)
    ;[at, last] = [halve(at), halve(last)]
  }
  return last === 0 && isEqual(oldRoot, older.root) && isEqual(newRoot, newer.root)
}

/** Leaves `from` to `to` (excluded). */
export type LeafRange = readonly [from: number, to: number]

/** Computes the greatest power of two below `count`. */
export function findSplit(count: number): number {
  let split = 1
  while (split * 2 < count) split *= 2
  return split
}

/** Lists the ranges whose hashes prove a leaf, from the leaf towards the root. */
export function listInclusionRanges(index: number, [from, to]: LeafRange): LeafRange[] {
  if (to - from === 1) return []
  const middle = from + findSplit(to - from)
  return index < middle
    ? [...listInclusionRanges(index, [from, middle]), [middle, to]]
    : [...listInclusionRanges(index, [middle, to]), [from, middle]]
}

/** Lists the ranges whose hashes prove that a tree of `to` leaves begins with one of `size`. */
export function listConsistencyRanges(size: number, [from, to]: LeafRange, isWhole = true): LeafRange[] {
  if (size === to - from) return isWhole ? [] : [[from, to]]
  if (size === 0) return []
  const split = findSplit(to - from)
  const middle = from + split
  return size <= split
    ? [...listConsistencyRanges(size, [from, middle], isWhole), [middle, to]]
    : [...listConsistencyRanges(size - split, [middle, to], false), [from, middle]]
}
