import type { ArticleForm } from '@portal/contract/article-writing.ts'
import type { BodyOf } from '@portal/contract/call.ts'
import { PAGE_CATEGORY, PUBLISH_STATE, READ_TYPE } from '@portal/contract/constants.ts'
import type { reviewArticle } from '@portal/contract/review.ts'
import type { Db } from '#db/open.ts'
import { isAny } from '#db/queries.ts'
import { badInput } from '#errors.ts'
import { fold } from '#search/fold.ts'
import type { WrittenArticle } from './article-form.ts'
import { deleteTerms, foldedText, insertTerms, termRows } from './article-terms.ts'

export interface Saved {
  id: number
  isPublish: number
  /** State before; `undefined` for a new article. */
  wasPublish: number | undefined
}

export type Decision = BodyOf<typeof reviewArticle>['decision']

/** The state in which each decision is possible, and the state after it. */
const DECISIONS: Readonly<Record<Decision, { from: number; to: number }>> = {
  publish: { from: PUBLISH_STATE.inReview, to: PUBLISH_STATE.published },
  return: { from: PUBLISH_STATE.inReview, to: PUBLISH_STATE.draft },
  takeOff: { from: PUBLISH_STATE.published, to: PUBLISH_STATE.offShelf },
  putBack: { from: PUBLISH_STATE.offShelf, to: PUBLISH_STATE.published },
}

/** Locks the article's row until the transaction ends. */
async function lockArticle(trx: Db, id: number) {
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
    ])
    .executeTakeFirst()
}

type LockedArticle = NonNullable<Awaited<ReturnType<typeof lockArticle>>>

/** The stored parts of an article that search indexes. */
async function indexedOf(trx: Db, { id, readType, createdAt }: LockedArticle) {
  const { title, summary, plain } = await trx
    .selectFrom('articles')
    .innerJoin('article_texts', 'article_texts.article_id', 'articles.id')
    .select(['articles.title', 'articles.summary', 'article_texts.plain'])
    .where('articles.id', '=', id)
    .executeTakeFirstOrThrow()
  return { title, summary, plain, readType, createdAt }
}

async function removeTerms(trx: Db, before: LockedArticle): Promise<void> {
  if (before.isPublish === PUBLISH_STATE.published) await deleteTerms(trx, before.id, await indexedOf(trx, before))
}

/** The first publication sets an article's date. */
function timesIn(
  state: number,
  before: Omit<LockedArticle, 'id' | 'authorId' | 'categoryId' | 'readType'>,
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

/** A standing page keeps its category, and no article becomes one. @throws AppError */
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

const columnsOf = (article: WrittenArticle) => ({
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

function textOf(article: WrittenArticle, readType: number, createdAt: number) {
  const indexed = { ...article, readType, createdAt }
  return {
    indexed,
    text: {
      content: article.content,
      content_md: article.contentMd,
      plain: article.plain,
      title_folded: fold(article.title),
      folded: foldedText(indexed),
    },
  }
}

/** In the form of the editor; `undefined` when the article is missing or another user's. */
async function articleFormOf(db: Db, id: number, authorId: string): Promise<ArticleForm | undefined> {
  const row = await db
    .selectFrom('articles')
    .innerJoin('article_texts', 'article_texts.article_id', 'articles.id')
    .select([
      'articles.id',
      'title',
      'summary',
      'cover as avatar',
      'keywords',
      'original_url as originalUrl',
      'category_id as categoryId',
      'is_publish as isPublish',
      'is_original as isOriginal',
      // Both members hold the source, because clients edit it as text.
      'content_md as content',
      'content_md as contentMd',
      'author_id as userId',
    ])
    .where('articles.id', '=', id)
    .where('author_id', '=', authorId)
    .executeTakeFirst()
  if (!row) return undefined
  const tags = await db
    .selectFrom('article_tags')
    .select('tag_id')
    .where('article_id', '=', id)
    .orderBy('position')
    .execute()
  return { ...row, tagList: tags.map(({ tag_id }) => tag_id) }
}

export type WritingRepository = ReturnType<typeof createWritingRepository>

/**
 * Writes, publishes and unpublishes articles. The search index changes in the same transaction; triggers count articles of
 * categories and tags.
 */
export function createWritingRepository({ db, now }: { db: Db; now: () => number }) {
  return {
    /** @throws AppError for a category or tag that does not exist */
    async create(authorId: string, article: WrittenArticle): Promise<Saved> {
      return await db.transaction().execute(async (trx) => {
        await checkPlaces(trx, article)
        const state = { isPublish: PUBLISH_STATE.draft, createdAt: now(), submittedAt: null, publishedAt: null }
        const times = timesIn(article.isPublish, state, now())
        const { id } = await trx
          .insertInto('articles')
          .values({
            ...columnsOf(article),
            ...times,
            author_id: authorId,
            author_name: null,
            read_type: READ_TYPE.open,
            is_stick: 0,
            is_recommend: 0,
            is_carousel: 0,
            link_url: null,
            updated_at: null,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        const { indexed, text } = textOf(article, READ_TYPE.open, times.created_at)
        await trx
          .insertInto('article_texts')
          .values({ article_id: id, ...text })
          .execute()
        await tag(trx, id, article.tagIds)
        if (article.isPublish === PUBLISH_STATE.published) await insertTerms(trx, termRows(id, indexed))
        return { id, isPublish: article.isPublish, wasPublish: undefined }
      })
    },

    /**
     * `undefined` when the article is missing or another user's.
     * @throws AppError as `create`
     */
    async update(id: number, authorId: string, article: WrittenArticle): Promise<Saved | undefined> {
      return await db.transaction().execute(async (trx) => {
        const before = await lockArticle(trx, id)
        if (before?.authorId !== authorId) return undefined
        await checkPlaces(trx, article)
        await removeTerms(trx, before)
        const times = timesIn(article.isPublish, before, now())
        await trx
          .updateTable('articles')
          .set({ ...columnsOf(article), ...times, updated_at: now() })
          .where('id', '=', id)
          .execute()
        const { indexed, text } = textOf(article, before.readType, times.created_at)
        await trx.updateTable('article_texts').set(text).where('article_id', '=', id).execute()
        await tag(trx, id, article.tagIds)
        if (article.isPublish === PUBLISH_STATE.published) await insertTerms(trx, termRows(id, indexed))
        return { id, isPublish: article.isPublish, wasPublish: before.isPublish }
      })
    },

    /** `false` when the article is missing or another user's. Comments, likes and favourites are deleted with it. */
    async remove(id: number, authorId: string): Promise<boolean> {
      return await db.transaction().execute(async (trx) => {
        const before = await lockArticle(trx, id)
        if (before?.authorId !== authorId) return false
        await removeTerms(trx, before)
        await trx.deleteFrom('articles').where('id', '=', id).execute()
        return true
      })
    },

    formOf: (id: number, authorId: string) => articleFormOf(db, id, authorId),

    /** An editor's decision. `undefined` when the article is not in a state for it, and for a standing page. */
    async decide(
      id: number,
      decision: Decision,
      categoryId?: number,
    ): Promise<{ authorId: string; title: string } | undefined> {
      const { from, to } = DECISIONS[decision]
      return await db.transaction().execute(async (trx) => {
        const before = await lockArticle(trx, id)
        if (before?.isPublish !== from) return undefined
        // The standing page would lose its text.
        if (decision === 'takeOff' && before.categoryId === PAGE_CATEGORY) return undefined
        if (categoryId !== undefined) await checkMove(trx, before, categoryId)
        await removeTerms(trx, before)
        const times = timesIn(to, before, now())
        await trx
          .updateTable('articles')
          .set({ is_publish: to, ...times, ...(categoryId !== undefined && { category_id: categoryId }) })
          .where('id', '=', id)
          .execute()
        const indexed = { ...(await indexedOf(trx, before)), createdAt: times.created_at }
        if (to === PUBLISH_STATE.published) await insertTerms(trx, termRows(id, indexed))
        return { authorId: before.authorId, title: indexed.title }
      })
    },
  }
}
