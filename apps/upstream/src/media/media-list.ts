import type { CallQuery } from '@portal/contract/call.ts'
import { DAY_MS } from '@portal/contract/constants.ts'
import type { listMedia as listCall, MediaFile, MediaItem, MediaUse } from '@portal/contract/media/media.ts'
import {
  MB,
  MEDIA_KEPT_DAYS,
  MEDIA_PAGE_SIZE,
  MEDIA_PLACES,
  type MediaKind,
  type MediaView,
} from '@portal/contract/media/media-rules.ts'
import { toInstantMs, toWireDate, toWireDateTime } from '@portal/contract/time.ts'
import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { containsText } from '#platform/db/contains-text.ts'
import type { Db } from '#platform/db/open.ts'
import { chooseTitle } from '#platform/db/scheduled-title.ts'
import type { Tables } from '#platform/db/tables.ts'
import { mediaMissing } from '#platform/errors.ts'
import { keepingUses, PLACES } from './media-uses.ts'

/** Maximum number of uses that are shown. */
const USES_SHOWN = 200
const COUNTED = ['all', 'picture', 'pdf', 'noAlt', 'unused', 'deleted'] as const

type MediaFilter = Omit<CallQuery<typeof listCall>, 'after'>
/** Views of the library, of which the kinds are two more. */
type AnyView = MediaView | MediaKind

/** Selects the columns of items, the name of the uploader, and the number of uses. */
function selectItems(query: SelectQueryBuilder<Tables, 'media', object>, nowMs: number) {
  return query
    .leftJoin('users', 'users.id', 'media.file_by_id')
    .selectAll('media')
    .select((eb) => [
      sql<string | null>`coalesce(users.signing_name, users.nickname)`.as('by_name'),
      eb
        .selectFrom('media_uses')
        .whereRef('media_uses.media_id', '=', 'media.id')
        .where('media_uses.at', 'is', null)
        .select(sql<number>`count(distinct coalesce(cast(article_id as text), place || row_key))`.as('n'))
        .as('uses'),
      hasKeepingUse(eb, nowMs).as('is_kept'),
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectItems>['executeTakeFirstOrThrow']>>

export const toMediaUrl = ({ id, kind, file, address_name }: Pick<Row, 'id' | 'kind' | 'file' | 'address_name'>) =>
  address_name === null ? `/file/img/${file}` : `/file/${kind === 'pdf' ? 'doc' : 'img'}/m/${id}/${address_name}`

function toItem(row: Row, isCounting: boolean): MediaItem {
  const { id, kind, name, alt, source, version, bytes, width, height, pages, sha256 } = row
  const same = { id, kind, name, alt, source, version, bytes, width, height, pages, sha256 }
  return {
    ...same,
    url: toMediaUrl(row),
    isStable: row.address_name !== null,
    isDecorative: row.is_decorative === 1,
    isSearchable: row.is_searchable === 1,
    time: toWireDateTime(row.file_at),
    byName: row.by_name,
    uses: Number(row.uses ?? 0),
    isUnused: row.is_kept ? false : isCounting ? null : true,
    goneOn: row.deleted_at === null ? null : toWireDate(row.deleted_at + MEDIA_KEPT_DAYS * DAY_MS),
  }
}

const hasKeepingUse = (eb: ExpressionBuilder<Tables, 'media'>, nowMs: number) =>
  eb.exists(keepingUses(eb, nowMs).select('media_uses.media_id'))

/** The condition of a view or kind. */
function matchesView(eb: ExpressionBuilder<Tables, 'media'>, view: AnyView, nowMs: number) {
  const isHere = eb('media.deleted_at', 'is', null)
  if (view === 'deleted') return eb('media.deleted_at', 'is not', null)
  if (view === 'unused') return eb.and([isHere, eb.not(hasKeepingUse(eb, nowMs))])
  if (view === 'noAlt') {
    return eb.and([
      isHere,
      eb('media.kind', '=', 'picture'),
      eb('media.alt', '=', ''),
      eb('media.is_decorative', '=', 0),
    ])
  }
  return view === 'all' ? isHere : eb.and([isHere, eb('media.kind', '=', view)])
}

/** Queries the files of a list, in no order. */
function queryFiltered(db: Db, { view = 'all', kind, by, from, to, minMb, search = '' }: MediaFilter, nowMs: number) {
  let rows = db.selectFrom('media').where((eb) => matchesView(eb, view, nowMs))
  if (kind) rows = rows.where('media.kind', '=', kind)
  if (by) rows = rows.where('media.file_by_id', '=', by)
  if (from) rows = rows.where('media.file_at', '>=', toInstantMs(from) ?? 0)
  if (to) rows = rows.where('media.file_at', '<', (toInstantMs(to) ?? 0) + DAY_MS)
  if (minMb) rows = rows.where('media.bytes', '>=', minMb * MB)
  if (search === '') return rows
  return rows.where((eb) =>
    eb.or([
      ...['media.name', 'media.alt', 'media.source'].map((column) => containsText(db, column, search)),
      eb.exists(
        eb
          .selectFrom('media_uses')
          .innerJoin('articles', 'articles.id', 'media_uses.article_id')
          .whereRef('media_uses.media_id', '=', 'media.id')
          .where(containsText(db, 'articles.title', search))
          .select('articles.id'),
      ),
    ]),
  )
}

/** Compares the place of a file in the list with a place: `{time}_{id}`. */
function isBeside(side: '<' | '>', place: string) {
  const [at, id = ''] = place.split('_')
  return sql<boolean>`(media.at, media.id) ${sql.raw(side)} (${Number(at)}, ${id})`
}

/** Reads one page of the library, the newest first. */
export async function listMedia(db: Db, filter: CallQuery<typeof listCall>, nowMs: number, isCounting: boolean) {
  const { after, ...same } = filter
  let rows = queryFiltered(db, same, nowMs)
  if (after) rows = rows.where(isBeside('<', after))
  const found = await selectItems(rows, nowMs)
    .orderBy('media.at', 'desc')
    .orderBy('media.id', 'desc')
    .limit(MEDIA_PAGE_SIZE + 1)
    .execute()
  const last = found[MEDIA_PAGE_SIZE - 1]
  return {
    records: found.slice(0, MEDIA_PAGE_SIZE).map((row) => toItem(row, isCounting)),
    next: found.length > MEDIA_PAGE_SIZE && last ? `${last.at}_${last.id}` : null,
  }
}
/** Counts the files of each view and kind. */
export async function countMedia(db: Db, nowMs: number) {
  const counts = await db
    .selectFrom('media')
    .select((eb) =>
      COUNTED.map((view) =>
        eb.fn
          .countAll<number>()
          .filterWhere(() => matchesView(eb, view, nowMs))
          .as(view),
      ),
    )
    .executeTakeFirstOrThrow()
  return Object.fromEntries(COUNTED.map((view) => [view, Number(counts[view])])) as Record<AnyView, number>
}

/** Lists the accounts that have uploaded files of the library. */
export async function listUploaders(db: Db) {
  return await db
    .selectFrom('users')
    .where('users.id', 'in', db.selectFrom('media').select('file_by_id').where('file_by_id', 'is not', null))
    .select(['users.id', sql<string>`coalesce(users.signing_name, users.nickname)`.as('name')])
    .orderBy('name')
    .execute()
}

/** Finds the files before and after one in a filtered list. */
export async function readNeighbours(db: Db, id: string, filter: MediaFilter, nowMs: number) {
  const { at } = await db.selectFrom('media').select('at').where('id', '=', id).executeTakeFirstOrThrow()
  const find = async (side: '<' | '>', order: 'asc' | 'desc') => {
    const rows = queryFiltered(db, filter, nowMs)
      .where(isBeside(side, `${at}_${id}`))
      .select('media.id')
    const found = await rows.orderBy('media.at', order).orderBy('media.id', order).limit(1).executeTakeFirst()
    return found?.id ?? null
  }
  return { newerId: await find('>', 'asc'), olderId: await find('<', 'desc') }
}

/** @throws AppError when there is no such file */
export async function readItem(db: Db, id: string, nowMs: number, isCounting = false): Promise<MediaItem> {
  const row = await selectItems(db.selectFrom('media').where('media.id', '=', id), nowMs).executeTakeFirst()
  if (!row) throw mediaMissing()
  return toItem(row, isCounting)
}

/** Finds the uses that keep a file, those of now first. */
export async function readUses(db: Db, id: string, nowMs: number): Promise<MediaUse[]> {
  const rows = await db
    .selectFrom('media_uses')
    .leftJoin('articles', 'articles.id', 'media_uses.article_id')
    .leftJoin('article_schedules', 'article_schedules.article_id', 'media_uses.article_id')
    .leftJoin('standing_pages', 'standing_pages.article_id', 'media_uses.article_id')
    .select([
      'media_uses.place',
      'row_key',
      'media_uses.article_id',
      'media_uses.at',
      'articles.title',
      'articles.is_publish',
      'article_schedules.form',
      'standing_pages.key',
    ])
    .where('media_id', '=', id)
    .where((eb) => eb.or([eb('media_uses.at', 'is', null), eb('media_uses.at', '>', nowMs - MEDIA_KEPT_DAYS * DAY_MS)]))
    .orderBy(sql`case when media_uses.at is null then 0 else 1 end`)
    .orderBy('media_uses.at', 'desc')
    .orderBy('media_uses.article_id')
    .limit(USES_SHOWN)
    .execute()
  const categories = await db.selectFrom('categories').select(['id', 'name']).execute()
  const uses = rows.map((row): MediaUse => {
    const place = PLACES[row.place]?.place ?? 'article'
    const { title, is_publish: isPublish, form: scheduledForm } = row
    const category = categories.find((one) => place === 'category' && String(one.id) === row.row_key)
    return {
      place,
      articleId: row.article_id,
      pageKey: row.key,
      title:
        title === null || isPublish === null
          ? (category?.name ?? '站点设置')
          : chooseTitle({ title, isPublish, scheduledForm }),
      member: place === 'setting' ? row.row_key : null,
      day: row.at === null ? null : toWireDate(row.at),
    }
  })
  // Cover and text of one article are one use.
  return [...new Map(uses.map((use) => [JSON.stringify(use), use])).values()].sort(
    (one, other) => MEDIA_PLACES.indexOf(one.place) - MEDIA_PLACES.indexOf(other.place),
  )
}

/** Lists earlier files that can be restored. */
export async function readFiles(db: Db, id: string, nowMs: number): Promise<MediaFile[]> {
  const rows = await db
    .selectFrom('media_files')
    .leftJoin('users', 'users.id', 'media_files.by_id')
    .selectAll('media_files')
    .select(sql<string | null>`coalesce(users.signing_name, users.nickname)`.as('by_name'))
    .where('media_id', '=', id)
    .where('replaced_at', '>', nowMs - MEDIA_KEPT_DAYS * DAY_MS)
    .orderBy('revision', 'desc')
    .execute()
  return rows.map(({ by_name, at, replaced_at, file: _file, media_id: _id, by_id: _by, ...facts }) => ({
    ...facts,
    byName: by_name,
    time: toWireDateTime(at),
    replacedTime: toWireDateTime(replaced_at),
  }))
}

/** Sums the bytes of all files, with deleted and earlier ones. */
export async function sumMediaBytes(db: Db): Promise<number> {
  const sum = (table: 'media' | 'media_files') =>
    db.selectFrom(table).select(sql<number | null>`sum(bytes)`.as('bytes')).executeTakeFirstOrThrow()
  return Number((await sum('media')).bytes ?? 0) + Number((await sum('media_files')).bytes ?? 0)
}
