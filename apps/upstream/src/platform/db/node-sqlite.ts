import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { SqliteAdapter, type SqliteDatabase, SqliteDialect, SqliteDriver, type SqliteStatement } from 'kysely'
import { LRUCache } from 'lru-cache'
import { openWriteAheadLog, type WriteAheadLog } from './write-ahead-log.ts'

/**
 * Maximum prepared statements in the cache. Without a limit, SQL with lists of varying length would fill the memory.
 */
const STATEMENTS_MAX = 300

const BUSY_TIMEOUT_MS = 5000

/** Size to which the log file is truncated when it restarts, in bytes. */
const LOG_FILE_MAX = 64 * 1024 * 1024

class Statement implements SqliteStatement {
  readonly reader: boolean
  readonly #statement: StatementSync

  constructor(statement: StatementSync) {
    this.#statement = statement
    this.reader = statement.columns().length > 0
  }

  all(parameters: readonly unknown[]) {
    return this.#statement.all(...(parameters as SQLInputValue[]))
  }

  run(parameters: readonly unknown[]) {
    return this.#statement.run(...(parameters as SQLInputValue[]))
  }

  iterate(parameters: readonly unknown[]) {
    return this.#statement.iterate(...(parameters as SQLInputValue[]))
  }
}

/**
 * Prepares a rollback that is skipped when an error (a full disk) has ended the transaction already: it would fail and
 * hide the original error (sqlite.org/lang_transaction.html, section 3).
 */
function prepareRollback(database: DatabaseSync): SqliteStatement {
  return {
    reader: false,
    all: () => [],
    run() {
      if (database.isTransaction) database.exec('rollback')
      return { changes: 0, lastInsertRowid: 0 }
    },
    iterate: () => [].values(),
  }
}

/** `node:sqlite` with the interface of Kysely's SQLite dialect. */
function createAdapter(database: DatabaseSync): SqliteDatabase {
  const statements = new LRUCache<string, Statement>({ max: STATEMENTS_MAX })
  const rollback = prepareRollback(database)
  return {
    close: () => database.close(),
    prepare(sql) {
      if (sql === 'rollback') return rollback
      const cached = statements.get(sql)
      if (cached) return cached
      // Kysely begins transactions with BEGIN. A transaction that reads first and then writes fails if another process
      // wrote in between, so writes use IMMEDIATE, which waits instead.
      const prepared = new Statement(database.prepare(sql === 'begin' ? 'begin immediate' : sql))
      statements.set(sql, prepared)
      return prepared
    },
  }
}

/** Creates a lock with one holder at a time, in the order of requests. */
function createLock() {
  let last: Promise<void> = Promise.resolve()
  return async function lock(): Promise<() => void> {
    const before = last
    const { promise, resolve } = Promise.withResolvers<void>()
    last = promise
    await before
    return resolve
  }
}

/**
 * Lends the single connection to one caller at a time. The answer of a write waits until the log is on disk; the next
 * caller does not.
 */
class LoggedDriver extends SqliteDriver {
  readonly #lock = createLock()
  readonly #log: WriteAheadLog
  readonly #changes: StatementSync
  #release = () => {}
  #changesBefore = 0

  constructor(database: DatabaseSync, adapted: SqliteDatabase, log: WriteAheadLog) {
    super({ database: adapted })
    this.#log = log
    this.#changes = database.prepare('select total_changes() as count')
  }

  override async acquireConnection() {
    this.#release = await this.#lock()
    return super.acquireConnection()
  }

  override async releaseConnection() {
    const changes = Number(this.#changes.get()?.count)
    const hasWritten = changes !== this.#changesBefore
    this.#changesBefore = changes
    this.#release()
    if (hasWritten) await this.#log.flush()
  }

  override async destroy() {
    await this.#log.close()
    await super.destroy()
  }
}

class LoggedAdapter extends SqliteAdapter {
  /** The driver has its own lock. */
  override get supportsMultipleConnections() {
    return true
  }

  /** SQLite rolls back DDL; with this flag a migration holds the write lock against other processes. */
  override get supportsTransactionalDdl() {
    return true
  }
}

class NodeSqliteDialect extends SqliteDialect {
  readonly #driver: SqliteDriver

  constructor(database: DatabaseSync, log: WriteAheadLog) {
    const adapted = createAdapter(database)
    super({ database: adapted })
    this.#driver = new LoggedDriver(database, adapted, log)
  }

  override createAdapter() {
    return new LoggedAdapter()
  }

  override createDriver() {
    return this.#driver
  }
}

/** Replaces the log for databases that need none: SQLite itself waits for the disk. */
const NO_LOG: WriteAheadLog = { flush: async () => {}, close: async () => {} }

/**
 * Creates a dialect whose answered writes have reached the disk, not only the operating system.
 * @param file path, or `:memory:`
 * @param content bytes of a database file, to begin with in memory
 */
export function createNodeSqliteDialect(
  file: string,
  openLog = openWriteAheadLog,
  content?: Uint8Array,
): SqliteDialect {
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
  if (content) database.deserialize(content)
  const { journal_mode: mode } = database.prepare('pragma journal_mode = wal').get() ?? {}
  const hasLog = mode === 'wal'
  // In mode NORMAL, commits do not wait for the disk, checkpoints do; `write-ahead-log.ts` does both.
  database.exec(`
    pragma synchronous = ${hasLog ? 'normal' : 'full'};
    pragma wal_autocheckpoint = 0;
    pragma journal_size_limit = ${LOG_FILE_MAX};
    pragma foreign_keys = on;
    pragma cache_size = -65536;
    pragma temp_store = memory;
  `)
  return new NodeSqliteDialect(database, hasLog ? openLog(file) : NO_LOG)
}
