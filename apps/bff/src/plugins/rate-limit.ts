import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { type AppError, tooMany } from '#errors.ts'
import { getClientAddress, toClientKey } from '#request/client-address.ts'
import { isInProcess } from '#request/request-address.ts'
import { addOnRequest } from '#request/route-hooks.ts'
import type { RateLimit, Taken } from '#shared-state/rate-limit.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route has its own budgets, and must not be blocked by other calls from the same address. */
    hasOwnBudgets?: true
  }
}

const COUNTED: ReadonlySet<string> = new Set(['call', 'form'])

/** Answers calls above a client's budget with 429 and `Retry-After`. */
export const rateLimitPlugin = fp<{ calls: RateLimit }>(
  async (app, { calls }) => {
    app.addHook('onRoute', (route) => {
      const { from = 'call', hasOwnBudgets } = route.config ?? {}
      if (!COUNTED.has(from) || hasOwnBudgets) return
      addOnRequest(route, (request, _reply, done) => {
        if (isInProcess(request)) return done()
        const taken = calls.take(toClientKey(getClientAddress(request)))
        // The count is in this process: the request continues at once.
        if (!(taken instanceof Promise)) return done(toRefusal(taken))
        taken.then((shared) => done(toRefusal(shared)), done)
      })
    })
  },
  { name: 'rate-limit', dependencies: ['origin-guard'] },
)

/** @throws AppError 429 when the client's budget is used up */
export async function takeCall(calls: RateLimit, request: FastifyRequest): Promise<void> {
  const refusal = toRefusal(await calls.take(toClientKey(getClientAddress(request))))
  if (refusal) throw refusal
}

function toRefusal({ isAllowed, retryAfterMs }: Taken): AppError | undefined {
  return isAllowed ? undefined : tooMany(Math.ceil(retryAfterMs / 1000))
}
