import { type CreateTableBuilder, sql } from 'kysely'
import type { DatabaseKind } from '../open.ts'

/** Adds a primary key of numbers that rise and are never given twice. */
export function withRowNumber<T extends string, N extends string>(
  kind: DatabaseKind,
  table: CreateTableBuilder<T>,
  name: N,
) {
  return kind === 'sqlite'
    ? table.addColumn(name, 'integer', (column) => column.primaryKey().autoIncrement())
    : table.addColumn(name, 'bigint', (column) => column.primaryKey().generatedByDefaultAsIdentity())
}

/** Stores a table in the order of its key; PostgreSQL has only heaps. */
export function inKeyOrder<T extends string, C extends string>(kind: DatabaseKind, table: CreateTableBuilder<T, C>) {
  return kind === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table
}
