import { deleteNotices, getNoticeCounters, listNotices, type Message } from '@portal/contract/messages.ts'
import { toRelativeText, toWireDateTime } from '@portal/contract/time.ts'
import type { FastifyPluginAsync } from 'fastify'
import { malformed } from '#errors.ts'
import { pageOf, toWirePage } from '#paging.ts'
import { accountOf } from '#plugins/auth.ts'
import { ok, routeOf } from '#route-of.ts'
import { NOTICE, type Notice, type NoticeRepository } from './notice-repository.ts'

interface Options {
  notices: NoticeRepository
  now: () => number
}

/** `code` of a notice among messages (fact sheet 3.5). */
const SYSTEM_MESSAGE = 5
/** Without a type upstream looks for one that is never written, so that the list is empty (fact sheet 4.9). */
const NO_TYPE = 5

/** `yyyy-MM-dd HH:mm` (fact sheet 1.6). */
function toMinute(instantMs: number): string {
  return toWireDateTime(instantMs).slice(0, 16)
}

function toMessage(notice: Notice, userId: string, nowMs: number): Message {
  return {
    id: notice.id,
    code: SYSTEM_MESSAGE,
    toUserId: userId,
    fromUserId: notice.actorId,
    fromUserAvatar: notice.actorAvatar,
    fromUserNickname: notice.actorNickname,
    content: notice.content,
    ipSource: null,
    isWithdraw: 0,
    type: 0,
    isRead: notice.isRead,
    index: null,
    articleId: notice.articleId,
    articleTitle: notice.articleTitle,
    commentMark: notice.mark,
    noticeType: notice.type,
    atUserId: null,
    createTime: toMinute(notice.createdAt),
    createTimeStr: toRelativeText(notice.createdAt, nowMs),
    // Which comment to scroll to; upstream never fills this member.
    ext: notice.commentId === null ? null : { commentId: notice.commentId },
  }
}

export const noticeRoutes: FastifyPluginAsync<Options> = async (app, { notices, now }) => {
  app.route(
    routeOf(getNoticeCounters, async (request) => {
      const unread = await notices.unread(accountOf(request).id)
      const count = (type: number) => unread.get(type) ?? 0
      // TODO: `private` counts unread private messages once there are any (chat).
      return ok({ system: count(NOTICE.system), comment: count(NOTICE.comment), private: 0 })
    }),
  )

  app.route(
    routeOf(listNotices, async (request) => {
      const { id } = accountOf(request)
      const page = pageOf(request.query)
      const { rows, total } = await notices.open(id, request.query.type ?? NO_TYPE, page)
      const records = rows.map((row) => toMessage(row, id, now()))
      return ok(toWirePage(records, total, page))
    }),
  )

  app.route(
    routeOf(deleteNotices, async (request) => {
      const { id: userId } = accountOf(request)
      const { id, type } = request.query
      if (id !== undefined) await notices.deleteOne(userId, id)
      else if (type !== undefined) await notices.deleteType(userId, type)
      else throw malformed()
      return ok(null)
    }),
  )
}
