import fp from 'fastify-plugin'
import type { Session, SessionCookies } from '#session/session-cookie.ts'
import type { Revocations } from '#shared-state/revocations.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is logged in, from the sealed cookie; `null` for a visitor, and on pages, which show nothing of a user. */
    session: Session | null
  }
}

/** Opens the session of each call. */
export const sessionPlugin = fp<{ cookies: SessionCookies; revocations: Revocations }>(
  async (app, { cookies, revocations }) => {
    app.decorateRequest('session', null)
    app.addHook('onRequest', async (request) => {
      const { from } = request.routeOptions.config
      if (request.is404 || from === 'page' || from === 'form') return
      const session = cookies.read(request)
      if (session && !(await revocations.isRevoked(session.token))) request.session = session
    })
  },
  { name: 'session', dependencies: ['@fastify/cookie', 'origin-guard'] },
)
