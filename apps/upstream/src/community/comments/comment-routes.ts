import type { ArticleListItem } from '@portal/contract/articles/articles.ts'
import {
  type Comment,
  deleteComment,
  listComments,
  listOwnComments,
  listWaitingComments,
  postComment,
  reportComment,
} from '@portal/contract/community/comments.ts'
import { HOUR_MS } from '@portal/contract/constants.ts'
import { toRelativeText } from '@portal/contract/relative-time.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { FastifyPluginAsync } from 'fastify'
import { COMMENT_MARK, NOTICE, type NoticeRepository } from '#accounts/notices/notice-repository.ts'
import { isStaff } from '#accounts/profiles/user-info.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import {
  articleMissing,
  badInput,
  commentFailed,
  commentMissing,
  commentsClosed,
  commentsTooFrequent,
} from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import { toPage, toWirePage } from '#platform/http/paging.ts'
import type { CreateLimit } from '#platform/http/shared-limit.ts'
import { toOneLine } from '#platform/text/one-line.ts'
import type { TextRenderer } from '#platform/text/text-renderer.ts'
import type { CommentRepository, StoredComment } from './comment-repository.ts'

/** Maximum comments of one account. */
const COMMENTS_AN_HOUR = 20
const CLIENT_NAME_MAX = 64
const REASON_MAX = 200

/** The device on which a comment was written: names of an icon and of the system. */
interface WritingDevice {
  /** `windowns` is the spelling of the wire. */
  system: 'mac' | 'windowns' | 'android' | null
  systemVersion: string | null
}

const SYSTEMS: readonly [RegExp, WritingDevice][] = [
  [/OpenHarmony|HarmonyOS/i, { system: 'android', systemVersion: 'HarmonyOS' }],
  [/Android/, { system: 'android', systemVersion: 'Android' }],
  [/iPhone|iPad/, { system: 'mac', systemVersion: 'iOS' }],
  [/Mac OS X|Macintosh/, { system: 'mac', systemVersion: 'macOS' }],
  [/Windows/, { system: 'windowns', systemVersion: 'Windows' }],
  [/Linux|CrOS/, { system: null, systemVersion: 'Linux' }],
]

/** Describes the device from the request's `User-Agent`, by known names only. */
function describeWritingDevice(userAgent: string | undefined): WritingDevice {
  const found = SYSTEMS.find(([pattern]) => pattern.test(userAgent ?? ''))
  return found?.[1] ?? { system: null, systemVersion: null }
}

/**
 * Converts a comment to the form of the contract. Locations are always empty, because they would need a third party.
 */
function toWireComment(comment: StoredComment, nowMs: number): Omit<Comment, 'children'> {
  const { articleId: _article, parentId: _parent, createdAt, role, system, systemVersion, ...shown } = comment
  return {
    ...shown,
    isStaff: isStaff(role),
    // Always a string, because clients split it or use it as the name of an icon.
    system: system ?? '',
    systemVersion: systemVersion ?? '',
    ipAddress: '',
    createTime: createdAt,
    createTimeStr: toRelativeText(createdAt, nowMs),
  }
}

/** Joins rows with their answers, both newest first. */
function toConversations(rows: readonly StoredComment[], answers: readonly StoredComment[], nowMs: number): Comment[] {
  return rows.map((row) => ({
    ...toWireComment(row, nowMs),
    children: answers
      .filter(({ parentId }) => parentId === row.id)
      .map((answer) => ({ ...toWireComment(answer, nowMs), children: [] })),
  }))
}

/** Sends one notice: a reply notifies the user whom it answers, a comment the writer of the article. */
export async function sendCommentNotice(
  notices: NoticeRepository,
  comment: StoredComment,
  authorId: string,
): Promise<void> {
  const isReply = comment.replyUserId !== null
  await notices.notify({
    to: comment.replyUserId ?? authorId,
    type: NOTICE.comment,
    mark: isReply ? COMMENT_MARK.reply : COMMENT_MARK.onArticle,
    by: comment.userId,
    articleId: comment.articleId,
    commentId: comment.id,
    content: comment.content,
  })
}

interface Options {
  createLimit: CreateLimit
  comments: CommentRepository
  notices: NoticeRepository
  now: () => number
  texts: TextRenderer
}

export const commentRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { comments, notices, texts, createLimit, now } = options
  const limit = createLimit('comment', { max: COMMENTS_AN_HOUR, windowMs: HOUR_MS, refusal: commentsTooFrequent })

  addRoute(app, listComments, async ({ query }) => {
    const { articleId, commentId, pageSize } = query
    const newer = commentId === undefined ? undefined : await comments.countNewer(articleId, commentId)
    const pageNo = newer === undefined ? query.pageNo : Math.floor(newer / pageSize) + 1
    const page = toPage({ pageNo, pageSize })
    const [{ rows, answers, total }, isOpen] = await Promise.all([
      comments.list(articleId, page),
      comments.isOpen(articleId),
    ])
    return ok(toWirePage(toConversations(rows, answers, now()), total, page), isOpen ? {} : { isOpen })
  })

  addRoute(app, postComment, async (request) => {
    const { id: userId, role } = getAccount(request)
    const { articleId, parentId, replyUserId, browser, browserVersion } = request.body
    const content = await texts.renderUserHtml(userId, request.body.content)
    if (content === '') throw commentFailed()
    await limit.use(userId)
    const posted = await comments.post({
      articleId,
      userId,
      parentId: parentId ?? null,
      replyUserId: replyUserId ?? null,
      content,
      isByStaff: isStaff(role),
      browser: toOneLine(browser ?? '', CLIENT_NAME_MAX) || null,
      browserVersion: toOneLine(browserVersion ?? '', CLIENT_NAME_MAX) || null,
      ...describeWritingDevice(request.headers['user-agent']),
    })
    if (posted === 'no article') throw articleMissing()
    if (posted === 'closed') throw commentsClosed()
    if (posted === 'no parent') throw commentFailed()
    const { comment, authorId, isWaiting } = posted
    if (!isWaiting) await sendCommentNotice(notices, comment, authorId)
    const data = { ...toWireComment(comment, now()), articleId, parentId: comment.parentId }
    return ok(data, isWaiting ? { waiting: true } : {})
  })

  addRoute(app, listWaitingComments, async (request) => {
    const rows = await comments.listOwnHeld(getAccount(request).id, request.query.articleId)
    return ok(
      rows.map(({ state, ...row }) => ({
        ...toWireComment(row, now()),
        state: state === 'waiting' ? ('waiting' as const) : ('rejected' as const),
      })),
    )
  })

  addRoute(app, deleteComment, async (request) => {
    const { id, role } = getAccount(request)
    const removed = await comments.remove(request.query.id, { by: id, isOwn: role === 'user' })
    if (!removed) throw commentMissing()
    return ok(null)
  })

  addRoute(app, reportComment, async (request) => {
    const reason = toOneLine(request.body.reason, REASON_MAX)
    if (reason === '') throw badInput('请填写举报理由')
    if (!(await comments.report(request.body.id, getAccount(request).id, reason))) throw commentMissing()
    return ok(null)
  })

  addRoute(app, listOwnComments, async (request) => {
    const page = toPage(request.query)
    const { rows, total } = await comments.listByUser(getAccount(request).id, page)
    const records = rows.map(
      ({ id, title, commentId, content, createdAt }): ArticleListItem => ({
        id,
        title,
        commentId,
        commentContent: content,
        createTime: toWireDateTime(createdAt),
      }),
    )
    return ok(toWirePage(records, total, page))
  })
}
