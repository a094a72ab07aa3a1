// Makes what the services of the profile `scale` keep secret, once: files in volumes of their own, each seen by those
// only who need it. What is there already stays, so that logins and receipts outlive every start.
//
//   node make-secrets.mts DIRECTORY     with the folders site, cache and database in it
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const directory = process.argv[2]
if (!directory) throw new Error('usage: node make-secrets.mts DIRECTORY')

keep('site/session-key', () => randomBytes(32).toString('base64'))
keep('site/receipt-key', () => randomBytes(32).toString('base64'))
const cachePassword = keep('cache/password', newPassword)
keep('cache/valkey.conf', () => `requirepass ${cachePassword}\n`)
keep('site/redis-url', () => `redis://:${cachePassword}@valkey:6379`)
const databasePassword = keep('database/password', newPassword)
keep('database/url', () => `postgres://portal:${databasePassword}@postgres:5432/portal`)

/** Fit for an address and for a line of a configuration. */
function newPassword(): string {
  return randomBytes(24).toString('hex')
}

/** @returns what the file holds, which is made if it is not there; never half of it */
function keep(name: string, make: () => string): string {
  const file = path.join(directory ?? '', name)
  if (!existsSync(file)) {
    mkdirSync(path.dirname(file), { recursive: true })
    // Readable for all who have the volume: each service runs as another user.
    writeFileSync(`${file}.new`, make(), { mode: 0o444 })
    renameSync(`${file}.new`, file)
  }
  return readFileSync(file, 'utf8')
}
