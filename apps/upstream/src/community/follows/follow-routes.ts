import { follow, getUserCount, listFollowed, unfollow } from '@portal/contract/accounts/users.ts'
import type { FastifyPluginAsync } from 'fastify'
import { NOTICE, type NoticeRepository } from '#accounts/notices/notice-repository.ts'
import { toUserInfo } from '#accounts/profiles/user-info.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import { cannotFollowSelf, unauthenticated, userMissing } from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import { toPage, toWirePage } from '#platform/http/paging.ts'
import type { FollowRepository } from './follow-repository.ts'

interface Options {
  follows: FollowRepository
  notices: NoticeRepository
}

export const followRoutes: FastifyPluginAsync<Options> = async (app, { follows, notices }) => {
  addRoute(app, follow, async (request) => {
    const { id } = getAccount(request)
    const { userId } = request.query
    if (userId === id) throw cannotFollowSelf()
    const followResult = await follows.follow(id, userId)
    if (followResult === 'no user') throw userMissing()
    if (followResult === 'followed') await notices.notify({ to: userId, type: NOTICE.follow, by: id })
    return ok(null)
  })

  addRoute(app, unfollow, async (request) => {
    await follows.unfollow(getAccount(request).id, request.query.userId)
    return ok(null)
  })

  addRoute(app, listFollowed, async (request) => {
    const page = toPage(request.query)
    const { rows, total } = await follows.listFollowed(getAccount(request).id, page)
    const records = rows.map((account) => ({ ...toUserInfo(account), isFollowed: true }))
    return ok(toWirePage(records, total, page))
  })

  addRoute(app, getUserCount, async ({ query, account }) => {
    const id = query.id ?? account?.id
    if (!id) throw unauthenticated()
    return ok(null, await follows.readCounts(id, id === account?.id))
  })
}
