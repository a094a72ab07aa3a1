import {
  deleteNotices,
  getNoticeCounters,
  listNotices,
  type NoticeCounters,
} from '@portal/contract/community/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import { getAccount } from '#accounts/sessions/auth.ts'
import { malformed } from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import { toPage, toWirePage } from '#platform/http/paging.ts'
import { toWireNotice } from './notice-message.ts'
import type { NoticeRepository } from './notice-repository.ts'

/** Other upstreams use an unused type when the query has none; the list is then empty. */
const NO_TYPE = 5

interface Options {
  countUnread: (userId: string) => Promise<NoticeCounters>
  notices: NoticeRepository
  now: () => number
}

export const noticeRoutes: FastifyPluginAsync<Options> = async (app, { notices, countUnread, now }) => {
  addRoute(app, getNoticeCounters, async (request) => ok(await countUnread(getAccount(request).id)))

  addRoute(app, listNotices, async (request) => {
    const { id } = getAccount(request)
    const page = toPage(request.query)
    const { rows, total } = await notices.open(id, request.query.type ?? NO_TYPE, page)
    const records = rows.map((row) => toWireNotice(row, now()))
    return ok(toWirePage(records, total, page))
  })

  addRoute(app, deleteNotices, async (request) => {
    const { id: userId } = getAccount(request)
    const { id, type } = request.query
    if (id !== undefined) await notices.deleteOne(userId, id)
    else if (type !== undefined) await notices.deleteType(userId, type)
    else throw malformed()
    return ok(null)
  })
}
