import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { DAY_MS } from '@portal/contract/constants.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/db/open.ts'

/** How long an unused upload is stored, because a draft in a browser may have pictures that no row names. */
export const KEPT_UNUSED_MS = 30 * DAY_MS
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
  categories: { key: 'id', columns: ['icon'] },
  // Pictures of certificates, of every import, published or not.
  certificate_pictures: { key: 'name', columns: ['name'] },
  certificate_desk_pictures: { key: 'name', columns: ['name'] },
  pending_changes: { key: 'certificate_no', columns: ['form', 'suspended_draft'] },
} as const

/** Form of a stored name: 32 hex digits and an ending. */
const NAME = /\b[0-9a-f]{32}\.[a-z0-9]{3,4}\b/g
const STORED_NAME = /^[0-9a-f]{32}\.[a-z0-9]{3,4}$/

interface Options {
  db: Db
  folder: string
  now: () => number
}

/**
 * Deletes uploads older than thirty days that nothing refers to: pictures of unsubmitted articles and deleted posts,
 * replaced avatars. Runs once a day, and reads rows only when a file is old enough.
 */
export function createUnusedUploads({ db, folder, now }: Options) {
  let lookedAt = 0

  async function listOldUploads(): Promise<Set<string>> {
    const names = (await readdir(folder).catch(() => [])).filter((name) => STORED_NAME.test(name))
    const old = new Set<string>()
    for (const name of names) {
      const found = await stat(join(folder, name)).catch(() => undefined)
      if (found?.isFile() && now() - found.mtimeMs > KEPT_UNUSED_MS) old.add(name)
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
          for (const [name] of String(row[column] ?? '').matchAll(NAME)) unused.delete(name)
        }
      }
      if (rows.length < ROWS || unused.size === 0) return
      last = rows.at(-1)?.[key]
      await breathe()
    }
  }

  return {
    async sweep(): Promise<void> {
      if (now() - lookedAt < LOOK_EVERY_MS) return
      lookedAt = now()
      const unused = await listOldUploads()
      for (const [table, { key, columns }] of Object.entries(NAMING_COLUMNS)) {
        if (unused.size === 0) return
        await removeNamed(unused, table, key, columns)
      }
      for (const name of unused) await rm(join(folder, name), { force: true })
    },
  }
}
