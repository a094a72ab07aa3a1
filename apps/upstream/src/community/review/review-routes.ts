import {
  getHiddenArticle,
  listFeedback,
  listOffShelfArticles,
  listReportedComments,
  listWaitingArticles,
  reviewArticle,
  reviewComment,
  reviewFeedback,
} from '@portal/contract/community/review.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { FastifyPluginAsync } from 'fastify'
import { NOTICE, type NoticeRepository } from '#accounts/notices/notice-repository.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import type { Decision, WritingRepository } from '#articles/writing/writing-repository.ts'
import type { CommentRepository } from '#community/comments/comment-repository.ts'
import {
  type AppError,
  articleNotOffShelf,
  articleNotOnShelf,
  articleNotWaiting,
  badInput,
  commentMissing,
  feedbackMissing,
} from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import { toPage, toWirePage } from '#platform/http/paging.ts'
import { escapeHtml } from '#platform/search/mark.ts'
import { toOneLine } from '#platform/text/one-line.ts'
import type { FeedbackRepository } from '#tickets/feedback/feedback-repository.ts'
import type { ReviewRepository } from './review-repository.ts'

interface Options {
  comments: CommentRepository
  feedback: FeedbackRepository
  notices: NoticeRepository
  review: ReviewRepository
  writing: WritingRepository
  /** Whether mail is set up, so that visitors can be answered. */
  sendsMail: boolean
}

const NOTE_MAX = 400

/** Text of the notice after the title, text before the editor's note, and the error when the action is impossible. */
const DECIDED: Readonly<Record<Decision, { result: string; note: string; refusal: () => AppError }>> = {
  publish: { result: '已通过审核并发布', note: '审核意见', refusal: articleNotWaiting },
  return: { result: '未通过审核，已退回为草稿', note: '审核意见', refusal: articleNotWaiting },
  takeOff: { result: '已下架', note: '原因', refusal: articleNotOnShelf },
  putBack: { result: '已重新上架', note: '说明', refusal: articleNotOffShelf },
}

/** Formats the result as HTML. */
function formatResult(decision: Decision, title: string, note: string): string {
  const { result, note: before } = DECIDED[decision]
  const outcome = `您的文章《${escapeHtml(title)}》${result}`
  return note === '' ? outcome : `${outcome}。${before}：${escapeHtml(note)}`
}

interface Times {
  submittedAt: number | null
  publishedAt: number | null
}

function toWireTimes<Row extends Times>({ submittedAt, publishedAt, ...row }: Row) {
  const at = submittedAt ?? publishedAt
  return { ...row, createTime: at === null ? null : toWireDateTime(at) }
}

/** Routes of the editors' page. The contract states the roles. */
export const reviewRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { review, writing, comments, feedback, notices, sendsMail } = options

  addRoute(app, listWaitingArticles, async ({ query }) => {
    const page = toPage(query)
    const { rows, total } = await review.listWaitingArticles(page)
    return ok(toWirePage(rows.map(toWireTimes), total, page))
  })

  addRoute(app, listOffShelfArticles, async ({ query }) => {
    const page = toPage(query)
    const { rows, total } = await review.listOffShelfArticles(page)
    return ok(toWirePage(rows.map(toWireTimes), total, page))
  })

  addRoute(app, getHiddenArticle, async ({ query }) => {
    const found = await review.findHiddenArticle(query.id)
    if (!found) throw articleNotWaiting()
    return ok({ ...toWireTimes(found), avatar: found.cover })
  })

  addRoute(app, reviewArticle, async (request) => {
    const { id, decision, categoryId } = request.body
    const note = toOneLine(request.body.note ?? '', NOTE_MAX)
    if (decision === 'takeOff' && note === '') throw badInput('请写明下架的原因')
    const isShown = decision === 'publish' || decision === 'putBack'
    const decided = await writing.decide(id, decision, isShown ? categoryId : undefined)
    if (!decided) throw DECIDED[decision].refusal()
    const content = formatResult(decision, decided.title, note)
    const isOwn = decided.authorId === getAccount(request).id
    if (!isOwn) await notices.notify({ to: decided.authorId, type: NOTICE.system, articleId: id, content })
    return ok(null)
  })

  addRoute(app, listReportedComments, async ({ query }) => {
    const page = toPage(query)
    const { rows, total } = await review.listReportedComments(page)
    const records = rows.map(({ createdAt, ...row }) => ({ ...row, createTime: toWireDateTime(createdAt) }))
    return ok(toWirePage(records, total, page))
  })

  addRoute(app, reviewComment, async (request) => {
    const { id, decision } = request.body
    const { id: by } = getAccount(request)
    const isDone = decision === 'keep' ? await review.keepComment(id, by) : await comments.remove(id, { by })
    if (!isDone) throw commentMissing()
    return ok(null)
  })

  addRoute(app, listFeedback, async ({ query }) => {
    const page = toPage(query)
    const { rows, total } = await feedback.list(query.status, page)
    const toWireTimes = <Row extends { createdAt: number }>({ createdAt, ...row }: Row) => ({
      ...row,
      createTime: toWireDateTime(createdAt),
    })
    const records = rows.map((row) => ({ ...toWireTimes(row), answers: row.answers.map(toWireTimes) }))
    return ok(toWirePage(records, total, page), { sendsMail })
  })

  addRoute(app, reviewFeedback, async (request) => {
    const { id, status } = request.body
    if (!(await feedback.setStatus(id, status, getAccount(request).id))) throw feedbackMissing()
    return ok(null)
  })
}
