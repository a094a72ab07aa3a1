import pg from 'pg'
import { quoteName } from '#platform/db/sqlite-tables.ts'
import type { Value } from './row-digest.ts'
import type { Table } from './source.ts'

/** Rows per fetch. */
const FETCHED_ROWS = 5000
const WHOLE_NUMBERS = ['int2', 'int4', 'int8']
const OTHER_NUMBERS = ['float4', 'float8']
/** Types that are compared by code point, as SQLite compares them. */
const TEXTS = ['text', 'varchar', 'bpchar']

export interface Target {
  client: pg.Client
  close(): Promise<void>
}

/** Leaves every value as the text that PostgreSQL sends, so that no number loses a digit. */
const textTypes = { getTypeParser: (() => (text: string) => text) as typeof pg.types.getTypeParser }

/** Opens one connection without time limits. @throws the driver's error, which never contains the password */
export async function openTarget(url: string): Promise<Target> {
  const client = new pg.Client({ connectionString: url, types: textTypes, application_name: 'portal migrate' })
  // A lost connection fails the waiting query; without a listener this event would end the process.
  client.on('error', () => {})
  await client.connect()
  return { client, close: () => client.end() }
}

/** Lists existing tables, views and sequences, three at most. */
export async function listFirstContents({ client }: Target): Promise<string[]> {
  const { rows } = await client.query(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = current_schema() and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f') order by 1 limit 3`,
  )
  return rows.map(({ name }) => String(name))
}

/** Reads the type of each column, e.g. `int8`. @throws Error when a table lacks a column */
async function readColumnKinds({ client }: Target, { name, columns }: Table): Promise<string[]> {
  const { rows } = await client.query(
    'select column_name, udt_name from information_schema.columns where table_schema = current_schema() and table_name = $1',
    [name],
  )
  const kinds = new Map(rows.map((row) => [String(row.column_name), String(row.udt_name)]))
  if (kinds.size !== columns.length) throw new Error(`${name} has other columns in PostgreSQL`)
  return columns.map((column) => {
    const kind = kinds.get(column)
    if (!kind) throw new Error(`${name}.${column} does not exist in PostgreSQL`)
    return kind
  })
}

/** Makes a writer of rows. It binds one array per column, so that one statement serves any number of rows. */
export async function createWriter(target: Target, table: Table) {
  const kinds = await readColumnKinds(target, table)
  const parameters = kinds.map((kind, at) => `$${at + 1}::${kind}[]`).join(', ')
  const text = `insert into ${quoteName(table.name)} (${table.columns.map(quoteName).join(', ')}) select * from unnest(${parameters})`
  return async (rows: readonly Value[][]) => {
    await target.client.query({
      name: `copy ${table.name}`,
      text,
      values: kinds.map((_kind, at) => rows.map((row) => row[at] ?? null)),
    })
  }
}

/** Reads a table in the same order as `readTableRows` of the source, in chunks. */
export async function* streamTableRows(target: Target, table: Table): AsyncGenerator<Value[]> {
  const { client } = target
  const kinds = await readColumnKinds(target, table)
  const kindByColumn = new Map(table.columns.map((column, at) => [column, kinds[at] ?? '']))
  const order = table.key.map((column) =>
    TEXTS.includes(kindByColumn.get(column) ?? '') ? `${quoteName(column)} collate "C"` : quoteName(column),
  )
  const list = table.columns.map(quoteName).join(', ')
  // SQLite sorts null before every value.
  const query = `select ${list} from ${quoteName(table.name)} order by ${order.map((one) => `${one} nulls first`).join(', ')}`
  await client.query(`declare moved no scroll cursor for ${query}`)
  for (;;) {
    const { rows } = await client.query({ text: `fetch ${FETCHED_ROWS} from moved`, rowMode: 'array' })
    for (const row of rows as (string | null)[][]) yield row.map((text, at) => read(text, kinds[at] ?? ''))
    if (rows.length < FETCHED_ROWS) break
  }
  await client.query('close moved')
}

function read(text: string | null, kind: string): Value {
  if (text === null) return null
  if (WHOLE_NUMBERS.includes(kind)) return BigInt(text)
  if (OTHER_NUMBERS.includes(kind)) return Number(text)
  return kind === 'bytea' ? Buffer.from(text.slice('\\x'.length), 'hex') : text
}

/** Sets the next number of each table above every number that was ever assigned. */
export async function setNumbers(
  { client }: Target,
  { name, columns }: Table,
  given: bigint | undefined,
): Promise<void> {
  for (const column of columns) {
    const { rows } = await client.query('select pg_get_serial_sequence($1, $2) as sequence', [quoteName(name), column])
    const sequence: string | null = rows[0]?.sequence ?? null
    if (sequence === null) continue
    await client.query(
      `select setval($1::regclass, n, n > 0 or $2::bigint > 0)
       from (select greatest(coalesce(max(${quoteName(column)}), 0), $2::bigint) as n from ${quoteName(name)}) as highest
       where n > 0`,
      [sequence, String(given ?? 0n)],
    )
  }
}
