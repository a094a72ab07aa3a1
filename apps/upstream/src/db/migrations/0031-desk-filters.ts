import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const TABLE = 'certificate_desk'
/** Pairs of filters of the desk's list that are common each, and seldom together. */
const PAIRS = [
  ['prepared_name', 'shown_state'],
  ['conclusion_id', 'shown_state'],
  ['conclusion_id', 'category'],
]

/** Further indexes of the certificate desk, in the order of its list. */
export function deskFilters(): Migration {
  return {
    async up({ schema }: Kysely<unknown>) {
      for (const columns of PAIRS) {
        const index = schema.createIndex(`${TABLE}_${columns.join('_')}`).on(TABLE)
        await index.columns([...columns, 'day', 'certificate_no']).execute()
      }
      await schema
        .createIndex(`${TABLE}_warned`)
        .on(TABLE)
        .columns(['day', 'certificate_no'])
        .where(sql.ref('warnings'), '>', sql.lit(0))
        .execute()
    },
  }
}
