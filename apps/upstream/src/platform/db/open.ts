import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { guardPool } from './guarded-pool.ts'
import { createNodeSqliteDialect } from './node-sqlite.ts'
import type { Tables } from './tables.ts'

export type DatabaseKind = 'sqlite' | 'postgres'
/** Type of the database in all queries, which run on both kinds. */
export type Db = Kysely<Tables>

export interface OpenDatabase {
  db: Db
  kind: DatabaseKind
  close(): Promise<void>
}

const POOL_SIZE = 10
const CONNECT_TIMEOUT_MS = 5000
const STATEMENT_TIMEOUT_MS = 15_000
const IDLE_TIMEOUT_MS = 30_000

/** Parses int8, which `pg` returns as text. Counts and epoch ms are int8, and all values are below 2^53. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return Number
  return pg.types.getTypeParser(oid, format as 'text')
}

/** Opens a database without migrating. @param url `sqlite:FILE`, `sqlite::memory:` or `postgres://…` */
export function openDatabase(url: string): OpenDatabase {
  if (url.startsWith('sqlite:')) {
    const file = url.slice('sqlite:'.length)
    if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const db: Db = new Kysely<Tables>({ dialect: createNodeSqliteDialect(file) })
    return { db, kind: 'sqlite', close: () => db.destroy() }
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS + CONNECT_TIMEOUT_MS,
    types: { getTypeParser: getTypeParser as typeof pg.types.getTypeParser },
  })
  // The pool replaces a lost idle connection; without a listener this event would end the process.
  pool.on('error', () => {})
  const db: Db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: guardPool(pool) }) })
  return { db, kind: 'postgres', close: () => db.destroy() }
}
