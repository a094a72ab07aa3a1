import { CONTENT_PAGE_SIZE } from '@portal/contract/articles/content.ts'
import {
  getContentRevision,
  type LinkProblem,
  listClosedAddresses,
  listClosedLinks,
  listContentFaults,
  listFaultyArticles,
  runContentCheck,
} from '@portal/contract/articles/content-checks.ts'
import type { PageKey } from '@portal/contract/articles/standing-pages.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addManagedRoute } from '#accounts/duties/managed-route.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import type { Db } from '#platform/db/open.ts'
import { checkRunning } from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import type { TextRenderer } from '#platform/text/text-renderer.ts'
import type { ContentCheck } from './content-check.ts'
import { findClosedAddresses, findClosedLinks, findFaultyArticles } from './content-faults.ts'
import { findContent } from './content-repository.ts'

interface Options {
  contentCheck: ContentCheck
  db: Db
  digest: Digest
  jobs: Jobs
  now: () => number
  texts: TextRenderer
}

/** Routes of the faults in texts, and of the revision of the published content. */
export const contentCheckRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, digest, jobs, now, contentCheck, texts } = options

  addRoute(app, listContentFaults, async ({ query }) => {
    let faults = db
      .selectFrom('content_faults')
      .innerJoin('articles', 'articles.id', 'content_faults.article_id')
      .leftJoin('external_links', (join) =>
        join.onRef('external_links.address', '=', 'target').on('kind', '=', 'deadLink'),
      )
      .leftJoin('standing_pages', 'standing_pages.article_id', 'articles.id')
      .select([
        ...(['content_faults.id', 'kind', 'content_faults.article_id as articleId', 'title', 'target'] as const),
        ...(['key', 'found_at', 'problem', 'checked_at'] as const),
      ])
      .orderBy('content_faults.id', 'desc')
      .limit(CONTENT_PAGE_SIZE + 1)
    if (query.after !== undefined) faults = faults.where('content_faults.id', '<', query.after)
    const rows = await faults.execute()
    const records = rows.slice(0, CONTENT_PAGE_SIZE).map(({ key, found_at, checked_at, problem, ...fault }) => ({
      ...fault,
      pageKey: key as PageKey | null,
      foundTime: toWireDateTime(found_at),
      problem: problem as LinkProblem | null,
      followTime: checked_at === null ? null : toWireDateTime(checked_at),
    }))
    return ok({ records, hasMore: rows.length > records.length, check: await contentCheck.readState() })
  })

  addRoute(app, listClosedLinks, async (request) => {
    const { id } = request.params
    await findContent(db, id)
    const { html } = await texts.renderMarkdown(getAccount(request).id, request.body.contentMd)
    return ok(await findClosedLinks(db, id, html))
  })

  addRoute(app, listClosedAddresses, async ({ body }) => ok(await findClosedAddresses(db, [], body.links)))

  addRoute(app, listFaultyArticles, async ({ body }) => ok(await findFaultyArticles(db, body.ids)))

  addManagedRoute(app, { db, digest, now }, runContentCheck, async ({ trx, record, runAfterwards: afterwards }) => {
    if (!(await contentCheck.begin(trx))) throw checkRunning()
    const { total } = await trx.selectFrom('content_check').select('total').executeTakeFirstOrThrow()
    record({ kind: 'site', id: 'content', name: '全站内容' })
    afterwards(() => jobs.runSoon('contentCheck'))
    return ok({ isRunning: true, ...{ checked: 0, total, linksChecked: 0, linksTotal: 0 }, finishTime: null })
  })

  addRoute(app, getContentRevision, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return ok(await db.selectFrom('content_revision').select('revision').executeTakeFirstOrThrow())
  })
}
