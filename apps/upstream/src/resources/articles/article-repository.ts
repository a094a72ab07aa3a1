import { PAGE_CATEGORY, PUBLISH_STATE } from '@portal/contract/constants.ts'
import type { Db } from '#db/open.ts'
import type { Page } from '#paging.ts'

/** A row of a list, with the names it has inside. */
export interface ArticleSummary {
  id: number
  title: string
  summary: string | null
  cover: string | null
  categoryId: number
  categoryName: string
  authorId: string
  /** As printed; the account's nickname where the article names nobody. */
  authorName: string
  /** `PUBLISH_STATE` of the contract. */
  isPublish: number
  isStick: number
  isOriginal: number
  quantity: number
  likeCount: number
  commentCount: number
  collectCount: number
  linkUrl: string | null
  createdAt: number
}

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

export interface ArticleFilter {
  categoryId?: number | undefined
  tagId?: number | undefined
  order: 'created_at' | 'quantity'
}

export interface AuthorFilter {
  id: string
  isOwn: boolean
  state?: number | undefined
}

const SUMMARY_COLUMNS = [
  'articles.id',
  'articles.title',
  'articles.summary',
  'articles.cover',
  'articles.category_id',
  'categories.name as category_name',
  'articles.author_id',
  'articles.author_name',
  'users.nickname as author_nickname',
  'articles.is_publish',
  'articles.is_stick',
  'articles.is_original',
  'articles.quantity',
  'articles.like_count',
  'articles.comment_count',
  'articles.collect_count',
  'articles.link_url',
  'articles.created_at',
] as const

interface SummaryRow {
  id: number
  title: string
  summary: string | null
  cover: string | null
  category_id: number
  category_name: string
  author_id: string
  author_name: string | null
  author_nickname: string
  is_publish: number
  is_stick: number
  is_original: number
  quantity: number
  like_count: number
  comment_count: number
  collect_count: number
  link_url: string | null
  created_at: number
}

function toSummary(row: SummaryRow): ArticleSummary {
  return {
    id: row.id,
    title: row.title,
    summary: row.summary,
    cover: row.cover,
    categoryId: row.category_id,
    categoryName: row.category_name,
    authorId: row.author_id,
    authorName: row.author_name ?? row.author_nickname,
    isPublish: row.is_publish,
    isStick: row.is_stick,
    isOriginal: row.is_original,
    quantity: row.quantity,
    likeCount: row.like_count,
    commentCount: row.comment_count,
    collectCount: row.collect_count,
    linkUrl: row.link_url,
    createdAt: row.created_at,
  }
}

export type ArticleRepository = ReturnType<typeof createArticleRepository>

export function createArticleRepository({ db }: { db: Db }) {
  /** A standing page is shown by its own route, never among news. */
  const categoryOf = (categoryId: number | undefined) =>
    categoryId ? ({ sign: '=', id: categoryId } as const) : ({ sign: '!=', id: PAGE_CATEGORY } as const)

  function tagged(tagId: number, categoryId: number | undefined) {
    const category = categoryOf(categoryId)
    return db
      .selectFrom('article_tags')
      .where('article_tags.tag_id', '=', tagId)
      .where('article_tags.is_publish', '=', PUBLISH_STATE.published)
      .where('article_tags.category_id', category.sign, category.id)
  }

  async function totalOf({ categoryId, tagId }: ArticleFilter): Promise<number> {
    if (tagId) {
      const counted = tagged(tagId, categoryId).select((eb) => eb.fn.countAll<number>().as('total'))
      return (await counted.executeTakeFirstOrThrow()).total
    }
    const category = categoryOf(categoryId)
    const categories = await db
      .selectFrom('categories')
      .select('article_count')
      .where('id', category.sign, category.id)
      .execute()
    return categories.reduce((sum, { article_count }) => sum + article_count, 0)
  }

  /** Ids come from an index alone, so that rows in front of a late page are never read. */
  async function idsOf(
    { categoryId, tagId, order }: ArticleFilter,
    way: 'asc' | 'desc',
    offset: number,
    limit: number,
  ) {
    if (tagId && order === 'created_at') {
      const rows = await tagged(tagId, categoryId)
        .select('article_tags.article_id as id')
        .orderBy('article_tags.is_stick', way)
        .orderBy('article_tags.created_at', way)
        .orderBy('article_tags.article_id', way)
        .limit(limit)
        .offset(offset)
        .execute()
      return rows.map(({ id }) => id)
    }
    const category = categoryOf(categoryId)
    let query = db
      .selectFrom('articles')
      .select('articles.id')
      .where('articles.is_publish', '=', PUBLISH_STATE.published)
      .where('articles.category_id', category.sign, category.id)
    if (tagId) {
      query = query.where('articles.id', 'in', tagged(tagId, categoryId).select('article_tags.article_id'))
    }
    const rows = await query
      .orderBy('articles.is_stick', way)
      .orderBy(`articles.${order}`, way)
      .orderBy('articles.id', way)
      .limit(limit)
      .offset(offset)
      .execute()
    return rows.map(({ id }) => id)
  }

  /** Of a late page, read from the end: no more than half of a list is ever passed over. */
  async function pageOfIds(filter: ArticleFilter, { offset, size }: Page, total: number): Promise<number[]> {
    const left = total - offset
    if (left <= 0) return []
    if (offset <= total / 2) return await idsOf(filter, 'desc', offset, size)
    const ids = await idsOf(filter, 'asc', Math.max(0, left - size), Math.min(size, left))
    return ids.reverse()
  }

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
      const total = await totalOf(filter)
      return { rows: await summariesOf(await pageOfIds(filter, page, total)), total }
    },

    /** In any state: an outsider must not tell one that is not published from one that does not exist. */
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

    /** Tags of several articles at once, in the order their writers gave. */
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
     * What a user wrote, newest first.
     * @param isOwn every state, or the one asked for; otherwise published ones, no standing pages
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
