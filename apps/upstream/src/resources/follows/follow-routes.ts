import { follow, getUserCount, listFollowed, unfollow } from '@portal/contract/users.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { Dependencies } from '#dependencies.ts'
import { followedSelf, unauthenticated, userMissing } from '#errors.ts'
import { pageOf, toWirePage } from '#paging.ts'
import { accountOf } from '#plugins/auth.ts'
import { NOTICE } from '#resources/notices/notice-repository.ts'
import { toUserInfo } from '#resources/users/user-info.ts'
import { ok, routeOf } from '#route-of.ts'

export const followRoutes: FastifyPluginAsync<Dependencies> = async (app, { follows, notices }) => {
  app.route(
    routeOf(follow, async (request) => {
      const { id } = accountOf(request)
      const { userId } = request.query
      if (userId === id) throw followedSelf()
      const done = await follows.follow(id, userId)
      if (done === 'no user') throw userMissing()
      if (done === 'followed') await notices.notify({ to: userId, type: NOTICE.follow, by: id })
      return ok(null)
    }),
  )

  app.route(
    routeOf(unfollow, async (request) => {
      await follows.unfollow(accountOf(request).id, request.query.userId)
      return ok(null)
    }),
  )

  app.route(
    routeOf(listFollowed, async (request) => {
      const page = pageOf(request.query)
      const { rows, total } = await follows.followedBy(accountOf(request).id, page)
      const records = rows.map((account) => ({ ...toUserInfo(account), isFollowed: true }))
      return ok(toWirePage(records, total, page))
    }),
  )

  app.route(
    routeOf(getUserCount, async ({ query, account }) => {
      const id = query.id ?? account?.id
      if (!id) throw unauthenticated()
      return ok(null, await follows.countsOf(id, id === account?.id))
    }),
  )
}
