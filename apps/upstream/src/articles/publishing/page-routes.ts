import {
  findPlaceholders,
  hasNoQuestions,
  NO_QUESTION_TEXT,
  PAGE_TEMPLATES,
} from '@portal/contract/articles/page-templates.ts'
import { listManagedPages, openManagedPage, publishManagedPage } from '@portal/contract/articles/pages.ts'
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
import type { TextRenderer } from '#platform/text/text-renderer.ts'
import { parseContent } from './content-form.ts'
import { computeLockLimit, dropDraft, lockSeen, readContentFacts, readRemarks } from './content-repository.ts'
import { saveContent } from './content-save.ts'

const NO_MARKS = { isStick: 0, isRecommend: 0, isCarousel: 0 }
const NO_PLACE = { avatar: '', isOriginal: 1, originalUrl: '', categoryId: PAGE_CATEGORY, tagList: [], ...NO_MARKS }

interface Options {
  digest: Digest
  db: Db
  now: () => number
  texts: TextRenderer
}

/** Routes of the standing pages, by key. */
export const managedPageRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, now, texts } = options

  addRoute(app, listManagedPages, async () => ok(await listPages(db, now())))

  addRoute(app, openManagedPage, async (request) => {
    const { key } = request.params
    const { id: userId } = getAccount(request)
    const existing = await findArticle(db, key)
    if (existing !== undefined) return ok({ articleId: existing })
    const { title } = toSitePage(key)
    const form = { ...NO_PLACE, title, summary: '', keywords: '', contentMd: PAGE_TEMPLATES[key] }
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
      if (unfilled.length > 0) throw badInput(`还有 ${unfilled.length} 处没有补全：${unfilled.join('')}`)
      if (hasNoQuestions(params.key, body.form.contentMd)) throw badInput(NO_QUESTION_TEXT)
      return await parseContent({ ...NO_PLACE, ...body.form }, (contentMd) => texts.renderMarkdown(id, contentMd))
    },
    async ({ request, prepared, account, trx, record }) => {
      const { key } = request.params
      const subject = { kind: 'page', id: key, name: prepared.article.title }
      record(subject)
      const id = await findArticle(trx, key)
      if (id === undefined) throw pageNotOpened()
      const before = await lockSeen(trx, id, request.body.version)
      const change = { ...prepared, state: PUBLISH_STATE.published, editorId: account.id, at: now() }
      const { version, changes } = await saveContent(trx, before, change)
      await dropDraft(trx, id, account.id)
      record({ ...subject, changes })
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

async function listPages(db: Db, nowMs: number) {
  const rows = await readContentFacts(db).where('standing_pages.key', 'is not', null).execute()
  // The id 0, which no article has, because PostgreSQL refuses an empty list.
  const ids = [0, ...rows.map(({ id }) => id)]
  const drafts = await db.selectFrom('article_drafts').select('article_id').where('article_id', 'in', ids).execute()
  const locks = await db
    .selectFrom('article_locks')
    .innerJoin('users', 'users.id', 'article_locks.user_id')
    .select(['article_id', 'nickname'])
    .where('article_id', 'in', ids)
    .where('renewed_at', '>', computeLockLimit(nowMs))
    .execute()
  const remarks = await readRemarks(db, ids)
  return PAGES.map(({ key, title, path }) => {
    const row = rows.find(({ pageKey }) => pageKey === key)
    const pageMembers = {
      articleId: row?.id ?? null,
      state: row?.isPublish === PUBLISH_STATE.published ? ('published' as const) : ('template' as const),
      version: row?.version ?? 0,
      hasDraft: drafts.some(({ article_id }) => article_id === row?.id),
      lockedBy: locks.find(({ article_id }) => article_id === row?.id)?.nickname ?? null,
      ...remarks(row?.id ?? 0),
    }
    const isUntouched = !row || (row.isTemplate === 1 && pageMembers.state === 'template')
    return {
      key,
      title: row?.title ?? title,
      path,
      ...pageMembers,
      editorName: isUntouched ? null : (row.editorName ?? row.nickname),
      changeTime: isUntouched ? null : toWireDateTime(row.changedAt),
    }
  })
}
