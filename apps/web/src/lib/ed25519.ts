/** Loads Ed25519 and SHA-256 in JavaScript, for browsers without them; afterwards they work offline. */
export async function loadCryptography() {
  const [ed25519, { sha256, sha512 }] = await Promise.all([import('@noble/ed25519'), import('@noble/hashes/sha2.js')])
  ed25519.hashes.sha512 = sha512
  /** Uses the strict rules of RFC 8032, so that all programs agree. */
  const isSigned = (signature: Uint8Array, text: Uint8Array, key: Uint8Array): boolean => {
    try {
      return ed25519.verify(signature, text, key, { zip215: false })
    } catch {
      // The input is not 64 bytes, or not a point of the curve.
      return false
    }
  }
  return { isSigned, sha256 }
}
