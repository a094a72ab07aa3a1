import { countMatchingArticles, getBulkJob, startBulkJob, stopBulkJob } from '@portal/contract/articles/bulk-jobs.ts'
import { BULK_JOB_MAX } from '@portal/contract/articles/bulk-rules.ts'
import { bulkManagedArticles } from '@portal/contract/articles/managed-articles.ts'
import { DAY_MS } from '@portal/contract/constants.ts'
import type { FastifyPluginAsync } from 'fastify'
import { toAuditSource } from '#accounts/audit/audit-source.ts'
import { addManagedRoute } from '#accounts/duties/managed-route.ts'
import { NOTICE, type NoticeRepository } from '#accounts/notices/notice-repository.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import type { Db } from '#platform/db/open.ts'
import { badInput, bulkRunning, noBulkJob } from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { countMatching, findMatchingIds } from './article-list.ts'
import { changeArticles, checkBulk, toBulkSubject } from './bulk-change.ts'
import { addBulkJob, endBulkJob, findNewestBulkJob } from './bulk-job-repository.ts'

interface Options {
  db: Db
  digest: Digest
  jobs: Jobs
  notices: NoticeRepository
  now: () => number
}

/** Routes of bulk changes: to the articles of a page, or to all of a filter. */
export const bulkRoutes: FastifyPluginAsync<Options> = async (app, { db, digest, now, notices, jobs }) => {
  addManagedRoute(
    app,
    { db, digest, now },
    bulkManagedArticles,
    async ({ request, account, trx, record, runAfterwards: afterwards }) => {
      const { ids, ...bulk } = request.body
      await checkBulk(trx, bulk, now())
      const { done, skipped, decisions } = await changeArticles(trx, ids, bulk, { editorId: account.id, at: now() })
      for (const decision of decisions) afterwards(() => notices.notify({ ...decision, type: NOTICE.system }))
      record(toBulkSubject(bulk.action, done))
      return ok({ done, skipped })
    },
  )

  addRoute(app, countMatchingArticles, async ({ query }) => ok({ total: await countMatching(db, query) }))

  addManagedRoute(
    app,
    { db, digest, now },
    startBulkJob,
    async ({ request, account, trx, record, runAfterwards: afterwards }) => {
      const { filter, ...change } = request.body
      await checkBulk(trx, change, now())
      const ids = await findMatchingIds(trx, filter)
      if (ids.length === 0) throw badInput('没有符合条件的文章')
      if (ids.length > BULK_JOB_MAX) throw badInput(`一次至多处理 ${BULK_JOB_MAX} 篇，请缩小筛选范围`)
      const job = await addBulkJob(trx, { userId: account.id, change, ids, source: toAuditSource(request), at: now() })
      if (!job) throw bulkRunning()
      record({
        kind: 'articles',
        id: job.id,
        name: `${ids.length} 篇`,
        changes: [{ member: change.action, before: null, after: JSON.stringify(filter) }],
      })
      afterwards(() => jobs.runSoon('bulkChange'))
      return ok(job)
    },
  )

  addRoute(app, getBulkJob, async (request) =>
    ok((await findNewestBulkJob(db, getAccount(request).id, now() - DAY_MS)) ?? null),
  )

  addManagedRoute(app, { db, digest, now }, stopBulkJob, async ({ account, trx, record }) => {
    const job = await findNewestBulkJob(trx, account.id, 0)
    if (!job || job.finishTime !== null) throw noBulkJob()
    await endBulkJob(trx, job.id, now())
    record({ kind: 'articles', id: job.id, name: `${job.position} / ${job.total} 篇` })
    return ok(null)
  })
}
