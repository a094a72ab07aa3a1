import type { DatabaseSync } from 'node:sqlite'
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import { checkStoredLog } from '#log/check-stored-log.ts'
import { CommandError } from '#platform/commands/command-error.ts'
import type { ShowProgress } from '#platform/commands/progress-bar.ts'
import { migrate } from '#platform/db/migrate.ts'
import type { Db } from '#platform/db/open.ts'
import { countTableRows, quoteName } from '#platform/db/sqlite-tables.ts'
import type { Tables } from '#platform/db/tables.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { createRowDigest, type Sum, type Value } from './row-digest.ts'
import { listTables, readHighestNumbers, readTableRows, type Table } from './source.ts'
import { createWriter, setNumbers, streamTableRows, type Target } from './target.ts'

/** Maximum rows and characters of a batch, whichever is reached first. */
const [BATCH_ROWS, BATCH_CHARS] = [2000, 1 << 21]

export interface ComparedTable {
  table: string
  source: Sum
  target: Sum
  isEqual: boolean
}

interface Options {
  /** The source, migrated and locked. */
  source: DatabaseSync
  target: Target
  /** Digest of the installation. */
  digest: Digest
  onProgress: ShowProgress
}

/** The copy differs from the source. Everything was rolled back. */
export class UnequalError extends CommandError {
  override name = 'UnequalError'
  readonly compared: readonly ComparedTable[]

  constructor(compared: readonly ComparedTable[]) {
    super('PostgreSQL did not keep every row as it was.')
    this.compared = compared
  }
}

/** A table could not be copied; everything was rolled back. */
class TableError extends CommandError {
  override name = 'TableError'

  constructor(table: string, cause: unknown) {
    super(`${table}: ${(cause as Error).message}`, { cause })
  }
}

/**
 * Creates the tables in an empty PostgreSQL database, copies every row, compares both sides and rebuilds the public
 * log, in one transaction.
 * @throws UnequalError when both sides differ, TableError when a table cannot be copied
 */
export async function migrateDatabase({ source, target, digest, onProgress }: Options): Promise<ComparedTable[]> {
  const tables = listTables(source)
  const highestNumbers = readHighestNumbers(source)
  const total = 2 * tables.reduce((sum, table) => sum + countTableRows(source, table.name), 0)
  let copiedRows = 0
  const createRowCounter =
    (action: string, { name }: Table) =>
    (rows: number) => {
      copiedRows += rows
      onProgress(copiedRows / Math.max(1, total), `${action} ${name}`)
    }
  const compared: ComparedTable[] = []
  await openDatabase(target)
    .transaction()
    .execute(async (trx) => {
      await migrate({ db: trx, kind: 'postgres' })
      // Rows that the migrations insert exist in the source too.
      await target.client.query(`truncate ${tables.map(({ name }) => quoteName(name)).join(', ')}`)
      // Triggers have run in the source already, so they are disabled during the copy; foreign keys are still checked.
      const switchTriggers = async (way: 'disable' | 'enable') => {
        for (const { name } of tables) await target.client.query(`alter table ${quoteName(name)} ${way} trigger user`)
      }
      await switchTriggers('disable')
      for (const table of tables) {
        await nameTableInErrors(table, async () => {
          await copyTable(source, target, table, createRowCounter('copying', table))
          await setNumbers(target, table, highestNumbers.get(table.name))
        })
      }
      await switchTriggers('enable')
      for (const table of tables) {
        await nameTableInErrors(table, async () =>
          compared.push(await compare(source, target, table, createRowCounter('comparing', table))),
        )
      }
      if (compared.some(({ isEqual }) => !isEqual)) throw new UnequalError(compared)
      onProgress(1, 'checking the public log')
      await nameTableInErrors({ name: 'log_entries' }, () => checkStoredLog(trx, digest))
    })
  return compared
}

/**
 * Makes a database object for queries and migrations on the one connection of the target, and so within its
 * transaction.
 */
function openDatabase({ client }: Target): Db {
  const query: PostgresPoolClient['query'] = client.query.bind(client)
  const pool = { connect: async () => ({ query, release() {} }), end: async () => {}, options: {} }
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

async function nameTableInErrors(table: Pick<Table, 'name'>, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw new TableError(table.name, error)
  }
}

/** Copies a table in batches, so that the memory does not depend on its size. */
export async function copyTable(
  source: DatabaseSync,
  target: Target,
  table: Table,
  onRows: (rows: number) => void = () => {},
): Promise<void> {
  const write = await createWriter(target, table)
  let batch: Value[][] = []
  let chars = 0
  for (const row of readTableRows(source, table)) {
    batch.push(row)
    for (const value of row) chars += typeof value === 'string' ? value.length : 8
    if (batch.length < BATCH_ROWS && chars < BATCH_CHARS) continue
    await write(batch)
    onRows(batch.length)
    batch = []
    chars = 0
  }
  if (batch.length > 0) await write(batch)
  onRows(batch.length)
}

export async function compare(
  source: DatabaseSync,
  target: Target,
  table: Table,
  onRows: (rows: number) => void = () => {},
): Promise<ComparedTable> {
  const [sourceDigest, targetDigest] = [createRowDigest(), createRowDigest()]
  for (const row of readTableRows(source, table)) sourceDigest.add(row)
  onRows(0)
  for await (const row of streamTableRows(target, table)) targetDigest.add(row)
  const [one, other] = [sourceDigest.end(), targetDigest.end()]
  onRows(one.rows)
  const isEqual = one.rows === other.rows && one.sha256 === other.sha256
  return { table: table.name, source: one, target: other, isEqual }
}
