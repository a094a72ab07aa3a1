/** How much work is asked for, by how often something has failed. */
export interface WorkScale {
  /** So many cost nothing. */
  free: number
  /** Of the first proof. Each doubling beyond `free` asks for one bit more, which doubles the work. */
  bits: number
  /** Never more: what a phone solves in less than a minute. */
  mostBits: number
}

/** @param count failures, the one that may follow included */
export function bitsFor({ free, bits, mostBits }: WorkScale, count: number): number {
  if (count <= free) return 0
  return Math.min(mostBits, bits + Math.floor(Math.log2(count / Math.max(1, free))))
}

/**
 * Up to which count a proof of these bits is enough. It still is when the failures have doubled since it was asked for,
 * so that somebody who solves one while others fail is not asked for the next.
 */
export function coveredBy({ free, bits, mostBits }: WorkScale, proofBits: number): number {
  if (proofBits < bits) return free
  return proofBits >= mostBits ? Number.POSITIVE_INFINITY : Math.max(1, free) * 2 ** (proofBits - bits + 2) - 1
}
