import { getUserByToken } from '@portal/contract/users.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { SessionRepository } from '#resources/login/session-repository.ts'
import { ok, routeOf } from '#route-of.ts'
import { toUserInfo } from './user-info.ts'

export const userRoutes: FastifyPluginAsync<{ sessions: SessionRepository }> = async (app, { sessions }) => {
  app.route(
    routeOf(getUserByToken, async ({ query }) => {
      const account = query.token ? await sessions.find(query.token) : undefined
      return ok(account ? toUserInfo(account) : null)
    }),
  )
}
