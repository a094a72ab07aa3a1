import {
  describePlaceholders,
  fillName,
  findPlaceholders,
  hasNoQuestions,
  NO_QUESTION_TEXT,
  PAGE_TEMPLATES,
} from '@portal/contract/articles/page-templates.ts'
import {
  listManagedPages,
  openManagedPage,
  type PageState,
  publishManagedPage,
} from '@portal/contract/articles/pages.ts'
import { toOwnPath } from '@portal/contract/articles/slug-rules.ts'
import { PAGES, type PageKey } from '@portal/contract/articles/standing-pages.ts'
import { PAGE_CATEGORY, PUBLISH_STATE } from '@portal/contract/constants.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addPreparedRoute } from '#accounts/duties/managed-route.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import { addArticle } from '#articles/writing/article-change.ts'
import type { Db } from '#platform/db/open.ts'
import { badInput, pageNotOpened } from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import type { SiteRepository } from '#platform/settings/site-repository.ts'
import type { TextRenderer } from '#platform/text/text-renderer.ts'
import { parseContent } from './content-form.ts'
import { computeLockLimit, readContentFacts, readRemarks } from './content-repository.ts'
import { PAGE_PLACE, publishPage } from './publish-page.ts'

interface Options {
  digest: Digest
  db: Db
  now: () => number
  site: Pick<SiteRepository, 'readSettings'>
  texts: TextRenderer
}

/** Routes of the standing pages, by key. */
export const managedPageRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, now, site, texts } = options

  addRoute(app, listManagedPages, async (request) => ok(await listPages(db, now(), getAccount(request).id)))

  addRoute(app, openManagedPage, async (request) => {
    const { key } = request.params
    const { id: userId } = getAccount(request)
    const existing = await findArticle(db, key)
    if (existing !== undefined) return ok({ articleId: existing })
    const { title } = toSitePage(key)
    const { name } = await site.readSettings()
    const contentMd = fillName(PAGE_TEMPLATES[key], typeof name === 'string' ? name : '')
    const form = { ...PAGE_PLACE, title, summary: '', keywords: '', contentMd }
    const { article } = await parseContent(form, (contentMd) => texts.renderMarkdown(userId, contentMd))
    return await db.transaction().execute(async (trx) => {
      const articleId = await addArticle(trx, userId, article, now())
      const created = await trx
        .insertInto('standing_pages')
        .values({ key, article_id: articleId, is_template: 1 })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .returning('article_id')
        .executeTakeFirst()
      if (created) return ok({ articleId })
      // Another editor has created the page at the same time.
      await trx.deleteFrom('articles').where('id', '=', articleId).execute()
      return ok({ articleId: (await findArticle(trx, key)) ?? articleId })
    })
  })

  addPreparedRoute(
    app,
    options,
    publishManagedPage,
    async ({ body, params }, { id }) => {
      const unfilled = findPlaceholders(params.key, body.form.contentMd)
      if (unfilled.length > 0) throw badInput(describePlaceholders(unfilled))
      if (hasNoQuestions(params.key, body.form.contentMd)) throw badInput(NO_QUESTION_TEXT)
      return await parseContent({ ...PAGE_PLACE, ...body.form }, (contentMd) => texts.renderMarkdown(id, contentMd))
    },
    async (managed) => {
      const { request, trx } = managed
      const { key } = request.params
      managed.record({ kind: 'page', id: key, name: managed.prepared.article.title })
      const id = await findArticle(trx, key)
      if (id === undefined) throw pageNotOpened()
      const version = await publishPage(managed, { id, name: key, seen: request.body.version, at: now() })
      await trx.deleteFrom('redirects').where('from_path', '=', toSitePage(key).path.toLowerCase()).execute()
      return ok({ version })
    },
  )
}

function toSitePage(key: PageKey) {
  const page = PAGES.find((one) => one.key === key)
  if (!page) throw new Error(`no page ${key}`)
  return page
}

async function findArticle(db: Db, key: string): Promise<number | undefined> {
  const row = await db.selectFrom('standing_pages').select('article_id').where('key', '=', key).executeTakeFirst()
  return row?.article_id
}

function toPageState(isPublish: number | undefined, begun: 'template' | 'draft'): PageState {
  if (isPublish === PUBLISH_STATE.offShelf) return 'offline'
  return isPublish === PUBLISH_STATE.published ? 'published' : begun
}

/**
 * Lists the standing pages, begun or not, and behind them the own pages, the newest first.
 * @param callerId the member of staff, whose own locks are left out
 */
async function listPages(db: Db, nowMs: number, callerId: string) {
  const rows = await readContentFacts(db)
    .where('articles.category_id', '=', PAGE_CATEGORY)
    .where((eb) => eb.or([eb('standing_pages.key', 'is not', null), eb('articles.slug', 'is not', null)]))
    .orderBy('articles.id', 'desc')
    .execute()
  // The id 0, which no article has, because PostgreSQL refuses an empty list.
  const ids = [0, ...rows.map(({ id }) => id)]
  const drafts = await db.selectFrom('article_drafts').select('article_id').where('article_id', 'in', ids).execute()
  const locks = await db
    .selectFrom('article_locks')
    .innerJoin('users', 'users.id', 'article_locks.user_id')
    .select(['article_id', 'nickname'])
    .where('article_id', 'in', ids)
    .where('renewed_at', '>', computeLockLimit(nowMs))
    .where('user_id', '!=', callerId)
    .execute()
  const remarks = await readRemarks(db, ids)
  const describe = (row: (typeof rows)[number] | undefined) => ({
    articleId: row?.id ?? null,
    version: row?.version ?? 0,
    hasDraft: drafts.some(({ article_id }) => article_id === row?.id),
    lockedBy: locks.find(({ article_id }) => article_id === row?.id)?.nickname ?? null,
    ...remarks(row?.id ?? 0),
    editorName: row ? (row.editorName ?? row.nickname) : null,
    changeTime: row ? toWireDateTime(row.changedAt) : null,
  })
  const standing = PAGES.map(({ key, title, path }) => {
    const row = rows.find(({ pageKey }) => pageKey === key)
    const state = toPageState(row?.isPublish, 'template')
    const isUntouched = !row || (row.isTemplate === 1 && state === 'template')
    const change = isUntouched && { editorName: null, changeTime: null }
    return { key, title: row?.title ?? title, path, state, ...describe(row), ...change }
  })
  const own = rows.flatMap((row) => {
    if (row.slug === null || row.pageKey !== null) return []
    const state = toPageState(row.isPublish, 'draft')
    return { key: null, title: row.title, path: toOwnPath(row.slug), state, ...describe(row) }
  })
  return [...standing, ...own]
}
