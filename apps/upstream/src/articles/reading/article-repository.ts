import { PAGE_CATEGORY, PUBLISH_STATE, READ_TYPE } from '@portal/contract/constants.ts'
import type { InferResult } from 'kysely'
import { readPictures } from '#media/offered-widths.ts'
import type { Db } from '#platform/db/open.ts'
import { readPage } from '#platform/db/queries.ts'
import type { Page } from '#platform/http/paging.ts'
import { toExcerpt } from '#platform/text/excerpt.ts'
import { type ArticleFilter, createPublishedList } from './published-list.ts'

/**
 * Maximum length of a source in a list, in characters: the whole of most texts, while a hundred texts stay below the
 * limit of the BFF.
 */
const SOURCE_LENGTH = 10_000

export interface ArticleTag {
  id: number
  name: string
  sort: number
  createdAt: number
}

interface AuthorFilter {
  id: string
  isOwn: boolean
  state?: number | undefined
}

/** Queries articles as lists show them. */
const querySummaries = (db: Db) =>
  db
    .selectFrom('articles')
    .innerJoin('categories', 'categories.id', 'articles.category_id')
    .innerJoin('users', 'users.id', 'articles.author_id')
    .leftJoin('standing_pages', 'standing_pages.article_id', 'articles.id')
    .select((eb) => [
      'articles.id',
      'standing_pages.key as pageKey',
      'articles.slug',
      'articles.title',
      'articles.summary',
      'articles.cover',
      'articles.category_id as categoryId',
      'categories.name as categoryName',
      'articles.author_id as authorId',
      // Printed name of the writer; otherwise the account's nickname.
      eb.fn.coalesce('articles.author_name', 'users.nickname').as('authorName'),
      'users.role as authorRole',
      'articles.is_publish as isPublish',
      'articles.is_stick as isStick',
      'articles.is_original as isOriginal',
      'articles.quantity',
      'articles.like_count as likeCount',
      'articles.comment_count as commentCount',
      'articles.collect_count as collectCount',
      'articles.link_url as linkUrl',
      'articles.created_at as createdAt',
    ])

const queryDetails = (db: Db) =>
  querySummaries(db)
    .innerJoin('article_texts', 'article_texts.article_id', 'articles.id')
    .select([
      'article_texts.content',
      'article_texts.content_md as contentMd',
      'article_texts.plain',
      'articles.keywords',
      'articles.original_url as originalUrl',
      'articles.read_type as readType',
      'articles.updated_at as updatedAt',
    ])

export type ArticleSummary = InferResult<ReturnType<typeof querySummaries>>[number] & {
  /** Widths of the cover in the form of `srcset`; only in lists, and when this server has stored a large one. */
  coverSet?: string | undefined
}
export type ArticleDetail = InferResult<ReturnType<typeof queryDetails>>[number]
export type ArticleRepository = ReturnType<typeof createArticleRepository>

export function createArticleRepository({ db }: { db: Db }) {
  const pageOfPublished = createPublishedList(db)
  const queryNewestFirst = () => db.selectFrom('articles').orderBy('created_at', 'desc').orderBy('id', 'desc')

  return {
    readSummaries: (ids: readonly number[]) => readSummaries(db, ids),

    /** Lists published articles, sticky ones first. */
    async list(filter: ArticleFilter, page: Page): Promise<{ rows: ArticleSummary[]; total: number }> {
      const { ids, total } = await pageOfPublished(filter, page)
      return { rows: await readSummaries(db, ids), total }
    },

    /** Finds an article in any state. Outsiders get the same answer for an unpublished and a missing one. */
    async find(id: number): Promise<ArticleDetail | undefined> {
      return await queryDetails(db).where('articles.id', '=', id).executeTakeFirst()
    },

    findBySlug: (slug: string) => findBySlug(db, slug),

    /** Reads the tags of several articles, in the order of their writers. */
    async readTags(ids: readonly number[]): Promise<Map<number, ArticleTag[]>> {
      const tags = new Map<number, ArticleTag[]>(ids.map((id) => [id, []]))
      if (ids.length === 0) return tags
      const rows = await db
        .selectFrom('article_tags')
        .innerJoin('tags', 'tags.id', 'article_tags.tag_id')
        .select(['article_tags.article_id', 'tags.id', 'tags.name', 'tags.sort', 'tags.created_at as createdAt'])
        .where('article_tags.article_id', 'in', [...ids])
        .orderBy('article_tags.position')
        .execute()
      for (const { article_id, ...tag } of rows) tags.get(article_id)?.push(tag)
      return tags
    },

    /** Reads the texts as readers see them, one block a line. */
    async readPlainTexts(ids: readonly number[]): Promise<Map<number, { plain: string; readType: number }>> {
      if (ids.length === 0) return new Map()
      const rows = await db
        .selectFrom('article_texts')
        .innerJoin('articles', 'articles.id', 'article_texts.article_id')
        .select(['articles.id', 'article_texts.plain', 'articles.read_type as readType'])
        .where('articles.id', 'in', [...ids])
        .execute()
      return new Map(rows.map(({ id, ...text }) => [id, text]))
    },

    /**
     * Reads the beginnings of the stored sources, for lists: a page may have a hundred long texts.
     * @param isOwn whether the caller wrote them; otherwise gated articles have the beginning of their public part
     */
    async readSources(ids: readonly number[], isOwn: boolean): Promise<Map<number, string>> {
      if (ids.length === 0) return new Map()
      const rows = await db
        .selectFrom('article_texts')
        .innerJoin('articles', 'articles.id', 'article_texts.article_id')
        .select((eb) => [
          'articles.id',
          'articles.read_type',
          eb.fn<string>('substr', ['content_md', eb.lit(1), eb.lit(SOURCE_LENGTH)]).as('source'),
          eb.fn<string>('substr', ['plain', eb.lit(1), eb.lit(SOURCE_LENGTH)]).as('plain'),
        ])
        .where('article_id', 'in', [...ids])
        .execute()
      const isOpen = (readType: number) => isOwn || readType === READ_TYPE.open
      return new Map(
        rows.map(({ id, read_type, source, plain }) => [id, isOpen(read_type) ? source : toExcerpt(plain)]),
      )
    },

    /**
     * Lists a user's articles, newest first.
     * @param isOwn every state, or the given one; otherwise published ones without standing pages
     */
    async listIdsByAuthor(author: AuthorFilter, page: Page): Promise<{ ids: number[]; total: number }> {
      let written = db.selectFrom('articles').where('author_id', '=', author.id)
      if (!author.isOwn) {
        written = written.where('is_publish', '=', PUBLISH_STATE.published).where('category_id', '!=', PAGE_CATEGORY)
      } else if (author.state !== undefined) {
        written = written.where('is_publish', '=', author.state)
      }
      const ordered = written.select('id').orderBy('created_at', 'desc').orderBy('id', 'desc')
      const { rows, total } = await readPage(ordered, written, page)
      return { ids: rows.map(({ id }) => id), total }
    },

    /** Lists every published article but the standing pages, newest first. */
    async listArchive(): Promise<{ id: number; title: string; slug: string | null; createdAt: number }[]> {
      return await queryNewestFirst()
        .select(['id', 'title', 'slug', 'created_at as createdAt'])
        .where('is_publish', '=', PUBLISH_STATE.published)
        .where('category_id', '!=', PAGE_CATEGORY)
        .execute()
    },

    /** Lists published articles with a mark, newest first. */
    async listMarked(mark: 'is_carousel' | 'is_recommend', limit: number): Promise<ArticleSummary[]> {
      const ids = await queryNewestFirst()
        .select('id')
        .where('is_publish', '=', PUBLISH_STATE.published)
        .where(mark, '=', 1)
        .limit(limit)
        .execute()
      return await readSummaries(
        db,
        ids.map(({ id }) => id),
      )
    },
  }
}

/** Reads rows in the order of `ids`, without deleted articles. */
async function readSummaries(db: Db, ids: readonly number[]): Promise<ArticleSummary[]> {
  if (ids.length === 0) return []
  const rows = await querySummaries(db)
    .where('articles.id', 'in', [...ids])
    .execute()
  const covers = await readPictures(
    db,
    rows.map(({ cover }) => cover),
  )
  const byId = new Map(rows.map((row) => [row.id, { ...row, coverSet: covers.get(row.cover ?? '')?.srcSet }]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Finds the published article with this address. */
async function findBySlug(db: Db, slug: string): Promise<{ id: number } | undefined> {
  return await db
    .selectFrom('articles')
    .select('id')
    .where('slug', '=', slug)
    .where('is_publish', '=', PUBLISH_STATE.published)
    .where('category_id', '!=', PAGE_CATEGORY)
    .executeTakeFirst()
}
