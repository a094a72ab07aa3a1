import type { Access } from '@portal/contract/call.ts'
import fp from 'fastify-plugin'
import { unauthenticated } from '#errors.ts'
import { addOnRequest } from '#request/route-hooks.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Group of callers that may call the route; `member` by default, so that a route is closed unless it is opened. */
    access?: Access
  }
}

/** Refuses visitors at every route that is not marked public. */
export const accessPlugin = fp(
  async (app) => {
    app.addHook('onRoute', (route) => {
      if (route.config?.access === 'public') return
      addOnRequest(route, ({ session }, _reply, done) => {
        // Upstream checks whether a member is the owner.
        if (session) done()
        else done(unauthenticated())
      })
    })
  },
  { name: 'access', dependencies: ['session', 'origin-guard'] },
)
