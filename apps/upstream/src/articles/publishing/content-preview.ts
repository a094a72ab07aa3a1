import { previewContent } from '@portal/contract/articles/content-editing.ts'
import type { PreviewAnswer } from '@portal/contract/articles/preview.ts'
import { toOwnPath } from '@portal/contract/articles/slug-rules.ts'
import { PAGES } from '@portal/contract/articles/standing-pages.ts'
import { CATEGORY, FIRST_PAGE, PAGE_CATEGORY, PAGE_SIZE_MAX, PUBLISH_STATE } from '@portal/contract/constants.ts'
import type { FastifyPluginAsync } from 'fastify'
import { getAccount } from '#accounts/sessions/auth.ts'
import type { Previews } from '#articles/preview/previews.ts'
import type { ArticleDetail, ArticleRepository } from '#articles/reading/article-repository.ts'
import { toArticleInfo, toListItem } from '#articles/reading/article-view.ts'
import type { NeighbourRepository } from '#articles/reading/neighbour-repository.ts'
import type { WrittenArticle } from '#articles/writing/article-form.ts'
import type { Db } from '#platform/db/open.ts'
import { articleMissing, badInput } from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import { toPage, toWirePage } from '#platform/http/paging.ts'
import type { TextRenderer } from '#platform/text/text-renderer.ts'
import { parseContent } from './content-form.ts'
import { findContent } from './content-repository.ts'
import { findVersion } from './content-versions.ts'

/** A visitor who has met the condition of a read gate, because editors check the whole text. */
const READER = { isLike: false, isCollect: false, isFollowed: false, hasPassed: true }
const FIRST_ROWS = toPage({ pageNo: FIRST_PAGE, pageSize: PAGE_SIZE_MAX })

interface Options {
  articles: ArticleRepository
  db: Db
  neighbours: NeighbourRepository
  now: () => number
  previews: Previews
  texts: TextRenderer
}

/** Routes that preview articles and standing pages in their places. */
export const contentPreviewRoutes: FastifyPluginAsync<Options> = async (app, dependencies) => {
  const { db, now, articles, neighbours, previews, texts } = dependencies

  addRoute(app, previewContent, async (request) => {
    const { id } = request.params
    const { form: typed, version } = request.body
    const account = getAccount(request)
    const { pageKey, slug, version: current, title } = await findContent(db, id)
    if (!typed && version === undefined) throw badInput('请选择要预览的版本')
    const form = typed ?? (await findVersion(db, { id, version: version ?? current })).form
    const { article } = await parseContent(form, (contentMd) => texts.renderMarkdown(account.id, contentMd))
    const stored = await articles.find(id)
    if (!stored) throw articleMissing()
    const publishedArticle = await toPublished(db, stored, article, now())
    const page = PAGES.find(({ key }) => key === pageKey)
    const answers = [await readInfo(publishedArticle, article.tagIds)]
    const isOwnPage = slug !== null && stored.categoryId === PAGE_CATEGORY
    if (isOwnPage) answers.push(makePageAnswer(publishedArticle, slug))
    if (page) answers.push(await makeListAnswer(publishedArticle))
    if (stored.isPublish !== PUBLISH_STATE.published) answers.push(makeEmptyComments(id))
    const notice = typed ? `《${article.title || title}》，改自版本 ${current}` : `《${article.title}》版本 ${version}`
    const articlePath = `/${publishedArticle.categoryId === CATEGORY.news ? 'news-article' : 'article'}/${id}`
    const path = isOwnPage ? toOwnPath(slug) : (page?.path ?? articlePath)
    return ok(await previews.make(account.id, { path, notice: notice, answers }))
  })

  async function readInfo(shown: ArticleDetail, tagIds: readonly number[]): Promise<PreviewAnswer> {
    const rows = tagIds.length === 0 ? [] : await queryTags(db, tagIds)
    const tags = tagIds.flatMap((tag) => rows.find(({ id }) => id === tag) ?? [])
    const extra = { ...(await neighbours.findBesides(shown)), related: await neighbours.listRelated(shown.id, tagIds) }
    return {
      path: '/v1/article/info',
      query: { id: String(shown.id) },
      data: toArticleInfo(shown, tags, READER),
      extra,
    }
  }

  /** Makes the list by which the pages of readers find a standing page. */
  async function makeListAnswer(shown: ArticleDetail): Promise<PreviewAnswer> {
    const { rows } = await articles.list({ categoryId: PAGE_CATEGORY, order: 'created_at' }, FIRST_ROWS)
    const otherPages = rows.filter(({ id }) => id !== shown.id)
    const records = [shown, ...otherPages].map((row) => toListItem(row, [], now()))
    const data = toWirePage(records, records.length, FIRST_ROWS)
    return { path: '/v1/article/', query: { categoryId: String(PAGE_CATEGORY) }, data, extra: {} }
  }
}

/** Makes the answer by which the page of readers finds an own page. */
function makePageAnswer({ id, title, summary, content }: ArticleDetail, slug: string): PreviewAnswer {
  return { path: '/v1/page/info', query: { slug }, data: { id, title, summary, content }, extra: {} }
}

/** Makes an empty list of comments, because an unpublished article cannot have any. */
function makeEmptyComments(id: number): PreviewAnswer {
  const data = toWirePage([], 0, toPage({}))
  return { path: '/v1/comment/', query: { articleId: String(id) }, data, extra: {} }
}

/** Makes the article as it would be after publication. */
async function toPublished(db: Db, stored: ArticleDetail, article: WrittenArticle, at: number): Promise<ArticleDetail> {
  const { tagIds: _tags, isPublish: _state, categoryId, ...text } = article
  const category = await db.selectFrom('categories').select('name').where('id', '=', categoryId).executeTakeFirst()
  return {
    ...stored,
    ...text,
    categoryId,
    categoryName: category?.name ?? stored.categoryName,
    isPublish: PUBLISH_STATE.published,
    // The preview is at the address of the number, which would redirect.
    slug: null,
    updatedAt: at,
  }
}

function queryTags(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('tags')
    .select(['id', 'name', 'sort', 'created_at as createdAt'])
    .where('id', 'in', [...ids])
    .execute()
}
