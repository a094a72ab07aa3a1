import {
  createArticle,
  deleteArticle,
  getOwnArticle,
  previewArticle,
  updateArticle,
} from '@portal/contract/articles/article-writing.ts'
import { listArticlesOfUser } from '@portal/contract/articles/articles.ts'
import { DAY_MS, MINUTE_MS, PUBLISH_STATE } from '@portal/contract/constants.ts'
import type { FastifyPluginAsync } from 'fastify'
import { NOTICE, type NoticeRepository } from '#accounts/notices/notice-repository.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import type { ArticleRepository } from '#articles/reading/article-repository.ts'
import { toOwnListItem } from '#articles/reading/article-view.ts'
import { articleNotOwn, articlesUsedUp, unauthenticated } from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import { toPage, toWirePage } from '#platform/http/paging.ts'
import { createRateLimit } from '#platform/http/rate-limit.ts'
import type { CreateLimit } from '#platform/http/shared-limit.ts'
import type { TextRenderer } from '#platform/text/text-renderer.ts'
import { parseArticle } from './article-form.ts'
import type { SavedArticle, WritingRepository } from './writing-repository.ts'

const RENDERINGS_A_MINUTE = 90
/** Maximum new articles of one account, because each text may be as long as a book. */
const NEW_ARTICLES_A_DAY = 50

/** Text of the API for a new article, and ours for one that waits for review. */
const PUBLISHED = '恭喜您发布了一篇文章'
const HANDED_IN = '您的文章已提交审核，结果会在这里通知您'

interface Options {
  createLimit: CreateLimit
  articles: ArticleRepository
  notices: NoticeRepository
  now: () => number
  texts: TextRenderer
  writing: WritingRepository
}

export const writingRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { articles, writing, notices, texts, createLimit, now } = options
  const limit = createRateLimit({ max: RENDERINGS_A_MINUTE, windowMs: MINUTE_MS, now })

  const created = createLimit('new-article', { max: NEW_ARTICLES_A_DAY, windowMs: DAY_MS, refusal: articlesUsedUp })

  function render(userId: string, contentMd: string) {
    limit.use(userId)
    return texts.renderMarkdown(userId, contentMd)
  }

  /** Notifies the writer when the article leaves the draft state. Saving it again in the same state sends no notice. */
  async function notify(userId: string, { id, isPublish, wasPublish }: SavedArticle) {
    if (isPublish === wasPublish) return
    const base = { to: userId, type: NOTICE.system, articleId: id }
    if (isPublish === PUBLISH_STATE.published) await notices.notify({ ...base, content: PUBLISHED })
    if (isPublish === PUBLISH_STATE.inReview) await notices.notify({ ...base, content: HANDED_IN })
  }

  addRoute(app, createArticle, async (request) => {
    const { id: userId, role } = getAccount(request)
    const article = await parseArticle(request.body, role, (contentMd) => render(userId, contentMd))
    await created.use(userId)
    const saved = await writing.create(userId, article)
    await notify(userId, saved)
    return ok(null, { id: saved.id })
  })

  addRoute(app, updateArticle, async (request) => {
    const { id: userId, role } = getAccount(request)
    const article = await parseArticle(request.body, role, (contentMd) => render(userId, contentMd))
    const saved = await writing.update(request.body.id, userId, article)
    if (!saved) throw articleNotOwn('修改')
    await notify(userId, saved)
    return ok(null)
  })

  addRoute(app, deleteArticle, async (request) => {
    if (!(await writing.remove(request.query.id, getAccount(request).id))) throw articleNotOwn('删除')
    return ok(null)
  })

  addRoute(app, getOwnArticle, async (request) => {
    const form = await writing.readForm(request.query.id, getAccount(request).id)
    if (!form) throw articleNotOwn('查看')
    return ok(form)
  })

  addRoute(app, previewArticle, async (request) => {
    const { html } = await render(getAccount(request).id, request.body.contentMd)
    return ok({ content: html })
  })

  addRoute(app, listArticlesOfUser, async (request) => {
    const { userId = request.account?.id, type } = request.query
    if (!userId) throw unauthenticated()
    const page = toPage(request.query)
    // The value 0 means no filter, as in other upstreams.
    const author = { id: userId, isOwn: userId === request.account?.id, state: type || undefined }
    const { ids, total } = await articles.listIdsByAuthor(author, page)
    const rows = await articles.readSummaries(ids)
    const tags = await articles.readTags(ids)
    const sources = await articles.readSources(ids, author.isOwn)
    const records = rows.map((row) => ({
      ...toOwnListItem(row, tags.get(row.id) ?? [], '', now()),
      content: sources.get(row.id) ?? '',
    }))
    return ok(toWirePage(records, total, page))
  })
}
