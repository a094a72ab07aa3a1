import { PAGE_CATEGORY, PUBLISH_STATE, READ_TYPE } from '@portal/contract/constants.ts'
import { deleteTerms, insertTerms, makeFoldedText, makeTermRows } from '#articles/reading/article-terms.ts'
import type { Db } from '#platform/db/open.ts'
import { isAny } from '#platform/db/queries.ts'
import { badInput } from '#platform/errors.ts'
import { fold } from '#platform/search/fold.ts'
import type { WrittenArticle } from './article-form.ts'

/** Marks that only staff set on an article; each 0 or 1. */
export interface Marks {
  isStick: number
  isRecommend: number
  isCarousel: number
}

/** Locks the article's row until the transaction ends. */
export async function lockArticle(trx: Db, id: number) {
  return await trx
    .updateTable('articles')
    .set((eb) => ({ is_publish: eb.ref('is_publish') }))
    .where('id', '=', id)
    .returning([
      'id',
      'author_id as authorId',
      'category_id as categoryId',
      'is_publish as isPublish',
      'read_type as readType',
      'created_at as createdAt',
      'submitted_at as submittedAt',
      'published_at as publishedAt',
      'version',
    ])
    .executeTakeFirst()
}

export type LockedArticle = NonNullable<Awaited<ReturnType<typeof lockArticle>>>

/** Reads the stored parts of an article that search indexes. */
async function readIndexedText(trx: Db, { id, readType, createdAt }: LockedArticle) {
  const { title, summary, plain } = await trx
    .selectFrom('articles')
    .innerJoin('article_texts', 'article_texts.article_id', 'articles.id')
    .select(['articles.title', 'articles.summary', 'article_texts.plain'])
    .where('articles.id', '=', id)
    .executeTakeFirstOrThrow()
  return { title, summary, plain, readType, createdAt }
}

async function removeTerms(trx: Db, before: LockedArticle): Promise<void> {
  if (before.isPublish === PUBLISH_STATE.published)
    await deleteTerms(trx, before.id, await readIndexedText(trx, before))
}

/** Returns the times of an article. Its first publication sets its date. */
function computeTimes(
  state: number,
  before: Pick<LockedArticle, 'isPublish' | 'createdAt' | 'submittedAt' | 'publishedAt'>,
  nowMs: number,
) {
  const isFirst = state === PUBLISH_STATE.published && before.publishedAt === null
  const waits = state === PUBLISH_STATE.inReview
  const submittedAt = before.isPublish === state ? before.submittedAt : nowMs
  return {
    created_at: isFirst ? nowMs : before.createdAt,
    published_at: isFirst ? nowMs : before.publishedAt,
    submitted_at: waits ? (submittedAt ?? nowMs) : null,
  }
}

/** @throws AppError for a category that does not exist */
async function checkCategory(trx: Db, id: number): Promise<void> {
  if (!(await isAny(trx.selectFrom('categories').select('id').where('id', '=', id)))) throw badInput('请选择分类')
}

/** Checks that a standing page keeps its category, and that no article becomes one. @throws AppError */
async function checkMove(trx: Db, before: LockedArticle, categoryId: number): Promise<void> {
  if (before.categoryId === categoryId) return
  const isPage = before.categoryId === PAGE_CATEGORY || categoryId === PAGE_CATEGORY
  if (isPage) throw badInput('请选择分类')
  await checkCategory(trx, categoryId)
}

/** @throws AppError for a category or tag that does not exist */
async function checkPlaces(trx: Db, { categoryId, tagIds }: WrittenArticle): Promise<void> {
  await checkCategory(trx, categoryId)
  if (tagIds.length === 0) return
  const tags = await trx
    .selectFrom('tags')
    .select('id')
    .where('id', 'in', [...tagIds])
    .execute()
  if (tags.length !== tagIds.length) throw badInput('所选标签不存在')
}

const toColumns = (article: WrittenArticle) => ({
  category_id: article.categoryId,
  title: article.title,
  summary: article.summary,
  cover: article.cover,
  keywords: article.keywords,
  is_publish: article.isPublish,
  is_original: article.isOriginal,
  original_url: article.originalUrl,
})

async function tag(trx: Db, articleId: number, tagIds: readonly number[]): Promise<void> {
  await trx.deleteFrom('article_tags').where('article_id', '=', articleId).execute()
  const links = tagIds.map((tagId, position) => ({ article_id: articleId, tag_id: tagId, position }))
  if (links.length > 0) await trx.insertInto('article_tags').values(links).execute()
}

function toSearchText(article: WrittenArticle, readType: number, createdAt: number) {
  const indexed = { ...article, readType, createdAt }
  return {
    indexed,
    text: {
      content: article.content,
      content_md: article.contentMd,
      plain: article.plain,
      title_folded: fold(article.title),
      folded: makeFoldedText(indexed),
    },
  }
}

const NO_MARKS: Marks = { isStick: 0, isRecommend: 0, isCarousel: 0 }
const markColumns = ({ isStick, isRecommend, isCarousel }: Marks) => ({
  is_stick: isStick,
  is_recommend: isRecommend,
  is_carousel: isCarousel,
})

/**
 * Stores a new article with its text, tags and search terms.
 * @returns its id
 * @throws AppError for a category or tag that does not exist
 */
export async function addArticle(
  trx: Db,
  authorId: string,
  article: WrittenArticle,
  nowMs: number,
  marks = NO_MARKS,
): Promise<number> {
  await checkPlaces(trx, article)
  const state = { isPublish: PUBLISH_STATE.draft, createdAt: nowMs, submittedAt: null, publishedAt: null }
  const times = computeTimes(article.isPublish, state, nowMs)
  const { id } = await trx
    .insertInto('articles')
    .values({
      ...toColumns(article),
      ...times,
      ...markColumns(marks),
      author_id: authorId,
      author_name: null,
      read_type: READ_TYPE.open,
      link_url: null,
      updated_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { indexed, text } = toSearchText(article, READ_TYPE.open, times.created_at)
  await trx
    .insertInto('article_texts')
    .values({ article_id: id, ...text })
    .execute()
  await tag(trx, id, article.tagIds)
  if (article.isPublish === PUBLISH_STATE.published) await insertTerms(trx, makeTermRows(id, indexed))
  return id
}

/**
 * Replaces text, places and state of an article, and the marks where given.
 * @param before what `lockArticle` returned
 * @throws AppError as `addArticle`
 */
export async function changeArticle(
  trx: Db,
  before: LockedArticle,
  article: WrittenArticle,
  nowMs: number,
  marks?: Marks,
): Promise<void> {
  const { id } = before
  await checkPlaces(trx, article)
  await removeTerms(trx, before)
  const times = computeTimes(article.isPublish, before, nowMs)
  await trx
    .updateTable('articles')
    .set({ ...toColumns(article), ...times, ...(marks && markColumns(marks)), updated_at: nowMs })
    .where('id', '=', id)
    .execute()
  const { indexed, text } = toSearchText(article, before.readType, times.created_at)
  await trx.updateTable('article_texts').set(text).where('article_id', '=', id).execute()
  await tag(trx, id, article.tagIds)
  if (article.isPublish === PUBLISH_STATE.published) await insertTerms(trx, makeTermRows(id, indexed))
}

/** Changes the state and, where given, the category. The text stays. */
export async function moveArticle(
  trx: Db,
  before: LockedArticle,
  { state, categoryId }: { state: number; categoryId?: number | undefined },
  nowMs: number,
): Promise<{ title: string }> {
  if (categoryId !== undefined) await checkMove(trx, before, categoryId)
  await removeTerms(trx, before)
  const times = computeTimes(state, before, nowMs)
  await trx
    .updateTable('articles')
    .set({ is_publish: state, ...times, ...(categoryId !== undefined && { category_id: categoryId }) })
    .where('id', '=', before.id)
    .execute()
  const indexed = { ...(await readIndexedText(trx, before)), createdAt: times.created_at }
  if (state === PUBLISH_STATE.published) await insertTerms(trx, makeTermRows(before.id, indexed))
  return { title: indexed.title }
}

/** Deletes an article with all that belongs to it. */
export async function removeArticle(trx: Db, before: LockedArticle): Promise<void> {
  await removeTerms(trx, before)
  await trx.deleteFrom('articles').where('id', '=', before.id).execute()
}
