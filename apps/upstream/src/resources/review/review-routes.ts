import {
  getWaitingArticle,
  listFeedback,
  listReportedComments,
  listWaitingArticles,
  reviewArticle,
  reviewComment,
  reviewFeedback,
} from '@portal/contract/review.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { FastifyPluginAsync } from 'fastify'
import { articleNotWaiting, commentMissing, feedbackMissing } from '#errors.ts'
import { pageOf, toWirePage } from '#paging.ts'
import type { WritingRepository } from '#resources/articles/writing-repository.ts'
import type { CommentRepository } from '#resources/comments/comment-repository.ts'
import type { FeedbackRepository } from '#resources/feedback/feedback-repository.ts'
import { NOTICE, type NoticeRepository } from '#resources/notices/notice-repository.ts'
import { ok, routeOf } from '#route-of.ts'
import { escapeHtml } from '#search/mark.ts'
import { oneLine } from '#text/one-line.ts'
import type { ReviewRepository } from './review-repository.ts'

interface Options {
  review: ReviewRepository
  writing: WritingRepository
  comments: CommentRepository
  feedback: FeedbackRepository
  notices: NoticeRepository
}

const NOTE_MAX = 400

/** What the writer reads, as HTML. */
function resultText(decision: 'publish' | 'return', title: string, note: string): string {
  const name = `《${escapeHtml(title)}》`
  const result = decision === 'publish' ? `您的文章${name}已通过审核并发布` : `您的文章${name}未通过审核，已退回为草稿`
  return note === '' ? result : `${result}。审核意见：${escapeHtml(note)}`
}

function withTime<Row extends { submittedAt: number | null }>({ submittedAt, ...row }: Row) {
  return { ...row, createTime: submittedAt === null ? null : toWireDateTime(submittedAt) }
}

/** The editors' page; the roles stand in the calls. */
export const reviewRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { review, writing, comments, feedback, notices } = options

  app.route(
    routeOf(listWaitingArticles, async ({ query }) => {
      const page = pageOf(query)
      const { rows, total } = await review.waitingArticles(page)
      return ok(toWirePage(rows.map(withTime), total, page))
    }),
  )

  app.route(
    routeOf(getWaitingArticle, async ({ query }) => {
      const found = await review.waitingArticle(query.id)
      if (!found) throw articleNotWaiting()
      return ok({ ...withTime(found), avatar: found.cover })
    }),
  )

  app.route(
    routeOf(reviewArticle, async ({ body }) => {
      const { id, decision } = body
      const decided = await writing.decide(id, decision)
      if (!decided) throw articleNotWaiting()
      const content = resultText(decision, decided.title, oneLine(body.note ?? '', NOTE_MAX))
      await notices.tell({ to: decided.authorId, type: NOTICE.system, articleId: id, content })
      return ok(null)
    }),
  )

  app.route(
    routeOf(listReportedComments, async ({ query }) => {
      const page = pageOf(query)
      const { rows, total } = await review.reportedComments(page)
      const records = rows.map(({ createdAt, ...row }) => ({ ...row, createTime: toWireDateTime(createdAt) }))
      return ok(toWirePage(records, total, page))
    }),
  )

  app.route(
    routeOf(reviewComment, async ({ body }) => {
      const isDone = body.decision === 'keep' ? await review.keepComment(body.id) : await comments.remove(body.id)
      if (!isDone) throw commentMissing()
      return ok(null)
    }),
  )

  app.route(
    routeOf(listFeedback, async ({ query }) => {
      const page = pageOf(query)
      const { rows, total } = await feedback.list(query.status, page)
      const records = rows.map(({ createdAt, ...row }) => ({ ...row, createTime: toWireDateTime(createdAt) }))
      return ok(toWirePage(records, total, page))
    }),
  )

  app.route(
    routeOf(reviewFeedback, async ({ body }) => {
      if (!(await feedback.setStatus(body.id, body.status))) throw feedbackMissing()
      return ok(null)
    }),
  )
}
