import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** A passkey device in software, which makes the responses that a browser would send. */
export interface Authenticator {
  id: string
  /** Rises with each use, as on devices that count; tests may set it. */
  counter: number
  register(options: Record<string, unknown>, faults?: Faults): Record<string, unknown>
  authenticate(options: Record<string, unknown>, faults?: Faults): Record<string, unknown>
}

interface Faults {
  origin?: string
  rpId?: string
  challenge?: string
  isUserVerified?: boolean
  hasBadSignature?: boolean
}

const ORIGIN = 'http://localhost:8080'
const RP_ID = 'localhost'
/** Flags: user present, user verified, attested data included. */
const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40]

const toBase64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const hashSha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest()

export function createAuthenticator(): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const rawId = randomBytes(16)
  const id = toBase64url(rawId)

  function makeAuthenticatorData({ rpId = RP_ID, isUserVerified = true }: Faults, counter: number, attested?: Buffer) {
    const flags = PRESENT | (isUserVerified ? VERIFIED : 0) | (attested ? ATTESTED : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([hashSha256(rpId), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)])
  }

  function makeClientData(
    type: string,
    options: Record<string, unknown>,
    { origin = ORIGIN, challenge }: Faults,
  ): string {
    return JSON.stringify({ type, challenge: challenge ?? options.challenge, origin, crossOrigin: false })
  }

  const device = {
    id,
    counter: 0,
    register(options: Record<string, unknown>, faults: Faults = {}) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(rawId.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, rawId, makeCoseKey(publicKey)])
      const authData = makeAuthenticatorData(faults, device.counter, attested)
      const attestation = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(authData)],
        ]) as never,
      )
      const response = {
        clientDataJSON: toBase64url(makeClientData('webauthn.create', options, faults)),
        attestationObject: toBase64url(attestation),
        transports: ['internal'],
      }
      return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
    },
    authenticate(options: Record<string, unknown>, faults: Faults = {}) {
      device.counter += 1
      const authData = makeAuthenticatorData(faults, device.counter)
      const clientJson = makeClientData('webauthn.get', options, faults)
      const signature = sign('sha256', Buffer.concat([authData, hashSha256(clientJson)]), privateKey)
      if (faults.hasBadSignature) signature[10] = (signature[10] ?? 0) ^ 1
      const response = {
        clientDataJSON: toBase64url(clientJson),
        authenticatorData: toBase64url(authData),
        signature: toBase64url(signature),
      }
      return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
    },
  }
  return device
}

/** Makes the COSE key of ES256: kty EC2, alg -7, crv P-256, x, y. */
function makeCoseKey(key: KeyObject): Uint8Array {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
  const members: [number, unknown][] = [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, bytes(x)],
    [-3, bytes(y)],
  ]
  return isoCBOR.encode(new Map(members) as never)
}
