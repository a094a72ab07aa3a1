import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../../open.ts'

const TABLE = 'certificate_desk'
/** Pairs of filters of the desk's list that are common each, and seldom together. */
const PAIRS = [
  ['prepared_name', 'shown_state'],
  ['conclusion_id', 'shown_state'],
  ['conclusion_id', 'category'],
]

/** Further indexes of the certificate desk, in the order of its list. */
export function deskFilters(kind: DatabaseKind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const columns of PAIRS) {
        const index = db.schema.createIndex(`${TABLE}_${columns.join('_')}`).on(TABLE)
        await index.columns([...columns, 'day', 'certificate_no']).execute()
      }
      await db.schema
        .createIndex(`${TABLE}_warned`)
        .on(TABLE)
        .columns(['day', 'certificate_no'])
        .where(sql.ref('warnings'), '>', sql.lit(0))
        .execute()
      if (kind === 'sqlite') await describeIndexes(db)
    },
  }
}

/** Of a large laboratory: rows, those with one value of the columns, and those of one day among them. */
const ROWS = 1_000_000
const USUAL: Readonly<Record<string, [number, number]>> = {
  '': [ROWS, 850],
  shown_state: [160_000, 140],
  work_state: [1000, 40],
  category: [160_000, 140],
  conclusion_id: [2000, 20],
  prepared_name: [50_000, 50],
}
const OF_PAIR = 0.1

/**
 * SQLite guesses what an index finds, and takes any index with a range of days for as good as one with two filters more. So it
 * is given figures (sqlite.org/optoverview.html, «manual control of query plans using sqlite_stat tables»). PostgreSQL has its own.
 */
async function describeIndexes(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string; columns: string }>`
    select list.name, (select group_concat(info.name) from pragma_index_info(list.name) as info) as columns
    from pragma_index_list(${TABLE}) as list where list.origin = 'c' and list.partial = 0`.execute(db)
  // Makes the table of figures, with those of a small table.
  await sql`analyze certificate_counters`.execute(db)
  await sql`delete from sqlite_stat1 where tbl in (${TABLE}, 'certificate_counters')`.execute(db)
  for (const { name, columns } of rows) {
    const filters = columns.split(',').slice(0, -2)
    const [first, ofDay] = USUAL[filters[0] ?? ''] ?? [ROWS, ROWS]
    const pair = filters.length > 1 ? [first * OF_PAIR] : []
    const figures = [
      ROWS,
      ...(filters.length > 0 ? [first] : []),
      ...pair,
      filters.length > 1 ? ofDay * OF_PAIR : ofDay,
      1,
    ]
    const stat = figures.map((figure) => Math.max(1, Math.round(figure))).join(' ')
    await sql`insert into sqlite_stat1 (tbl, idx, stat) values (${TABLE}, ${name}, ${stat})`.execute(db)
  }
  // Read anew by this connection.
  await sql`analyze sqlite_schema`.execute(db)
}
