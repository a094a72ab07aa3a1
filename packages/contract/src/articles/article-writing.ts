import { type Static, Type } from 'typebox'
import { defineCall } from '../call.ts'
import { nothing, nullable, numericId, userId } from '../shapes.ts'

const articleFormMembers = {
  title: Type.String({ minLength: 1, maxLength: 120 }),
  summary: Type.Optional(nullable(Type.String({ maxLength: 400 }))),
  avatar: Type.Optional(nullable(Type.String({ maxLength: 1024 }))),
  keywords: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
  originalUrl: Type.Optional(nullable(Type.String({ maxLength: 1024 }))),
  categoryId: numericId,
  isPublish: Type.Optional(Type.Integer({ minimum: 0, maximum: 3 })),
  isOriginal: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
  content: Type.Optional(nullable(Type.String({ maxLength: 2_000_000 }))),
  contentMd: Type.String({ maxLength: 1_000_000 }),
  userId: Type.Optional(nullable(userId)),
  /** Ids of tags; clients allow at most 3. */
  tagList: Type.Optional(nullable(Type.Array(numericId, { maxItems: 10 }))),
}

/** An article as the editor sends and receives it. */
export const ArticleForm = Type.Object({ id: Type.Optional(nullable(numericId)), ...articleFormMembers })
export type ArticleForm = Static<typeof ArticleForm>

/** Calls whose answers depend on published articles. */
export const ARTICLE_LISTS = [
  '/v1/',
  '/v1/article/',
  '/v1/article/category',
  '/v1/article/info',
  '/v1/article/slug',
  '/v1/article/archive',
  '/v1/article/search',
  '/v1/page/',
  '/v1/page/info',
  '/v1/category/',
  '/v1/tag/',
  '/v1/hot',
  '/v1/comment/',
]

export const getOwnArticle = defineCall('GET /v1/article/selectMyArticleInfo', {
  access: 'member',
  summary: 'An own article in the form of the editor',
  query: Type.Object({ id: numericId }),
  /** `content` is the Markdown source as typed; it is edited, and never set as HTML. */
  data: ArticleForm,
})

export const createArticle = defineCall('POST /v1/article/', {
  access: 'member',
  summary: 'Saves a new article as draft or for review',
  body: Type.Object(articleFormMembers),
  data: nothing,
  /** Ours: the id of the new article, for the next save. */
  extra: Type.Object({ id: Type.Optional(numericId) }),
  identity: { userId: 'self' },
  invalidates: ARTICLE_LISTS,
})

export const updateArticle = defineCall('PUT /v1/article/', {
  access: 'member',
  summary: 'Changes an own article',
  body: Type.Object({ id: numericId, ...articleFormMembers }),
  data: nothing,
  identity: { userId: 'self' },
  invalidates: ARTICLE_LISTS,
})

export const deleteArticle = defineCall('DELETE /v1/article/', {
  access: 'member',
  summary: 'Deletes an own article',
  query: Type.Object({ id: numericId }),
  data: nothing,
  invalidates: ARTICLE_LISTS,
})

export const previewArticle = defineCall('POST /v1/article/preview', {
  access: 'member',
  summary: 'Ours: Markdown as it would be published',
  body: Type.Object({ contentMd: Type.String({ maxLength: 1_000_000 }) }),
  data: Type.Object({ content: Type.String() }),
  html: { content: 'article' },
})

export const readMarkdownFile = defineCall('POST /v1/article/readMarkdownFile', {
  access: 'member',
  summary: 'The text of an uploaded Markdown file',
  upload: 'file',
  data: Type.Object({ content: Type.String(), fileName: Type.String() }),
})

export const articleWritingCalls = [
  getOwnArticle,
  createArticle,
  updateArticle,
  deleteArticle,
  previewArticle,
  readMarkdownFile,
] as const
