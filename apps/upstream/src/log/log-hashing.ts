import { hash } from 'node:crypto'
import { HASH_BYTES } from '@portal/contract/tlog/hashing.ts'

/** Computes SHA-256 synchronously. `tlog/hashing.ts` is the version for browsers, with promises. */
export const computeSha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer')

// A buffer that is reused for each hash, which takes half the time of new ones.
const leafInput = new Uint8Array(1 + HASH_BYTES)
const nodeInput = new Uint8Array(1 + 2 * HASH_BYTES)
nodeInput[0] = 1

/** Hashes a leaf. @param entry 32 bytes */
export function hashLeaf(entry: Uint8Array): Buffer {
  leafInput.set(entry, 1)
  return computeSha256(leafInput)
}

function hashNode(left: Uint8Array, right: Uint8Array): Buffer {
  nodeInput.set(left, 1)
  nodeInput.set(right, 1 + HASH_BYTES)
  return computeSha256(nodeInput)
}

/** Computes the root over at least one hash of one level (RFC 6962, 2.1). */
export function computeLevelRoot(hashes: readonly Buffer[]): Buffer {
  let row = hashes
  while (row.length > 1) {
    const above: Buffer[] = []
    for (let at = 0; at < row.length; at += 2) {
      const [left, right] = [row[at], row[at + 1]]
      // The last hash of an odd row moves up unchanged, which equals splitting at the largest power of two.
      if (left) above.push(right ? hashNode(left, right) : left)
    }
    row = above
  }
  const [root] = row
  if (!root) throw new RangeError('no hashes')
  return root
}
