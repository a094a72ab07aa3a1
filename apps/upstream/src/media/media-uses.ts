import { setImmediate as breathe } from 'node:timers/promises'
import { DAY_MS } from '@portal/contract/constants.ts'
import { MEDIA_KEPT_DAYS, type MediaPlace } from '@portal/contract/media/media-rules.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import { runInTransaction } from '#platform/db/in-transaction.ts'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'

interface Place {
  place: MediaPlace
  key: string
  columns: readonly string[]
  /** Column with the number of the article. */
  article?: string
  /** Column with the time of an earlier version. */
  at?: string
}

/** Tables whose rows may name a file of the library. Triggers list their changed rows in `media_scans`. */
export const PLACES: Readonly<Record<string, Place>> = {
  articles: { place: 'article', key: 'id', columns: ['cover', 'summary', 'link_url'], article: 'id' },
  article_texts: { place: 'article', key: 'article_id', columns: ['content', 'content_md'], article: 'article_id' },
  article_versions: { place: 'version', key: 'id', columns: ['form'], article: 'article_id', at: 'created_at' },
  article_drafts: { place: 'draft', key: 'id', columns: ['form'], article: 'article_id' },
  article_schedules: { place: 'schedule', key: 'article_id', columns: ['form'], article: 'article_id' },
  site_settings: { place: 'setting', key: 'name', columns: ['value'] },
  site_versions: { place: 'settingVersion', key: 'version', columns: ['changes'], at: 'at' },
  categories: { place: 'category', key: 'id', columns: ['icon'] },
}

/** Address of a stored file, in the library or not. */
const ADDRESS = /\/file\/(?:img|doc)\/(?:m\/)?([0-9a-f]{32})(?![0-9a-f])/g
/** Rows in one transaction, which takes about ten milliseconds, because SQLite blocks other requests meanwhile. */
const ROWS = 50

/** Finds the ids in the addresses of a text. */
function findMediaIds(text: string): string[] {
  return [...new Set([...text.matchAll(ADDRESS)].map(([, id = '']) => id))]
}

/** Finds the uses of one row again. */
async function scanRow(trx: Db, table: string, rowKey: string): Promise<void> {
  await trx.deleteFrom('media_uses').where('place', '=', table).where('row_key', '=', rowKey).execute()
  const place = PLACES[table]
  if (!place) return
  const { key, columns, article, at } = place
  const names = [...columns, article, at].filter((one) => one !== undefined)
  const { rows } = await sql<Record<string, unknown>>`select ${sql.join(names.map((name) => sql.ref(name)))}
    from ${sql.table(table)} where ${sql.ref(key)} = ${key === 'name' ? rowKey : Number(rowKey)}`.execute(trx)
  const [row] = rows
  if (!row) return
  const ids = findMediaIds(columns.map((column) => String(row[column] ?? '')).join('\n'))
  if (ids.length === 0) return
  const uses = ids.map((id) => ({
    place: table,
    row_key: rowKey,
    media_id: id,
    article_id: article === undefined ? null : Number(row[article]),
    at: at === undefined ? null : Number(row[at]),
  }))
  await trx.insertInto('media_uses').values(uses).execute()
}

/**
 * Finds the uses of the rows that have changed.
 * @param max rows at most
 * @returns whether some are left
 */
export async function findChangedUses(db: Db, max: number): Promise<boolean> {
  for (let done = 0; done < max; done += ROWS) {
    const scanned = await runInTransaction(db, scanSome)
    if (scanned < ROWS) return false
    await breathe()
  }
  return (await db.selectFrom('media_scans').select('id').limit(1).executeTakeFirst()) !== undefined
}

async function scanSome(trx: Db): Promise<number> {
  const listed = trx.selectFrom('media_scans').select(['id', 'place', 'row_key']).orderBy('id').limit(ROWS)
  if ((await listed.executeTakeFirst()) === undefined) return 0
  // Another process would otherwise store the uses of an older text after those of a newer one.
  await trx
    .updateTable('media_scan_lock')
    .set((eb) => ({ times: eb('times', '+', 1) }))
    .execute()
  const changes = await listed.execute()
  const rows = new Map(changes.map(({ place, row_key }) => [`${place} ${row_key}`, { place, row_key }]))
  for (const { place, row_key } of rows.values()) await scanRow(trx, place, row_key)
  const ids = changes.map(({ id }) => id)
  if (ids.length > 0) await trx.deleteFrom('media_scans').where('id', 'in', ids).execute()
  return changes.length
}

/** Uses that keep a file: all of now, and those of earlier versions of the last 90 days. */
export const keepingUses = (eb: ExpressionBuilder<Tables, 'media'>, nowMs: number) =>
  eb
    .selectFrom('media_uses')
    .whereRef('media_uses.media_id', '=', 'media.id')
    .where((use) =>
      use.or([use('media_uses.at', 'is', null), use('media_uses.at', '>', nowMs - MEDIA_KEPT_DAYS * DAY_MS)]),
    )
