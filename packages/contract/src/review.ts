import { type Static, Type } from 'typebox'
import { ARTICLE_LISTS } from './article-writing.ts'
import { defineCall } from './call.ts'
import { nothing, nullableNumber, nullableString, numericId, page, paging, wireDate } from './shapes.ts'

/** Calls of ours for the editors' page: articles that wait, comments that were reported, feedback. */

export const WaitingArticle = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  summary: Type.Optional(nullableString),
  userId: Type.Optional(nullableString),
  nickname: Type.Optional(nullableString),
  categoryName: Type.Optional(nullableString),
  /** When it was handed in. */
  createTime: Type.Optional(wireDate),
})
export type WaitingArticle = Static<typeof WaitingArticle>

export const listWaitingArticles = defineCall({
  method: 'GET',
  path: '/v1/review/articles',
  access: 'editor',
  summary: 'Articles that wait for review, longest first',
  query: Type.Object(paging),
  data: page(WaitingArticle),
})

export const getWaitingArticle = defineCall({
  method: 'GET',
  path: '/v1/review/article',
  access: 'editor',
  summary: 'A waiting article with its text',
  query: Type.Object({ id: numericId }),
  data: Type.Object({
    ...WaitingArticle.properties,
    content: Type.Optional(nullableString),
    avatar: Type.Optional(nullableString),
    originalUrl: Type.Optional(nullableString),
  }),
  html: { content: 'article' },
})

export const reviewArticle = defineCall({
  method: 'POST',
  path: '/v1/review/article',
  access: 'editor',
  summary: 'Publishes a waiting article, or gives it back to its writer as a draft; the writer gets a notice',
  body: Type.Object({
    id: numericId,
    decision: Type.Union([Type.Literal('publish'), Type.Literal('return')]),
    /** For the writer. */
    note: Type.Optional(Type.String({ maxLength: 400 })),
  }),
  data: nothing,
  outdates: ARTICLE_LISTS,
})

export const ReportedComment = Type.Object({
  id: Type.Integer(),
  articleId: Type.Integer(),
  articleTitle: Type.Optional(nullableString),
  userId: Type.Optional(nullableString),
  nickname: Type.Optional(nullableString),
  content: Type.String(),
  reasons: Type.Array(Type.String()),
  createTime: Type.Optional(wireDate),
})
export type ReportedComment = Static<typeof ReportedComment>

export const listReportedComments = defineCall({
  method: 'GET',
  path: '/v1/review/comments',
  access: 'editor',
  summary: 'Comments that readers reported, newest report first',
  query: Type.Object(paging),
  data: page(ReportedComment),
  html: { 'records[].content': 'comment' },
})

export const reviewComment = defineCall({
  method: 'POST',
  path: '/v1/review/comment',
  access: 'editor',
  summary: 'Keeps a reported comment and forgets the reports, or removes it',
  body: Type.Object({ id: numericId, decision: Type.Union([Type.Literal('keep'), Type.Literal('remove')]) }),
  data: nothing,
  outdates: ['/v1/comment/', '/v1/article/info'],
})

export const FeedbackItem = Type.Object({
  id: Type.String(),
  /** 1 wish, 2 defect, 3 report of a forgery. */
  type: Type.Integer(),
  title: Type.String(),
  content: Type.String(),
  imgUrl: Type.Optional(nullableString),
  nickname: Type.Optional(nullableString),
  userId: Type.Optional(nullableString),
  /** 0 open, 1 solved. */
  status: Type.Optional(nullableNumber),
  createTime: Type.Optional(wireDate),
})
export type FeedbackItem = Static<typeof FeedbackItem>

export const listFeedback = defineCall({
  method: 'GET',
  path: '/v1/review/feedback',
  access: 'editor',
  summary: 'Feedback, newest first',
  query: Type.Object({ status: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })), ...paging }),
  data: page(FeedbackItem),
})

export const reviewFeedback = defineCall({
  method: 'POST',
  path: '/v1/review/feedback',
  access: 'editor',
  summary: 'Marks feedback as solved, or as open again',
  body: Type.Object({ id: Type.String({ maxLength: 64 }), status: Type.Integer({ minimum: 0, maximum: 1 }) }),
  data: nothing,
})

export const reviewCalls = [
  listWaitingArticles,
  getWaitingArticle,
  reviewArticle,
  listReportedComments,
  reviewComment,
  listFeedback,
  reviewFeedback,
] as const
