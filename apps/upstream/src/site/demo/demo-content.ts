import { DEMO_EXAMPLES_MAX, DEMO_KINDS, type DemoKind } from '@portal/contract/site/demo.ts'
import { sql } from 'kysely'
import sanitizeHtml from 'sanitize-html'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'
import { parseSearchId } from '#platform/settings/demo-rows.ts'

/** Ids per statement. */
const IDS_A_STATEMENT = 500
/** Maximum length of an example, in characters. */
const EXAMPLE_MAX = 60

/** Table of a kind of demo content, and the column with its names. */
interface Source {
  table: keyof Tables
  id: string
  name: string
  hasNumbers?: true
  /** A row counts only while this column has its stored value. */
  unchanged?: string
}

const SOURCES: Readonly<Record<Exclude<DemoKind, 'search'>, Source>> = {
  article: { table: 'articles', id: 'id', name: 'title', hasNumbers: true },
  page: { table: 'articles', id: 'id', name: 'title', hasNumbers: true },
  tag: { table: 'tags', id: 'id', name: 'name', hasNumbers: true },
  certificate: { table: 'certificates', id: 'certificate_no', name: 'certificate_no', unchanged: 'import_id' },
  comment: { table: 'comments', id: 'id', name: 'content', hasNumbers: true },
  post: { table: 'says', id: 'id', name: 'content' },
  postComment: { table: 'say_comments', id: 'id', name: 'content', hasNumbers: true },
  message: { table: 'chat_messages', id: 'id', name: 'content' },
  user: { table: 'users', id: 'id', name: 'nickname' },
  navigation: { table: 'navigation_sites', id: 'id', name: 'name', hasNumbers: true },
  setting: { table: 'site_settings', id: 'name', name: 'name', unchanged: 'value' },
}

export interface DemoRow {
  id: string
  name: string
}

/** Remaining rows of the demo content, by kind. */
export type DemoRows = Record<DemoKind, DemoRow[]>

export async function readDemoRows(db: Db): Promise<DemoRows> {
  const rows = {} as DemoRows
  for (const kind of DEMO_KINDS) rows[kind] = await readRows(db, kind)
  return rows
}

async function readRows(db: Db, kind: DemoKind): Promise<DemoRow[]> {
  const marks = await db.selectFrom('demo_rows').select(['id', 'value']).where('kind', '=', kind).execute()
  if (kind === 'search') return marks.map(({ id }) => ({ id, name: parseSearchId(id).keyword }))
  const { table, id, name, hasNumbers, unchanged } = SOURCES[kind]
  const values = new Map(marks.map((mark) => [mark.id, mark.value]))
  const found: DemoRow[] = []
  for (const ids of splitIntoChunks(marks.map((mark) => mark.id))) {
    const keys = sql.join(hasNumbers ? ids.map(Number) : ids)
    const state = unchanged ? sql.ref(unchanged) : sql`null`
    const { rows } = await sql<{ id: string | number; name: string; state: unknown }>`
      select ${sql.ref(id)} as id, ${sql.ref(name)} as name, ${state} as state
      from ${sql.table(table)} where ${sql.ref(id)} in (${keys})`.execute(db)
    for (const row of rows) {
      const value = values.get(String(row.id))
      if (!unchanged || value == null || String(row.state) === value) found.push({ id: String(row.id), name: row.name })
    }
  }
  return found
}

export function splitIntoChunks<T>(all: readonly T[]): T[][] {
  const count = Math.ceil(all.length / IDS_A_STATEMENT)
  return Array.from({ length: count }, (_none, at) => all.slice(at * IDS_A_STATEMENT, (at + 1) * IDS_A_STATEMENT))
}

/** Lists the last names, short and without markup. */
export function listExamples(names: readonly string[], isHtml = false): string[] {
  return names.slice(-DEMO_EXAMPLES_MAX).map((name) => {
    const text = (isHtml ? sanitizeHtml(name, { allowedTags: [], allowedAttributes: {} }) : name).trim()
    return text.length > EXAMPLE_MAX ? `${text.slice(0, EXAMPLE_MAX)}…` : text
  })
}
