import fp from 'fastify-plugin'
import { tooMany } from '#errors.ts'
import { createMemoryRateLimit } from '#shared-state/rate-limit.ts'

/** Calls of one client in a minute; a reader of many pages stays far below. */
const CALLS_PER_MINUTE = 600
const WINDOW_MS = 60_000

/** One client cannot use up upstream for everybody: calls above the budget get 429 with `Retry-After`. */
export const rateLimitPlugin = fp<{ now: () => number }>(
  async (app, { now }) => {
    const limit = createMemoryRateLimit({ limit: CALLS_PER_MINUTE, windowMs: WINDOW_MS, now })
    app.addHook('onRequest', async (request) => {
      const { from = 'call' } = request.routeOptions.config
      if (request.is404 || from !== 'call') return
      const { isAllowed, retryAfterMs } = await limit.take(request.ip)
      if (!isAllowed) throw tooMany(Math.ceil(retryAfterMs / 1000))
    })
  },
  { name: 'rate-limit', dependencies: ['origin-guard'] },
)
