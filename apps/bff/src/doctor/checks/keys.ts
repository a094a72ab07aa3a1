import { statSync } from 'node:fs'
import path from 'node:path'
import { type Check, type Finding, fault, type Subject } from '../finding.ts'

/** 32 random bytes hold 30 different ones; a key of fewer was typed. */
const LEAST_DIFFERENT = 16
const OTHERS_MAY_READ = 0o004
const SECRETS = ['SESSION_KEY', 'RECEIPT_KEY', 'REDIS_URL']
/** Where containers get secrets: readable for all in there, which is the site alone. */
const CONTAINER_SECRETS = '/run/secrets/'

/** Keys that are guessed or read by others are none. */
export const keysCheck: Check = {
  name: 'keys',
  run: (subject) => [...weakKeys(subject), ...keyFiles(subject).flatMap(openFile)],
}

function weakKeys({ config }: Subject): Finding[] {
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

function keyFiles({ env, config }: Subject): string[] {
  const named = SECRETS.flatMap((name) => env[`${name}_FILE`] ?? [])
  const own = ['session.key', 'receipt.key'].map((name) => path.join(config.dataDir, name))
  return [...named, ...own].filter((file) => !file.startsWith(CONTAINER_SECRETS))
}

function openFile(file: string): Finding[] {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0
  return mode & OTHERS_MAY_READ
    ? [fault(`${file} holds a secret, and every user of this machine may read it`, `chmod 600 ${file}`)]
    : []
}
