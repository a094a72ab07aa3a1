/** Bytes of an Ed25519 seed (RFC 8032, section 5.1.5). */
export const SEED_BYTES = 32

/** Reads a seed in base64. @returns `undefined` for anything but 32 bytes */
export function readSeed(text: string): Buffer | undefined {
  const seed = Buffer.from(text, 'base64')
  return seed.length === SEED_BYTES && seed.toString('base64') === text ? seed : undefined
}
