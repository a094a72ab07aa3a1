import fp from 'fastify-plugin'
import { tooMany } from '#errors.ts'
import { isInner } from '#routes/request-address.ts'
import type { RateLimit } from '#shared-state/rate-limit.ts'

/** One client cannot use up upstream for everybody: calls above the budget get 429 with `Retry-After`. */
export const rateLimitPlugin = fp<{ calls: RateLimit }>(
  async (app, { calls }) => {
    app.addHook('onRequest', async (request) => {
      const { from = 'call' } = request.routeOptions.config
      if (request.is404 || from !== 'call' || isInner(request)) return
      const { isAllowed, retryAfterMs } = await calls.take(request.ip)
      if (!isAllowed) throw tooMany(Math.ceil(retryAfterMs / 1000))
    })
  },
  { name: 'rate-limit', dependencies: ['origin-guard'] },
)
