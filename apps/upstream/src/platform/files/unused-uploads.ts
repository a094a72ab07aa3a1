import { setImmediate as breathe } from 'node:timers/promises'
import { DAY_MS, UNUSED_UPLOAD_DAYS } from '@portal/contract/constants.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/db/open.ts'
import type { FileStore } from './file-store.ts'
import { listPictureNames, parseWidthName } from './picture-widths.ts'

const LOOK_EVERY_MS = DAY_MS
/** Rows per query. A query takes a few milliseconds, because SQLite blocks other requests meanwhile. */
const ROWS = 200

/** Every column that may name an upload, by the table's key. */
export const NAMING_COLUMNS = {
  users: { key: 'id', columns: ['avatar', 'bj_cover', 'intro'] },
  articles: { key: 'id', columns: ['cover', 'summary', 'link_url'] },
  article_texts: { key: 'article_id', columns: ['content', 'content_md'] },
  article_versions: { key: 'id', columns: ['form'] },
  article_drafts: { key: 'id', columns: ['form'] },
  article_schedules: { key: 'article_id', columns: ['form'] },
  comments: { key: 'id', columns: ['content'] },
  held_comments: { key: 'id', columns: ['content'] },
  says: { key: 'id', columns: ['content', 'pictures'] },
  say_comments: { key: 'id', columns: ['content'] },
  notices: { key: 'id', columns: ['content'] },
  chat_messages: { key: 'seq', columns: ['content'] },
  feedback: { key: 'id', columns: ['content', 'img_url'] },
  feedback_answers: { key: 'id', columns: ['content'] },
  // Staff still see the reported content when the comment is deleted.
  ticket_comments: { key: 'ticket_id', columns: ['content'] },
  ticket_entries: { key: 'id', columns: ['content'] },
  site_settings: { key: 'name', columns: ['value'] },
  // The logo of an earlier version can be restored.
  site_versions: { key: 'version', columns: ['changes'] },
  navigation_sites: { key: 'id', columns: ['url'] },
  redirects: { key: 'from_path', columns: ['to_address'] },
  categories: { key: 'id', columns: ['icon'] },
  // Pictures of certificates, of every import, published or not.
  certificate_pictures: { key: 'name', columns: ['name'] },
  certificate_desk_pictures: { key: 'name', columns: ['name'] },
  media: { key: 'id', columns: ['file'] },
  media_files: { key: 'file', columns: ['file'] },
  pending_changes: { key: 'certificate_no', columns: ['form', 'suspended_draft'] },
} as const

/** Form of a stored name: 32 hex digits and an ending, or of one of its widths. */
const NAME = /\b[0-9a-f]{32}(?:-\d{3,4})?\.[a-z0-9]{3,4}\b/g
const STORED_NAME = /^[0-9a-f]{32}\.[a-z0-9]{3,4}$/
/** A width belongs to its picture. */
const toPictureName = (name: string) => parseWidthName(name)?.name ?? name

interface Options {
  db: Db
  uploads: FileStore
  now: () => number
}

/**
 * Deletes uploads older than thirty days that nothing refers to: pictures of unsubmitted articles and deleted posts,
 * replaced avatars, and the widths of each. Runs once a day, and reads rows only when a file is old enough.
 */
export function createUnusedUploads(options: Options) {
  let lookedAt = 0

  return {
    async sweep(): Promise<void> {
      const { db, uploads, now } = options
      if (now() - lookedAt < LOOK_EVERY_MS) return
      lookedAt = now()
      for (const unused of await findUnusedUploads(options)) {
        for (const name of listPictureNames(unused)) await uploads.delete(name)
        await db.deleteFrom('upload_sizes').where('file', '=', unused).execute()
      }
    },
  }
}

/** Finds uploads older than thirty days that nothing refers to. */
export async function findUnusedUploads({ db, uploads, now }: Options): Promise<Set<string>> {
  async function listOldUploads(): Promise<Set<string>> {
    const old = new Set<string>()
    for await (const { name: stored, storedAtMs } of uploads.list()) {
      const name = toPictureName(stored)
      if (STORED_NAME.test(name) && now() - storedAtMs > UNUSED_UPLOAD_DAYS * DAY_MS) old.add(name)
    }
    return old
  }

  /** Removes the names that occur in a table from `unused`. */
  async function removeNamed(
    unused: Set<string>,
    table: string,
    key: string,
    columns: readonly string[],
  ): Promise<void> {
    const list = sql.join([key, ...columns].map((column) => sql.ref(column)))
    let last: unknown
    for (;;) {
      const from = last === undefined ? sql`` : sql`where ${sql.ref(key)} > ${last}`
      const { rows } = await sql<Record<string, unknown>>`select ${list} from ${sql.table(table)} ${from}
        order by ${sql.ref(key)} limit ${sql.lit(ROWS)}`.execute(db)
      for (const row of rows) {
        for (const column of columns) {
          for (const [name] of String(row[column] ?? '').matchAll(NAME)) unused.delete(toPictureName(name))
        }
      }
      if (rows.length < ROWS || unused.size === 0) return
      last = rows.at(-1)?.[key]
      await breathe()
    }
  }

  const unused = await listOldUploads()
  for (const [table, { key, columns }] of Object.entries(NAMING_COLUMNS)) {
    if (unused.size > 0) await removeNamed(unused, table, key, columns)
  }
  return unused
}
