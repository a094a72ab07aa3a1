import fp from 'fastify-plugin'
import { unauthenticated } from '#errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route. Left out, it is `member`: a route is closed until it says otherwise. */
    access?: 'public' | 'member'
  }
}

/** Refuses a visitor at every route that is not marked public. */
export const accessPlugin = fp(
  async (app) => {
    app.addHook('onRequest', async (request) => {
      const { access = 'member' } = request.routeOptions.config
      if (!request.is404 && access === 'member' && !request.session) throw unauthenticated()
    })
  },
  { name: 'access', dependencies: ['session', 'origin-guard'] },
)
