import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { createWorkQueue } from '#platform/work-queue.ts'

export interface PasswordCost {
  /** Base-2 logarithm of the parameter N of scrypt. */
  logN: number
  r: number
  p: number
}

/**
 * scrypt with N=2^15, r=8, p=3: 32 MiB and about 0.2 s (OWASP Password Storage Cheat Sheet, "scrypt", one of its five
 * equal settings). Argon2id of `node:crypto` is still a release candidate in Node 24; the stored form names its method,
 * so that a later change is a rehash at the next login.
 */
export const PASSWORD_COST: PasswordCost = { logN: 15, r: 8, p: 3 }

const SALT_BYTES = 16
const HASH_BYTES = 32
/** Number of concurrent hashes. Each holds 32 MiB and a processor; one processor stays free for other requests. */
const HASHES_AT_ONCE = availableParallelism() > 2 ? 2 : 1
const HASHES_WAITING = 60
/** Maximum of waiting hashes of one client, so that a flood leaves places for others. */
const HASHES_WAITING_OF_ONE = 4

export interface Passwords {
  /** @throws AppError when too many hashes wait, or too many of this client */
  hash(password: string, client?: string): Promise<string>
  /**
   * Compares in constant time. Without a stored hash it computes one all the same, so that a missing account takes as
   * long as an existing one.
   */
  verify(password: string, stored: string | null, client?: string): Promise<boolean>
  /** Returns whether the hash was made with other parameters than today's. */
  isOutdated(stored: string): boolean
}

function derive(password: string, salt: Buffer, { logN, r, p }: PasswordCost): Promise<Buffer> {
  const N = 2 ** logN
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r }
  return new Promise((resolve, reject) => {
    // An accent that can be typed in two ways gives one password.
    scrypt(password.normalize('NFC'), salt, HASH_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

interface ParsedHash {
  cost: PasswordCost
  salt: Buffer
  hash: Buffer
}

/** `scrypt$15$8$3$SALT$HASH`, the last two in base64. */
function readStored(stored: string): ParsedHash | undefined {
  const [method, logN, r, p, salt, hash] = stored.split('$')
  if (method !== 'scrypt' || !salt || !hash) return undefined
  return {
    cost: { logN: Number(logN), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}

/** @param cost lower in tests only @param atOnce number of concurrent hashes */
export function createPasswords(cost: PasswordCost = PASSWORD_COST, atOnce = HASHES_AT_ONCE): Passwords {
  const pass = createWorkQueue(atOnce, HASHES_WAITING, HASHES_WAITING_OF_ONE)
  const decoy: ParsedHash = { cost, salt: randomBytes(SALT_BYTES), hash: randomBytes(HASH_BYTES) }
  const head = `scrypt$${cost.logN}$${cost.r}$${cost.p}$`
  return {
    async hash(password, client) {
      const salt = randomBytes(SALT_BYTES)
      const hash = await pass(() => derive(password, salt, cost), client)
      return `${head}${salt.toString('base64')}$${hash.toString('base64')}`
    },
    async verify(password, stored, client) {
      const parsedHash = stored === null ? undefined : readStored(stored)
      const { cost, salt, hash } = parsedHash ?? decoy
      const derived = await pass(() => derive(password, salt, cost), client)
      return timingSafeEqual(derived, hash) && parsedHash !== undefined
    },
    isOutdated: (stored) => !stored.startsWith(head),
  }
}
