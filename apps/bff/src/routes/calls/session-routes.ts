import { getUserByToken } from '@portal/contract/accounts/users.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { CallService } from '#calls/call-service.ts'
import { getCaller } from '#request/caller.ts'
import type { SessionCookies } from '#session/session-cookie.ts'

interface Options {
  service: CallService
  cookies: SessionCookies
}

/** `GET /bff/session`: the user, never the token. A token unknown to upstream ends the session. */
export const sessionRoutes: FastifyPluginAsync<Options> = async (app, { service, cookies }) => {
  const route = { config: { access: 'public', from: 'call', exactPath: () => '/bff/session' } } as const

  app.get('/bff/session', { ...route, exposeHeadRoute: false }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const loggedOut = { code: 200, message: '成功', data: { user: null, expiresAt: null }, extra: {} }
    const { session } = request
    if (!session) return loggedOut
    const { envelope, isSessionOver } = await service.perform(getUserByToken, {}, getCaller(request))
    if (isSessionOver || (envelope.code === 200 && envelope.data === null)) {
      cookies.clear(reply)
      return loggedOut
    }
    if (envelope.code !== 200) return envelope
    const expiresAt = new Date(session.expiresAtMs).toISOString()
    return { ...loggedOut, data: { user: envelope.data, expiresAt } }
  })
}
