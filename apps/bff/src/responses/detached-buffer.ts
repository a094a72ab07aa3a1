/**
 * A copy that holds its own bytes and no others. Small buffers that Node makes are views of a slab of 64 KiB, and what
 * zlib gives is a view of its whole output: whoever keeps one keeps all of it.
 */
export function toOwnMemory(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}
