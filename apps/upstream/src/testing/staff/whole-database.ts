import { sql } from 'kysely'
import type { Db } from '#platform/db/open.ts'

type Row = Readonly<Record<string, unknown>>

/** Tables that change with every request or with time. */
const LIVELY: readonly string[] = [
  ...['audit_log', 'audit_head', 'sessions', 'session_ends', 'daily_counts', 'search_clients', 'health_marks'],
  ...['email_codes', 'searches', 'limit_windows'],
  // The signer of the log writes these tables.
  ...['log_state', 'log_tiles'],
]

/** Reads every row of every table but those of the log, of sessions and of counters, by the table's name. */
export async function readWholeDatabase(db: Db): Promise<Record<string, Row[]>> {
  const tables = (await db.introspection.getTables()).filter(({ isView }) => !isView)
  const whole: Record<string, Row[]> = {}
  for (const { name } of tables) {
    if (LIVELY.includes(name)) continue
    const { rows } = await sql<Row>`select * from ${sql.table(name)}`.execute(db)
    whole[name] = rows.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
  }
  return whole
}

/** Reads the rows that belong to an account or name it, sessions included, without the log. */
export async function readRowsAbout(db: Db, userId: string): Promise<Record<string, Row[]>> {
  const sessions = await db.selectFrom('sessions').selectAll().where('user_id', '=', userId).orderBy('id').execute()
  const whole = { ...(await readWholeDatabase(db)), sessions: sessions.map(({ last_used_at: _at, ...row }) => row) }
  const tables = Object.entries(whole).map(
    ([name, rows]) => [name, rows.filter((row) => isAbout(row, userId))] as const,
  )
  return Object.fromEntries(tables.filter(([, rows]) => rows.length > 0))
}

const isAbout = (row: Row, userId: string) => Object.values(row).includes(userId)
