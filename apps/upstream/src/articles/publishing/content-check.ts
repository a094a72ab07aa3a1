import { setImmediate as breathe } from 'node:timers/promises'
import { DAY_MS, HOUR_MS, MINUTE_MS, PUBLISH_STATE } from '@portal/contract/constants.ts'
import { toInstantMs, toWireDate, toWireDateTime } from '@portal/contract/time.ts'
import { checkLinks } from '#articles/links/link-check.ts'
import { keepSiteLinks } from '#articles/links/site-links.ts'
import type { Db } from '#platform/db/open.ts'
import { countRows } from '#platform/db/queries.ts'
import { addJob, isPending, type Job } from '#platform/jobs/job-rows.ts'
import { type Lease, retryInMinutes } from '#platform/jobs/jobs.ts'
import type { Internet } from '#platform/net/internet.ts'
import { type HasFile, recordFaults } from './content-faults.ts'

/** Texts per transaction. */
const CHUNK = 20
const KIND = 'contentCheck'
/** Reference of the job, of which there is one at most. */
const ONLY = ''
/** Time of the daily run in UTC+8, after midnight. */
const DAILY_MS = 2 * HOUR_MS

interface Options {
  db: Db
  now: () => number
  hasFile: HasFile
  /** User agent and network of the requests to other sites. */
  links: { agent: string; network?: Internet | undefined }
}

export type ContentCheck = ReturnType<typeof createContentCheck>

/** Checks every published text for faults, once a day and on request. All instances together make one run at a time. */
export function createContentCheck({ db, now, hasFile, links }: Options) {
  const queryPublished = () => db.selectFrom('articles').where('is_publish', '=', PUBLISH_STATE.published)

  /** Begins a run. @returns `false` while another one is running */
  async function begin(trx: Db): Promise<boolean> {
    const at = now()
    const total = await countRows(trx.selectFrom('articles').where('is_publish', '=', PUBLISH_STATE.published))
    if (await isPending(trx, KIND, ONLY)) return false
    await trx
      .updateTable('content_check')
      .set({ started_at: at, checked: 0, total, links_checked: 0, links_total: 0 })
      .execute()
    await addJob(trx, { kind: KIND, ref: ONLY, dueAt: at })
    return true
  }

  async function checkTexts(lease: Lease): Promise<void> {
    let last = 0
    let checked = 0
    for (;;) {
      const rows = await queryPublished().select('id').where('id', '>', last).orderBy('id').limit(CHUNK).execute()
      await db.transaction().execute(async (trx) => {
        await lease.renew(trx)
        for (const { id } of rows) await recordFaults(trx, id, now(), hasFile)
        checked += rows.length
        await trx.updateTable('content_check').set({ checked }).execute()
      })
      if (rows.length < CHUNK) break
      last = rows.at(-1)?.id ?? last
      await breathe()
    }
    const hidden = db.selectFrom('articles').select('id').where('is_publish', '!=', PUBLISH_STATE.published)
    await db.deleteFrom('content_faults').where('article_id', 'in', hidden).execute()
    await db.deleteFrom('article_links').where('article_id', 'in', hidden).execute()
    await keepSiteLinks(db)
  }

  return {
    begin,
    async run(_job: Job, lease: Lease): Promise<void> {
      await checkTexts(lease)
      async function noteLinks(links_checked: number, links_total: number): Promise<void> {
        await lease.renew(db)
        await db.updateTable('content_check').set({ links_checked, links_total }).execute()
      }
      await checkLinks({ db, now, ...links }, { signal: lease.signal, onProgress: noteLinks })
      await lease.renew(db)
      await db.updateTable('content_check').set({ finished_at: now() }).execute()
    },
    leaseMs: MINUTE_MS,
    retryAfterMs: retryInMinutes,
    atOnce: 1,

    async readState() {
      const row = await db.selectFrom('content_check').selectAll().executeTakeFirstOrThrow()
      return {
        isRunning: await isPending(db, KIND, ONLY),
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
      if (started_at === null || started_at < dueAt) await db.transaction().execute(begin)
    },
  }
}
