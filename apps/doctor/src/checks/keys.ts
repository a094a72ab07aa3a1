import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { createReceipts } from '@portal/bff/src/certificates/receipt.ts'
import { ConfigError } from '@portal/bff/src/config/config.ts'
import { type Check, type Finding, fault, type Subject, warn } from '#finding.ts'

/** Minimum number of different bytes. 32 random bytes have about 30; a key with fewer was typed. */
const LEAST_DIFFERENT = 16
const OTHERS_MAY_READ = 0o004
const SECRETS = ['SESSION_KEY', 'RECEIPT_KEY', 'REDIS_URL']
const RECEIPT_KEY_FILE = 'receipt.key'
/** Folder of secrets in containers: readable for all processes there, which is the site alone. */
const CONTAINER_SECRETS = '/run/secrets/'

/** Checks that keys can be neither guessed nor read by other users. */
export const keysCheck: Check = {
  name: 'keys',
  run: (subject) => [
    ...findWeakKeys(subject),
    ...checkRevokedKeys(subject),
    ...checkKeyFiles(subject).flatMap(openFile),
  ],
}

function findWeakKeys({ config }: Subject): Finding[] {
  const keys = [
    ...config.sessionKeys.map((key) => ({ name: 'SESSION_KEY', key })),
    ...config.receiptSeeds.map((key) => ({ name: 'RECEIPT_KEY', key })),
  ]
  return keys.flatMap(({ name, key }) =>
    new Set(key).size < LEAST_DIFFERENT
      ? [fault(`${name} does not look random: it can be guessed`, 'Make a new one with openssl rand -base64 32')]
      : [],
  )
}

/** A revoked key must not sign; a revocation date in the future is mistyped. */
function checkRevokedKeys({ config, now }: Subject): Finding[] {
  const { receiptKeysRevoked: revoked } = config
  const late = revoked.filter(({ revokedAtMs }) => revokedAtMs > now())
  const findings = late.map(({ x }) =>
    warn(
      `RECEIPT_KEYS_REVOKED revokes ${x} in the future only`,
      'Correct the date: receipts of it are refused already',
    ),
  )
  const seeds = config.receiptSeeds.length > 0 ? config.receiptSeeds : readOwnReceiptSeed(config.dataDir)
  try {
    if (seeds.length > 0) createReceipts({ seeds, revoked, now })
    return findings
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const remedy = 'Put a new key in front in RECEIPT_KEY, or delete receipt.key in DATA_DIR: a new one is made then'
    return [...findings, fault('the key that signs receipts is revoked: the site does not start', remedy)]
  }
}

/** Returns the site's own generated key, if it exists. */
function readOwnReceiptSeed(dataDir: string): Buffer[] {
  const file = path.join(dataDir, RECEIPT_KEY_FILE)
  if (!statSync(file, { throwIfNoEntry: false })) return []
  const seed = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
  return seed.length === 32 ? [seed] : []
}

function checkKeyFiles({ env, config }: Subject): string[] {
  const named = SECRETS.flatMap((name) => env[`${name}_FILE`] ?? [])
  const own = ['session.key', RECEIPT_KEY_FILE].map((name) => path.join(config.dataDir, name))
  return [...named, ...own].filter((file) => !file.startsWith(CONTAINER_SECRETS))
}

function openFile(file: string): Finding[] {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0
  return mode & OTHERS_MAY_READ
    ? [fault(`${file} holds a secret, and every user of this machine may read it`, `chmod 600 ${file}`)]
    : []
}
