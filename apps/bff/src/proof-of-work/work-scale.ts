/** Required work by number of failures. */
export interface WorkScale {
  /** Number of failures that need no proof of work. */
  free: number
  /** Bits of the first proof. Each doubling beyond `free` adds one bit, which doubles the effort. */
  bits: number
  /** Maximum: a phone solves it in less than a minute. */
  mostBits: number
}

/** @param count number of failures, including the one that may follow */
export function computeBits({ free, bits, mostBits }: WorkScale, count: number): number {
  if (count <= free) return 0
  return Math.min(mostBits, bits + Math.floor(Math.log2(count / Math.max(1, free))))
}

/**
 * Returns the count up to which a proof of these bits is enough, even if failures doubled while it was being solved.
 */
export function computeCoveredCount({ free, bits, mostBits }: WorkScale, proofBits: number): number {
  if (proofBits < bits) return free
  return proofBits >= mostBits ? Number.POSITIVE_INFINITY : Math.max(1, free) * 2 ** (proofBits - bits + 2) - 1
}
