import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../../open.ts'
import { inKeyOrder } from '../table-builders.ts'

/** Witnesses of the public log: when each was asked last, and with what result. */
export function logWitnesses(kind: DatabaseKind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await inKeyOrder(
        kind,
        db.schema
          .createTable('log_witnesses')
          .addColumn('key', 'text', (column) => column.primaryKey())
          .addColumn('size', 'bigint', (column) => column.notNull())
          .addColumn('asked_at', 'bigint', (column) => column.notNull())
          .addColumn('cosigned_at', 'bigint')
          .addColumn('failure', 'text'),
      ).execute()
    },
  }
}
