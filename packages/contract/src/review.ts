import { type Static, Type } from 'typebox'
import { ARTICLE_LISTS } from './article-writing.ts'
import { defineCall } from './call.ts'
import { REPORT_PICTURE_PATTERN } from './certificates/certificates.ts'
import { FEEDBACK_ANSWER_MAX } from './constants.ts'
import { nothing, nullableNumber, nullableString, numericId, page, paging, wireDate, wireId } from './shapes.ts'

/** Our calls for editors: articles that wait or are off the shelf, reported comments, feedback. */

/** An article that only its writer and editors see. */
export const HiddenArticle = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  summary: Type.Optional(nullableString),
  userId: Type.Optional(nullableString),
  nickname: Type.Optional(nullableString),
  categoryName: Type.Optional(nullableString),
  /** Time of submission; for an article off the shelf, of the first publication. */
  createTime: Type.Optional(wireDate),
})
export type HiddenArticle = Static<typeof HiddenArticle>

export const listWaitingArticles = defineCall('GET /v1/review/articles', {
  access: 'editor',
  duties: ['edit', 'support'],
  summary: 'Articles that wait for review, longest first',
  query: Type.Object(paging),
  data: page(HiddenArticle),
})

export const listOffShelfArticles = defineCall('GET /v1/review/offShelf', {
  access: 'editor',
  duties: ['edit', 'support'],
  summary: 'Articles that were taken off the shelf, newest first',
  query: Type.Object(paging),
  data: page(HiddenArticle),
})

export const getHiddenArticle = defineCall('GET /v1/review/article', {
  access: 'editor',
  duties: ['edit', 'support'],
  summary: 'An article that waits or is off the shelf, with its text',
  query: Type.Object({ id: numericId }),
  data: Type.Object({
    ...HiddenArticle.properties,
    /** `PUBLISH_STATE.inReview` or `PUBLISH_STATE.offShelf`. */
    isPublish: Type.Integer(),
    categoryId: Type.Optional(wireId),
    content: Type.Optional(nullableString),
    avatar: Type.Optional(nullableString),
    originalUrl: Type.Optional(nullableString),
  }),
  html: { content: 'article' },
})

export const reviewArticle = defineCall('POST /v1/review/article', {
  access: 'editor',
  duties: ['edit', 'support'],
  summary: 'Publishes or returns a waiting article, takes one off the shelf or puts it back; its writer gets a notice',
  body: Type.Object({
    id: numericId,
    /**
     * Of a waiting article `publish`, or `return`: it becomes a draft again. Of a published one `takeOff`: only its
     * writer and editors see it. Of one off the shelf `putBack`.
     */
    decision: Type.Union([
      Type.Literal('publish'),
      Type.Literal('return'),
      Type.Literal('takeOff'),
      Type.Literal('putBack'),
    ]),
    /** Of `publish` and `putBack`: the article's new category. */
    categoryId: Type.Optional(Type.Integer({ minimum: 1 })),
    /** For the writer; required for `takeOff`. */
    note: Type.Optional(Type.String({ maxLength: 400 })),
  }),
  data: nothing,
  invalidates: ARTICLE_LISTS,
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

export const listReportedComments = defineCall('GET /v1/review/comments', {
  access: 'editor',
  duties: ['edit', 'support'],
  summary: 'Comments that readers reported, newest report first',
  query: Type.Object(paging),
  data: page(ReportedComment),
  html: { 'records[].content': 'comment' },
})

export const reviewComment = defineCall('POST /v1/review/comment', {
  access: 'editor',
  duties: ['edit', 'support'],
  summary: 'Keeps a reported comment and forgets the reports, or removes it',
  body: Type.Object({ id: numericId, decision: Type.Union([Type.Literal('keep'), Type.Literal('remove')]) }),
  data: nothing,
  invalidates: ['/v1/comment/', '/v1/article/info'],
})

/**
 * How an answer was delivered: as a `notice` to a member, by `mail` to a visitor, or not yet, because there is no address
 * or mail is not configured or failed.
 */
export type AnswerDelivery = 'notice' | 'mail' | 'none'
const delivery = Type.Unsafe<AnswerDelivery>({ type: 'string', enum: ['notice', 'mail', 'none'] })

export const FeedbackAnswer = Type.Object({
  id: Type.String(),
  content: Type.String(),
  /** The editor. */
  nickname: Type.Optional(nullableString),
  delivery,
  createTime: Type.Optional(wireDate),
})
export type FeedbackAnswer = Static<typeof FeedbackAnswer>

export const FeedbackItem = Type.Object({
  id: Type.String(),
  /** 1 wish, 2 defect, 3 report of a forgery. */
  type: Type.Integer(),
  title: Type.String(),
  content: Type.String(),
  imgUrl: Type.Optional(nullableString),
  /** Names of a report's pictures, for `getReportPicture`. */
  pictures: Type.Optional(Type.Array(Type.String({ pattern: REPORT_PICTURE_PATTERN }))),
  nickname: Type.Optional(nullableString),
  userId: Type.Optional(nullableString),
  /** For the answer to a visitor. */
  email: Type.Optional(nullableString),
  /** 0 open, 1 solved. */
  status: Type.Optional(nullableNumber),
  createTime: Type.Optional(wireDate),
  /** Oldest first. */
  answers: Type.Optional(Type.Array(FeedbackAnswer)),
})
export type FeedbackItem = Static<typeof FeedbackItem>

export const listFeedback = defineCall('GET /v1/review/feedback', {
  access: 'editor',
  duties: ['support'],
  summary: 'Feedback, newest first',
  query: Type.Object({ status: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })), ...paging }),
  data: page(FeedbackItem),
  /** Whether mail is configured: without it answers to visitors are stored but not sent. */
  extra: Type.Object({ sendsMail: Type.Optional(Type.Boolean()) }),
})

/** Ours. */
export const getReportPicture = defineCall('GET /v1/review/reportPicture/{name}', {
  access: 'editor',
  duties: ['edit', 'support', 'certify', 'approve'],
  summary: 'A picture of a report of a forgery, or of a reply',
  params: Type.Object({ name: Type.String({ pattern: REPORT_PICTURE_PATTERN }) }),
  data: Type.Unknown(),
  file: 'private',
})

/** Ours. */
export const answerFeedback = defineCall('POST /v1/review/feedback/answer', {
  access: 'editor',
  duties: ['support'],
  summary: 'Answers feedback: a member gets a notice, a visitor a mail; marks it as solved once the answer has left',
  body: Type.Object({
    id: Type.String({ maxLength: 64 }),
    content: Type.String({ minLength: 1, maxLength: FEEDBACK_ANSWER_MAX }),
  }),
  data: Type.Object({ delivery }),
})

export const reviewFeedback = defineCall('POST /v1/review/feedback', {
  access: 'editor',
  duties: ['support'],
  summary: 'Marks feedback as solved, or as open again',
  body: Type.Object({ id: Type.String({ maxLength: 64 }), status: Type.Integer({ minimum: 0, maximum: 1 }) }),
  data: nothing,
})

export const reviewCalls = [
  listWaitingArticles,
  listOffShelfArticles,
  getHiddenArticle,
  reviewArticle,
  listReportedComments,
  reviewComment,
  listFeedback,
  getReportPicture,
  reviewFeedback,
  answerFeedback,
] as const
