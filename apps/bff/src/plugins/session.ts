import fp from 'fastify-plugin'
import type { Session, SessionCookies } from '#session/session-cookie.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is logged in, from the sealed cookie; `null` for a visitor. */
    readonly session: Session | null
  }
}

/** Gives each request its session, opened when it is first asked for. */
export const sessionPlugin = fp<{ cookies: SessionCookies }>(
  async (app, { cookies }) => {
    const opened = new WeakMap<object, Session | null>()
    app.decorateRequest('session', {
      getter() {
        const known = opened.get(this.raw)
        if (known !== undefined) return known
        const session = cookies.read(this)
        opened.set(this.raw, session)
        return session
      },
    })
  },
  { name: 'session', dependencies: ['@fastify/cookie'] },
)
