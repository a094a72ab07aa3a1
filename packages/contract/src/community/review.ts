import { type Static, Type } from 'typebox'
import { ARTICLE_LISTS } from '../articles/article-writing.ts'
import { defineCall } from '../call.ts'
import { REPORT_PICTURE_PATTERN } from '../certificates/certificates.ts'
import { FEEDBACK_ANSWER_MAX } from '../constants.ts'
import { nothing, nullableNumber, nullableString, numericId, page, paging, wireDate, wireId } from '../shapes.ts'

/** Ours: calls of editors for articles that wait for review or are off the shelf, reported comments, and feedback. */

/** An article that only its writer and editors see. */
export const HiddenArticle = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  summary: Type.Optional(nullableString),
  userId: Type.Optional(nullableString),
  nickname: Type.Optional(nullableString),
  categoryName: Type.Optional(nullableString),
  /** Time of submission; for an article off the shelf, time of the first publication. */
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
     * Decision about an article. Waiting for review: `publish`, or `return`, which makes it a draft again. Published: `takeOff`,
     * after which only its writer and editors see it. Off the shelf: `putBack`.
     */
    decision: Type.Union([
      Type.Literal('publish'),
      Type.Literal('return'),
      Type.Literal('takeOff'),
      Type.Literal('putBack'),
    ]),
    /** `publish`, `putBack`: the article's new category. */
    categoryId: Type.Optional(Type.Integer({ minimum: 1 })),
    /** Note to the writer; required for `takeOff`. */
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
 * Delivery of an answer: as a `notice` to a member, by `mail` to a visitor, or `none`, because there is no address, or mail is
 * not configured or failed.
 */
export type AnswerDelivery = 'notice' | 'mail' | 'none'
const delivery = Type.Unsafe<AnswerDelivery>({ type: 'string', enum: ['notice', 'mail', 'none'] })

export const FeedbackAnswer = Type.Object({
  id: Type.String(),
  content: Type.String(),
  /** Nickname of the editor. */
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
  /** Address for the answer to a visitor. */
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
  /** Whether mail is configured. Without mail, answers to visitors are stored but not sent. */
  extra: Type.Object({ sendsMail: Type.Optional(Type.Boolean()) }),
})

/** Ours: a picture of a report. */
export const getReportPicture = defineCall('GET /v1/review/reportPicture/{name}', {
  access: 'editor',
  duties: ['edit', 'support', 'certify', 'approve'],
  summary: 'A picture of a report of a forgery, or of a reply',
  params: Type.Object({ name: Type.String({ pattern: REPORT_PICTURE_PATTERN }) }),
  data: Type.Unknown(),
  file: 'private',
})

/** Ours: answers feedback. */
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
