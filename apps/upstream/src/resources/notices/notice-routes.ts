import { deleteNotices, getNoticeCounters, listNotices } from '@portal/contract/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addRoute, ok } from '#add-route.ts'
import type { Dependencies } from '#dependencies.ts'
import { malformed } from '#errors.ts'
import { pageOf, toWirePage } from '#paging.ts'
import { accountOf } from '#plugins/auth.ts'
import { toWireNotice } from './notice-message.ts'

/** Without a type other upstreams query an unused one, so the list is empty. */
const NO_TYPE = 5

export const noticeRoutes: FastifyPluginAsync<Dependencies> = async (app, { notices, countUnread, now }) => {
  addRoute(app, getNoticeCounters, async (request) => ok(await countUnread(accountOf(request).id)))

  addRoute(app, listNotices, async (request) => {
    const { id } = accountOf(request)
    const page = pageOf(request.query)
    const { rows, total } = await notices.open(id, request.query.type ?? NO_TYPE, page)
    const records = rows.map((row) => toWireNotice(row, now()))
    return ok(toWirePage(records, total, page))
  })

  addRoute(app, deleteNotices, async (request) => {
    const { id: userId } = accountOf(request)
    const { id, type } = request.query
    if (id !== undefined) await notices.deleteOne(userId, id)
    else if (type !== undefined) await notices.deleteType(userId, type)
    else throw malformed()
    return ok(null)
  })
}
