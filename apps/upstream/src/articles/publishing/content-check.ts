import { setImmediate as breathe } from 'node:timers/promises'
import { DAY_MS, HOUR_MS, MINUTE_MS, PUBLISH_STATE } from '@portal/contract/constants.ts'
import { toInstantMs, toWireDate, toWireDateTime } from '@portal/contract/time.ts'
import { checkLinks } from '#articles/links/link-check.ts'
import { keepSiteLinks } from '#articles/links/site-links.ts'
import type { Db } from '#platform/db/open.ts'
import type { Internet } from '#platform/net/internet.ts'
import { type HasFile, recordFaults } from './content-faults.ts'

/** Texts of one transaction. */
const CHUNK = 20
/** A run without a sign for this long has died with its process. */
const DEAD_MS = 1 * MINUTE_MS
/** Time of the daily run in UTC+8, after midnight. */
const DAILY_MS = 2 * HOUR_MS

interface Options {
  db: Db
  now: () => number
  hasFile: HasFile
  /** How links to other sites are followed. */
  links: { agent: string; network?: Internet | undefined }
  onError: (error: Error) => void
}

export type ContentCheck = ReturnType<typeof createContentCheck>

/** Checks every published text for faults, once a day and on request; one run at a time among all instances. */
export function createContentCheck({ db, now, hasFile, links, onError }: Options) {
  const closing = new AbortController()
  let running: Promise<void> = Promise.resolve()

  const published = () => db.selectFrom('articles').where('is_publish', '=', PUBLISH_STATE.published)

  /** Makes this process the one that checks. @returns false when another run is alive */
  async function claim(trx: Db): Promise<boolean> {
    const at = now()
    const { n } = await trx
      .selectFrom('articles')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('is_publish', '=', PUBLISH_STATE.published)
      .executeTakeFirstOrThrow()
    const claimed = await trx
      .updateTable('content_check')
      .set({ started_at: at, alive_at: at, checked: 0, total: n, links_checked: 0, links_total: 0 })
      .where((eb) => eb.or([eb('alive_at', 'is', null), eb('alive_at', '<', at - DEAD_MS)]))
      .returning('total')
      .executeTakeFirst()
    return claimed !== undefined
  }

  async function run(): Promise<void> {
    let last = 0
    let checked = 0
    while (!closing.signal.aborted) {
      const rows = await published().select('id').where('id', '>', last).orderBy('id').limit(CHUNK).execute()
      await db.transaction().execute(async (trx) => {
        for (const { id } of rows) await recordFaults(trx, id, now(), hasFile)
        checked += rows.length
        await trx.updateTable('content_check').set({ checked, alive_at: now() }).execute()
      })
      if (rows.length < CHUNK) break
      last = rows.at(-1)?.id ?? last
      await breathe()
    }
    const hidden = db.selectFrom('articles').select('id').where('is_publish', '!=', PUBLISH_STATE.published)
    await db.deleteFrom('content_faults').where('article_id', 'in', hidden).execute()
    await db.deleteFrom('article_links').where('article_id', 'in', hidden).execute()
    await keepSiteLinks(db)
    const { signal } = closing
    await checkLinks({ db, now, ...links }, { signal, onProgress: noteLinks })
    await db
      .updateTable('content_check')
      .set({ alive_at: null, ...(!signal.aborted && { finished_at: now() }) })
      .execute()
  }

  async function noteLinks(links_checked: number, links_total: number): Promise<void> {
    await db.updateTable('content_check').set({ links_checked, links_total, alive_at: now() }).execute()
  }

  return {
    claim,
    /** Checks all texts in the background, after `claim`. */
    begin(): void {
      running = run().catch(onError)
    },
    async state() {
      const row = await db.selectFrom('content_check').selectAll().executeTakeFirstOrThrow()
      return {
        isRunning: row.alive_at !== null && row.alive_at >= now() - DEAD_MS,
        checked: row.checked,
        total: row.total,
        linksChecked: row.links_checked,
        linksTotal: row.links_total,
        finishTime: row.finished_at === null ? null : toWireDateTime(row.finished_at),
      }
    },
    /** Starts the daily run when it is due. */
    async sweep(): Promise<void> {
      const midnight = toInstantMs(toWireDate(now())) ?? 0
      const dueAt = now() - midnight >= DAILY_MS ? midnight + DAILY_MS : midnight + DAILY_MS - DAY_MS
      const { started_at } = await db.selectFrom('content_check').select('started_at').executeTakeFirstOrThrow()
      if (started_at !== null && started_at >= dueAt) return
      if (await db.transaction().execute(claim)) this.begin()
    },
    /** Ends a run; the next one begins anew. */
    async close(): Promise<void> {
      closing.abort()
      await running
    },
  }
}
