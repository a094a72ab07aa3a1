import fp from 'fastify-plugin'
import { addOnRequest } from '#request/route-hooks.ts'
import type { Session, SessionCookies } from '#session/session-cookie.ts'
import type { Revocations } from '#shared-state/revocations.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Session of the logged-in user, from the sealed cookie; `null` for a visitor, and on pages, which show no user
     * data.
     */
    session: Session | null
  }
}

/** Decrypts the session of each call. */
export const sessionPlugin = fp<{ cookies: SessionCookies; revocations: Revocations }>(
  async (app, { cookies, revocations }) => {
    app.decorateRequest('session', null)
    app.addHook('onRoute', (route) => {
      const { from } = route.config ?? {}
      if (from === 'page' || from === 'form') return
      addOnRequest(route, (request, _reply, done) => {
        const session = cookies.read(request)
        if (!session) return done()
        revocations.isRevoked(session.token).then((isRevoked) => {
          if (!isRevoked) request.session = session
          done()
        }, done)
      })
    })
  },
  { name: 'session', dependencies: ['@fastify/cookie', 'origin-guard'] },
)
