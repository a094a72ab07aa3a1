// Generates the secrets of the profile `scale` as files in volumes, each mounted only by the services that need it.
// Existing secrets stay, so that logins and receipts survive restarts.
//
//   node make-secrets.mts DIRECTORY          writes to its folders site, cache, database and upstream
//   node make-secrets.mts DIRECTORY HOST     those of several machines (ops/machines), with PostgreSQL and Valkey at HOST
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const [directory, host] = process.argv.slice(2)
if (!directory) throw new Error('usage: node make-secrets.mts DIRECTORY [HOST]')
const ADDRESSES = ['site/redis-url', 'database/url', 'upstream/database-url']
const unknown = ADDRESSES.filter((name) => !existsSync(path.join(directory, name)))
if (host === '' && unknown.length > 0) {
  console.error(
    `DATA_HOST is not set: write the address of PostgreSQL and Valkey into .env, or ${unknown.join(', ')} first.`,
  )
  process.exit(2)
}

readOrCreate('site/session-key', createKey)
readOrCreate('site/receipt-key', createKey)
const cachePassword = readOrCreate('cache/password', createPassword)
readOrCreate('cache/valkey.conf', () => `requirepass ${cachePassword}\n`)
readOrCreate('site/redis-url', () => `redis://:${cachePassword}@${host || 'valkey'}:6379`)
const database = host || 'postgres'
const databasePassword = readOrCreate('database/password', createPassword)
readOrCreate('database/url', () => `postgres://portal:${databasePassword}@${database}:5432/portal`)
// Address for the servers, which cannot read the owner's. The service `schema` creates this role.
readOrCreate('upstream/database-url', () => `postgres://portal_servers:${createPassword()}@${database}:5432/portal`)
// Several machines share no volume, in which one of them would keep these keys.
if (host !== undefined) {
  for (const name of ['upstream/log-key', 'upstream/instance-key']) readOrCreate(name, createKey)
}

function createKey(): string {
  return randomBytes(32).toString('base64')
}

/** Returns a hexadecimal password, which needs no escaping in URLs and configuration files. */
function createPassword(): string {
  return randomBytes(24).toString('hex')
}

/** Creates the file if it does not exist, by renaming, so that it is never incomplete. @returns its content */
function readOrCreate(name: string, make: () => string): string {
  const file = path.join(directory ?? '', name)
  if (!existsSync(file)) {
    mkdirSync(path.dirname(file), { recursive: true })
    // An interrupted run leaves a read-only file, which cannot be overwritten.
    rmSync(`${file}.new`, { force: true })
    // World-readable within the volume: each service runs as a different user.
    writeFileSync(`${file}.new`, make(), { mode: 0o444 })
    renameSync(`${file}.new`, file)
  }
  return readFileSync(file, 'utf8')
}
