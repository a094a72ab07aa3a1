import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { SqliteAdapter, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'

/** Prepared statements kept; SQL that differs in the length of a list only would fill memory without a bound. */
const KEPT_STATEMENTS = 300

const BUSY_TIMEOUT_MS = 5000

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
 * Some errors (a full disk) end the transaction by themselves. Rolling back what is over would fail, and hide the error
 * that says why (sqlite.org/lang_transaction.html, section 3).
 */
function rollbackOf(database: DatabaseSync): SqliteStatement {
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

/** `node:sqlite` in the shape that Kysely's SQLite dialect wants. */
function adapt(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, Statement>()
  const rollback = rollbackOf(database)
  return {
    close: () => database.close(),
    prepare(sql) {
      if (sql === 'rollback') return rollback
      const kept = statements.get(sql)
      if (kept) return kept
      // Kysely opens transactions with a plain BEGIN. A transaction here always writes, and one that starts reading and
      // then writes fails at once when another process wrote in between; IMMEDIATE waits its turn instead.
      const made = new Statement(database.prepare(sql === 'begin' ? 'begin immediate' : sql))
      if (statements.size >= KEPT_STATEMENTS) statements.delete(statements.keys().next().value ?? '')
      statements.set(sql, made)
      return made
    },
  }
}

/** SQLite does roll back DDL, and saying so lets a migration hold the write lock against a second process. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

class NodeSqliteDialect extends SqliteDialect {
  override createAdapter() {
    return new TransactionalAdapter()
  }
}

/** @param file path, or `:memory:` */
export function nodeSqliteDialect(file: string): SqliteDialect {
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
  // FULL: an answered write has reached the disk, not only the operating system.
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma cache_size = -65536;
    pragma temp_store = memory;
  `)
  return new NodeSqliteDialect({ database: adapt(database) })
}
