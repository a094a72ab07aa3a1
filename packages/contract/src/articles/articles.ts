import { type Static, Type } from 'typebox'
import { defineCall } from '../call.ts'
import {
  nothing,
  nullable,
  nullableBoolean,
  nullableNumber,
  nullableString,
  numericId,
  page,
  paging,
  sentence,
  userId,
  wireDate,
  wireFlag,
  wireId,
} from '../shapes.ts'
import { SLUG_MAX } from './slug-rules.ts'

/** A tag of an article. */
export const Tag = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  sort: Type.Optional(nullableNumber),
  clickVolume: Type.Optional(nullableNumber),
  createTime: Type.Optional(wireDate),
  updateTime: Type.Optional(wireDate),
})
export type Tag = Static<typeof Tag>

/** One row of any article list; members that a call does not fill are null or left out. */
export const ArticleListItem = Type.Object({
  id: Type.Integer(),
  /** Plain text; in search results HTML with the matches marked. */
  title: Type.String(),
  /** Wire name; it is the **cover picture**, not a person. */
  avatar: Type.Optional(nullableString),
  /** Ours: smaller widths of the cover picture, as `srcset` of HTML. */
  srcSet: Type.Optional(nullableString),
  summary: Type.Optional(nullableString),
  /** HTML in lists of favourites, the Markdown source in lists of a user's articles. */
  content: Type.Optional(nullableString),
  isStick: Type.Optional(nullableNumber),
  isOriginal: Type.Optional(nullableNumber),
  isPublish: Type.Optional(nullableNumber),
  /** Number of times that the article was read. */
  quantity: Type.Optional(nullableNumber),
  commentCount: Type.Optional(nullableNumber),
  likeCount: Type.Optional(nullableNumber),
  collectCount: Type.Optional(nullableNumber),
  isCollect: Type.Optional(nullableBoolean),
  commentContent: Type.Optional(nullableString),
  /** Ours: id of the caller's comment; only in the list of the caller's comments. */
  commentId: Type.Optional(nullableNumber),
  categoryName: Type.Optional(nullableString),
  categoryId: Type.Optional(wireId),
  createTime: Type.Optional(wireDate),
  /** Relative age of the article when the answer was made. */
  formatCreateTime: Type.Optional(nullableString),
  tagList: Type.Optional(nullable(Type.Array(Tag))),
  /** The article is on another site, so `linkUrl` opens in a new tab. */
  isLinkFlag: Type.Optional(wireFlag),
  linkUrl: Type.Optional(nullableString),
  /** Ours: key of the standing page (`PageKey`) that the article holds. */
  pageKey: Type.Optional(nullableString),
  /** Ours: address that staff have given to the article, or to the own page that it holds. */
  slug: Type.Optional(nullableString),
  /** Author; only the variant upstream sends it. */
  nickname: Type.Optional(nullableString),
  userAvatar: Type.Optional(nullableString),
  userId: Type.Optional(nullableString),
})
export type ArticleListItem = Static<typeof ArticleListItem>

/** An article with its text. */
export const ArticleInfo = Type.Object({
  id: Type.Integer(),
  userId: Type.Optional(nullableString),
  username: Type.Optional(nullableString),
  nickname: Type.Optional(nullableString),
  /** Ours: the writer is an owner or editor. */
  isStaff: Type.Optional(nullableBoolean),
  title: Type.String(),
  /** HTML; while a read gate is closed, only the beginning. */
  content: Type.Optional(nullableString),
  /** Markdown source; null while a read gate is closed. */
  contentMd: Type.Optional(nullableString),
  /** Wire name; the cover picture. */
  avatar: Type.Optional(nullableString),
  summary: Type.Optional(nullableString),
  isStick: Type.Optional(nullableNumber),
  isPublish: Type.Optional(nullableNumber),
  isOriginal: Type.Optional(nullableNumber),
  originalUrl: Type.Optional(nullableString),
  keywords: Type.Optional(nullableString),
  readType: Type.Optional(nullableNumber),
  quantity: Type.Optional(nullableNumber),
  likeCount: Type.Optional(nullableNumber),
  commentCount: Type.Optional(nullableNumber),
  collectCount: Type.Optional(nullableNumber),
  createTime: Type.Optional(wireDate),
  updateTime: Type.Optional(wireDate),
  tagList: Type.Optional(nullable(Type.Array(Tag))),
  category: Type.Optional(
    nullable(
      Type.Object({
        id: Type.Integer(),
        name: Type.Optional(nullableString),
        clickVolume: Type.Optional(nullableNumber),
        sort: Type.Optional(nullableNumber),
        icon: Type.Optional(nullableString),
        createTime: Type.Optional(wireDate),
        updateTime: Type.Optional(wireDate),
      }),
    ),
  ),
  /** Whether the caller has liked the article; false for a visitor. */
  isLike: Type.Optional(wireFlag),
  /** Number of favourites of the caller for this article: 0 or 1. */
  isCollect: Type.Optional(nullableNumber),
  isFollowed: Type.Optional(nullableNumber),
  /** Whether the caller has passed the gate that `readType` names. */
  activeReadType: Type.Optional(nullableBoolean),
  isLinkFlag: Type.Optional(wireFlag),
  linkUrl: Type.Optional(nullableString),
  /** Ours: address that staff have given to the article, or to the own page that it holds. */
  slug: Type.Optional(nullableString),
})
export type ArticleInfo = Static<typeof ArticleInfo>

/** One month of the archive; `time` is `yyyy-MM`, `formatTime` is `MM-dd`. */
export const ArchiveMonth = Type.Object({
  time: Type.String(),
  list: Type.Array(
    Type.Object({
      id: Type.Integer(),
      title: Type.String(),
      slug: Type.Optional(nullableString),
      time: Type.Optional(nullableString),
      formatTime: Type.Optional(nullableString),
    }),
  ),
})
export type ArchiveMonth = Static<typeof ArchiveMonth>

/** Columns that lists can be sorted by. */
export const articleOrder = Type.Union([Type.Literal('create_time'), Type.Literal('quantity')])

const listQuery = Type.Object({
  categoryId: Type.Optional(Type.Integer({ minimum: 0 })),
  tagId: Type.Optional(Type.Integer({ minimum: 0 })),
  orderByDescColumn: Type.Optional(articleOrder),
  ...paging,
})

const LIST_CACHE = { freshSeconds: 10, sameForAll: true } as const

export const listArticles = defineCall('GET /v1/article/', {
  access: 'public',
  summary: 'Published articles, sticky ones first, then newest (or most read) first',
  query: listQuery,
  data: page(ArticleListItem),
  cache: LIST_CACHE,
})

export const listCategoryArticles = defineCall('GET /v1/article/category', {
  access: 'public',
  summary: 'Published articles of a category; same shape as the list',
  query: listQuery,
  data: page(ArticleListItem),
  cache: LIST_CACHE,
})

const neighbour = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  categoryId: Type.Optional(wireId),
  slug: Type.Optional(nullableString),
})
export type ArticleNeighbour = Static<typeof neighbour>

export const getArticle = defineCall('GET /v1/article/info', {
  access: 'public',
  summary: 'One published article with its text; the text is cut while its read gate is closed',
  query: Type.Object({ id: numericId }),
  data: ArticleInfo,
  /** Ours: the next older and newer article of the category, and articles that share tags. */
  extra: Type.Object({
    previous: Type.Optional(nullable(neighbour)),
    next: Type.Optional(nullable(neighbour)),
    related: Type.Optional(nullable(Type.Array(neighbour))),
  }),
  cache: { freshSeconds: 10 },
  html: { content: 'article' },
})

export const findArticle = defineCall('GET /v1/article/slug', {
  access: 'public',
  summary: 'Ours: the number of the published article with this address below /article/; null where there is none',
  query: Type.Object({ slug: Type.String({ minLength: 1, maxLength: SLUG_MAX, examples: ['turquoise-infrared'] }) }),
  data: nullable(Type.Object({ id: Type.Integer() })),
  cache: { freshSeconds: 10, sameForAll: true },
})

export const searchArticles = defineCall('GET /v1/article/search', {
  access: 'public',
  summary: 'Published articles whose title or text holds every word, title hits first, hits marked in the title',
  query: Type.Object({
    keyword: Type.Optional(Type.String({ maxLength: 100 })),
    /** Ours: limits the search to this category; other upstreams ignore it. */
    categoryId: Type.Optional(Type.Integer({ minimum: 0 })),
    ...paging,
  }),
  data: page(ArticleListItem),
  cache: { freshSeconds: 10, sameForAll: true },
  html: { 'records[].title': 'inline', 'records[].summary': 'inline' },
})

export const getArchive = defineCall('GET /v1/article/archive', {
  access: 'public',
  summary: 'All published articles by month, newest first',
  data: Type.Array(ArchiveMonth),
  extra: Type.Object({ total: Type.Optional(Type.Integer()) }),
  cache: { freshSeconds: 30, sameForAll: true },
})

export const likeArticle = defineCall('GET /v1/article/like', {
  access: 'member',
  summary: 'Likes an article, or takes the like back; a GET that changes state',
  changesState: true,
  query: Type.Object({ articleId: numericId }),
  data: nothing,
  rateLimited: true,
})

export const checkArticleCode = defineCall('GET /v1/article/checkCode', {
  access: 'public',
  summary: 'Opens code-gated articles for the caller with the code of the official account',
  changesState: true,
  query: Type.Object({ code: Type.String({ minLength: 1, maxLength: 16 }) }),
  data: sentence,
  rateLimited: true,
})

export const listArticlesOfUser = defineCall('GET /v1/article/selectArticleByUserId', {
  access: 'public',
  summary: "A user's articles, newest first; of others the published ones only; a visitor has to name one",
  query: Type.Object({
    userId: Type.Optional(userId),
    type: Type.Optional(Type.Integer({ minimum: 0, maximum: 3 })),
    ...paging,
  }),
  /** `content` is the beginning of the Markdown source: text, never set as HTML. */
  data: page(ArticleListItem),
})

export const articleCalls = [
  listArticles,
  listCategoryArticles,
  getArticle,
  findArticle,
  searchArticles,
  getArchive,
  likeArticle,
  checkArticleCode,
  listArticlesOfUser,
] as const
