import type { DatabaseSync } from 'node:sqlite'
import { listTableNames, quoteName } from '#platform/db/sqlite-tables.ts'
import type { Value } from './row-digest.ts'

/** A table for reading: every column, in the order of its key. */
export interface Table {
  name: string
  columns: string[]
  /** Columns of the primary key in order; all columns when there is no key. */
  key: string[]
}

/** Returns whether the migrations of the target create the table themselves. */
const isOwn = (name: string) => name.startsWith('kysely_migration')

/** Lists every table after the tables that it refers to. */
export function listTables(database: DatabaseSync): Table[] {
  const remainingTables = new Set(listTableNames(database).filter((name) => !isOwn(name)))
  const ordered: Table[] = []
  while (remainingTables.size > 0) {
    const free = [...remainingTables].filter((name) =>
      readReferences(database, name).every((other) => !remainingTables.has(other)),
    )
    if (free.length === 0) throw new Error(`${[...remainingTables].join(', ')} refer to each other in a circle`)
    for (const name of free) {
      remainingTables.delete(name)
      ordered.push(readTable(database, name))
    }
  }
  return ordered
}

/**
 * Reads the referenced tables. References to the same table need no order, because the referenced row has a lower
 * number.
 */
function readReferences(database: DatabaseSync, name: string): string[] {
  const rows = database.prepare(`select distinct "table" as other from pragma_foreign_key_list(?)`).all(name)
  return rows.map(({ other }) => String(other)).filter((other) => other !== name)
}

function readTable(database: DatabaseSync, name: string): Table {
  const rows = database.prepare('select name, pk from pragma_table_info(?) order by cid').all(name)
  const columns = rows.map((row) => String(row.name))
  const keyColumns = rows.filter(({ pk }) => Number(pk) > 0).sort((one, other) => Number(one.pk) - Number(other.pk))
  return { name, columns, key: keyColumns.length > 0 ? keyColumns.map((row) => String(row.name)) : columns }
}

/** Yields rows one by one, for tables of any size, with whole numbers as bigint. */
export function* readTableRows(database: DatabaseSync, { name, columns, key }: Table): Generator<Value[]> {
  const list = (names: readonly string[]) => names.map(quoteName).join(', ')
  const statement = database.prepare(`select ${list(columns)} from ${quoteName(name)} order by ${list(key)}`)
  statement.setReadBigInts(true)
  statement.setReturnArrays(true)
  for (const row of statement.iterate()) yield Object.values(row)
}

/** Reads the highest number of each autoincrement table, deleted rows included. */
export function readHighestNumbers(database: DatabaseSync): Map<string, bigint> {
  const exists = database.prepare(`select 1 from sqlite_schema where name = 'sqlite_sequence'`).get()
  if (!exists) return new Map()
  const statement = database.prepare('select name, seq from sqlite_sequence')
  statement.setReadBigInts(true)
  return new Map(statement.all().map(({ name, seq }) => [String(name), BigInt(seq as bigint)]))
}
