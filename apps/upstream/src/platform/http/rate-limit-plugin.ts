import { SECOND_MS } from '@portal/contract/constants.ts'
import fp from 'fastify-plugin'
import { toClientKey } from './client.ts'
import type { CreateLimit } from './shared-limit.ts'

const CALLS = 10
const WINDOW_MS = 10 * SECOND_MS

/**
 * Allows 10 calls in 10 s per client and path, for calls with `rateLimited`. In other upstreams each request renews the
 * 10 s. Here it does not, because one request every 8 s would block the login for all clients behind the same address.
 */
export const rateLimitPlugin = fp<{ createLimit: CreateLimit }>(
  async (app, { createLimit }) => {
    const limit = createLimit('call', { max: CALLS, windowMs: WINDOW_MS })
    app.addHook('onRequest', async (request) => {
      if (!request.routeOptions.config.rateLimited) return
      await limit.use(`${request.routeOptions.url} ${toClientKey(request.ip)}`)
    })
  },
  { name: 'rate-limit' },
)
