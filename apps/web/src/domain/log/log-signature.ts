import { isEqual } from '@portal/contract/tlog/hashing.ts'
import {
  checkSignature,
  ED25519,
  type SignatureCheck,
  type SignedNote,
  type VerifierKey,
} from '@portal/contract/tlog/signed-notes.ts'
import { loadCryptography } from '#lib/ed25519.ts'

/**
 * Checks the log's signature by Web Crypto, or by JavaScript code where Web Crypto lacks Ed25519 (Chromium before 137,
 * so most browsers inside other apps). `unsupported`: that code could not be loaded.
 */
export async function checkLogSignature(note: SignedNote, key: VerifierKey): Promise<SignatureCheck> {
  const found = await checkSignature(note, key)
  return found === 'unsupported' ? await checkWithoutWebCrypto(note, key) : found
}

/** Checks the signature without Web Crypto. */
async function checkWithoutWebCrypto(note: SignedNote, key: VerifierKey): Promise<SignatureCheck> {
  const signature = note.signatures.find(({ name, id }) => name === key.name && isEqual(id, key.id))
  if (!signature || key.type !== ED25519) return 'missing'
  const loaded = await loadCryptography().catch(() => undefined)
  if (!loaded) return 'unsupported'
  return loaded.isSigned(signature.bytes, new TextEncoder().encode(note.text), key.key) ? 'right' : 'wrong'
}
