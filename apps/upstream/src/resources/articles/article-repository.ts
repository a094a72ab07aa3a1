import { PAGE_CATEGORY, PUBLISH_STATE, READ_TYPE } from '@portal/contract/constants.ts'
import type { Db } from '#db/open.ts'
import type { Page } from '#paging.ts'
import { excerptOf } from '#text/excerpt.ts'
import { type ArticleSummary, SUMMARY_COLUMNS, toSummary } from './article-summary.ts'
import { type ArticleFilter, createPublishedList } from './published-list.ts'

/** Of a source in a list, characters: of most texts all, and of a hundred no more than the BFF takes. */
const SOURCE_LENGTH = 10_000

export interface ArticleDetail extends ArticleSummary {
  content: string
  contentMd: string
  plain: string
  keywords: string | null
  originalUrl: string | null
  readType: number
  updatedAt: number | null
}

export interface ArticleTag {
  id: number
  name: string
  sort: number
  createdAt: number
}

export interface AuthorFilter {
  id: string
  isOwn: boolean
  state?: number | undefined
}

export type ArticleRepository = ReturnType<typeof createArticleRepository>

export function createArticleRepository({ db }: { db: Db }) {
  const pageOfPublished = createPublishedList(db)

  /** Rows in the order of `ids`; an id that is gone is left out. */
  async function summariesOf(ids: readonly number[]): Promise<ArticleSummary[]> {
    if (ids.length === 0) return []
    const rows = await db
      .selectFrom('articles')
      .innerJoin('categories', 'categories.id', 'articles.category_id')
      .innerJoin('users', 'users.id', 'articles.author_id')
      .select(SUMMARY_COLUMNS)
      .where('articles.id', 'in', [...ids])
      .execute()
    const byId = new Map(rows.map((row) => [row.id, toSummary(row)]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }

  return {
    summariesOf,

    /** Published ones, sticky ones first. */
    async list(filter: ArticleFilter, page: Page): Promise<{ rows: ArticleSummary[]; total: number }> {
      const { ids, total } = await pageOfPublished(filter, page)
      return { rows: await summariesOf(ids), total }
    },

    /** In any state: outsiders get the same answer for an unpublished and a missing article. */
    async find(id: number): Promise<ArticleDetail | undefined> {
      const row = await db
        .selectFrom('articles')
        .innerJoin('categories', 'categories.id', 'articles.category_id')
        .innerJoin('users', 'users.id', 'articles.author_id')
        .innerJoin('article_texts', 'article_texts.article_id', 'articles.id')
        .select([
          ...SUMMARY_COLUMNS,
          'article_texts.content',
          'article_texts.content_md',
          'article_texts.plain',
          'articles.keywords',
          'articles.original_url',
          'articles.read_type',
          'articles.updated_at',
        ])
        .where('articles.id', '=', id)
        .executeTakeFirst()
      if (!row) return undefined
      return {
        ...toSummary(row),
        content: row.content,
        contentMd: row.content_md,
        plain: row.plain,
        keywords: row.keywords,
        originalUrl: row.original_url,
        readType: row.read_type,
        updatedAt: row.updated_at,
      }
    },

    /** Tags of several articles, in their writers' order. */
    async tagsOf(ids: readonly number[]): Promise<Map<number, ArticleTag[]>> {
      const tags = new Map<number, ArticleTag[]>(ids.map((id) => [id, []]))
      if (ids.length === 0) return tags
      const rows = await db
        .selectFrom('article_tags')
        .innerJoin('tags', 'tags.id', 'article_tags.tag_id')
        .select(['article_tags.article_id', 'tags.id', 'tags.name', 'tags.sort', 'tags.created_at'])
        .where('article_tags.article_id', 'in', [...ids])
        .orderBy('article_tags.position')
        .execute()
      for (const row of rows) {
        tags.get(row.article_id)?.push({ id: row.id, name: row.name, sort: row.sort, createdAt: row.created_at })
      }
      return tags
    },

    /** Texts as readers see them, one block a line. */
    async plainTextsOf(ids: readonly number[]): Promise<Map<number, string>> {
      if (ids.length === 0) return new Map()
      const rows = await db
        .selectFrom('article_texts')
        .select(['article_id', 'plain'])
        .where('article_id', 'in', [...ids])
        .execute()
      return new Map(rows.map(({ article_id, plain }) => [article_id, plain]))
    },

    /**
     * The beginnings of sources as they are stored, for lists: a page may hold a hundred books.
     * @param isOwn otherwise, where a gate is before the text, the beginning of what is read in place of the source
     */
    async sourcesOf(ids: readonly number[], isOwn: boolean): Promise<Map<number, string>> {
      if (ids.length === 0) return new Map()
      const rows = await db
        .selectFrom('article_texts')
        .innerJoin('articles', 'articles.id', 'article_texts.article_id')
        .select((eb) => [
          'article_id',
          'articles.read_type',
          eb.fn<string>('substr', ['content_md', eb.lit(1), eb.lit(SOURCE_LENGTH)]).as('source'),
          eb.fn<string>('substr', ['plain', eb.lit(1), eb.lit(SOURCE_LENGTH)]).as('plain'),
        ])
        .where('article_id', 'in', [...ids])
        .execute()
      const isOpen = (readType: number) => isOwn || readType === READ_TYPE.open
      return new Map(
        rows.map(({ article_id, read_type, source, plain }) => [
          article_id,
          isOpen(read_type) ? source : excerptOf(plain),
        ]),
      )
    },

    /**
     * A user's articles, newest first.
     * @param isOwn every state, or the given one; otherwise published ones without standing pages
     */
    async idsOfAuthor(author: AuthorFilter, page: Page): Promise<{ ids: number[]; total: number }> {
      let written = db.selectFrom('articles').where('author_id', '=', author.id)
      if (!author.isOwn) {
        written = written.where('is_publish', '=', PUBLISH_STATE.published).where('category_id', '!=', PAGE_CATEGORY)
      } else if (author.state !== undefined) {
        written = written.where('is_publish', '=', author.state)
      }
      const rows = await written
        .select('id')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(page.size)
        .offset(page.offset)
        .execute()
      const { total } = await written.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      return { ids: rows.map(({ id }) => id), total }
    },

    /** Every published article but the standing pages, newest first. */
    async archive(): Promise<{ id: number; title: string; createdAt: number }[]> {
      return await db
        .selectFrom('articles')
        .select(['id', 'title', 'created_at as createdAt'])
        .where('is_publish', '=', PUBLISH_STATE.published)
        .where('category_id', '!=', PAGE_CATEGORY)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute()
    },

    /** Published ones that carry a mark, newest first. */
    async marked(mark: 'is_carousel' | 'is_recommend', limit: number): Promise<ArticleSummary[]> {
      const ids = await db
        .selectFrom('articles')
        .select('id')
        .where('is_publish', '=', PUBLISH_STATE.published)
        .where(mark, '=', 1)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return await summariesOf(ids.map(({ id }) => id))
    },
  }
}
