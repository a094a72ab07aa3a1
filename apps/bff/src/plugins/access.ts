import type { Access } from '@portal/contract/call.ts'
import fp from 'fastify-plugin'
import { unauthenticated } from '#errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route. Left out, it is `member`: a route is closed until it says otherwise. */
    access?: Access
  }
}

/** Refuses a visitor at every route that is not marked public. */
export const accessPlugin = fp(
  async (app) => {
    app.addHook('onRequest', async (request) => {
      const { access = 'member' } = request.routeOptions.config
      // Whether a member is the owner, upstream knows.
      if (!request.is404 && access !== 'public' && !request.session) throw unauthenticated()
    })
  },
  { name: 'access', dependencies: ['session', 'origin-guard'] },
)
