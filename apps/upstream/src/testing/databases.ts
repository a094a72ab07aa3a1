import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { describe, inject } from 'vitest'
import { MIGRATED_DATABASE } from './postgres-setup.ts'

/** The URL of an empty database, and a function that removes it. */
export interface TestDatabase {
  url: string
  /** Its address past a pooler, for `DATABASE_LISTEN_URL`; without a pooler it is missing. */
  listenUrl?: string
  drop(): Promise<void>
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The database that `describeDatabases` uses in this run. */
    database: 'sqlite' | 'postgres'
    /** Address of a pooler in transaction mode in front of `postgresUrl`; empty without one. */
    poolerUrl: string
  }
}

function readProvided(name: 'postgresUrl' | 'poolerUrl'): string {
  try {
    return inject(name) ?? ''
  } catch {
    // The run has no global set-up.
    return ''
  }
}
const serverUrl = readProvided('postgresUrl')
const poolerUrl = readProvided('poolerUrl')

/** Content that a migrated database is filled with. */
interface DatabaseContent {
  /** Databases with equal keys have equal content. */
  key: string
  fill(url: string): Promise<void>
}

/**
 * Makes a database.
 * @param state `migrated` has the tables; on PostgreSQL a copy takes an eighth of the time of `migrate()`
 * @param filling on PostgreSQL a migrated database gets this content
 */
export type MakeDatabase = (state?: 'empty' | 'migrated', filling?: DatabaseContent) => Promise<TestDatabase>

/** Makes a new database in memory for each caller. */
export const makeSqlite: MakeDatabase = async () => ({ url: 'sqlite::memory:', drop: async () => {} })

async function runAsSuperuser(query: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(query)
  } finally {
    await client.end()
  }
}

const toDatabaseUrl = (name: string, server = serverUrl) => server.replace('/postgres?', `/${name}?`)

async function copyTemplate(template: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await runAsSuperuser(`create database ${name} template ${template}`)
  return name
}

/** Names of filled databases that are copied, by the key of their content. They stay until the server ends. */
const filledDatabases = new Map<string, Promise<string>>()

async function makeFilled({ fill }: DatabaseContent): Promise<string> {
  const name = await copyTemplate(MIGRATED_DATABASE)
  await fill(toDatabaseUrl(name))
  return name
}

const makePostgres: MakeDatabase = async (state = 'empty', filling) => {
  let template = state === 'empty' ? 'template1' : MIGRATED_DATABASE
  if (filling) {
    const filled = filledDatabases.get(filling.key) ?? makeFilled(filling)
    filledDatabases.set(filling.key, filled)
    template = await filled
  }
  const name = await copyTemplate(template)
  const drop = () => runAsSuperuser(`drop database if exists ${name} with (force)`)
  const listenUrl = toDatabaseUrl(name)
  return poolerUrl ? { url: toDatabaseUrl(name, poolerUrl), listenUrl, drop } : { url: listenUrl, drop }
}

type Suite = (make: MakeDatabase) => void

/** Runs a suite on SQLite in `npm test`, and on PostgreSQL in `npm run test:soak`. */
export function describeDatabases(title: string, suite: Suite): void {
  if (inject('database') === 'postgres') describePostgres(title, suite)
  else describe(`${title}, on SQLite`, () => suite(makeSqlite))
}

/** Runs a suite on PostgreSQL only. It is reported as skipped where the machine has none. */
export function describePostgres(title: string, suite: Suite): void {
  const reason = serverUrl ? '' : ' (no server binary found)'
  describe.skipIf(!serverUrl)(`${title}, on PostgreSQL${reason}`, () => suite(makePostgres))
}
