import { buildCosignedMessage, formatCosignatureLine } from './cosignatures.ts'
import { type Bytes, concat, decodeBase64 } from './hashing.ts'
import { createVerifierKey, ED25519, formatSignatureLine, type VerifierKey } from './signed-notes.ts'

const SEED_BYTES = 32
/** Header of an Ed25519 seed in PKCS #8 (RFC 8410, 7). */
const PKCS8_HEAD = Uint8Array.of(0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20)
const utf8 = new TextEncoder()

/** A key that signs. Ed25519 is deterministic, so equal notes have equal bytes. */
export interface NoteSigner {
  /** The public key, of the type whose lines it signs. */
  key: VerifierKey
  /** @returns 64 bytes */
  sign(message: Bytes): Promise<Bytes>
}

/**
 * Creates the signer of an Ed25519 seed.
 * @param seed 32 bytes, secret
 * @param type `ED25519` for a log, `COSIGNATURE` for a witness
 * @throws RangeError for a seed of another length; DOMException where Web Crypto has no Ed25519
 */
export async function createNoteSigner(name: string, seed: Uint8Array, type = ED25519): Promise<NoteSigner> {
  if (seed.length !== SEED_BYTES) throw new RangeError(`a seed has ${seed.length} bytes, not ${SEED_BYTES}`)
  const own = await crypto.subtle.importKey('pkcs8', concat(PKCS8_HEAD, seed), 'Ed25519', true, ['sign'])
  const { x = '' } = await crypto.subtle.exportKey('jwk', own)
  const publicKey = decodeBase64(`${x.replaceAll('-', '+').replaceAll('_', '/')}=`) as Bytes
  return {
    key: await createVerifierKey(name, type, publicKey),
    sign: async (message) => new Uint8Array(await crypto.subtle.sign('Ed25519', own, message)),
  }
}

/**
 * Signs a note, with a line for each signer: two while a log changes its key.
 * @param text text with its final line feed
 * @throws RangeError for a text without one
 */
export async function signNote(text: string, ...signers: readonly NoteSigner[]): Promise<string> {
  if (!text.endsWith('\n')) throw new RangeError('the text of a note ends in a line feed')
  const message = utf8.encode(text)
  const lines = await Promise.all(signers.map(async ({ key, sign }) => formatSignatureLine(key, await sign(message))))
  return `${text}\n${lines.join('')}`
}

/**
 * Builds the line of a witness for the text of a checkpoint.
 * @param timeS Unix time in seconds, above 0
 */
export async function cosign(text: string, timeS: number, { key, sign }: NoteSigner): Promise<string> {
  return formatCosignatureLine(key, timeS, await sign(buildCosignedMessage(text, timeS)))
}
