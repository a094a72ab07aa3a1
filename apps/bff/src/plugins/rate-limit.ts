import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { type AppError, tooMany } from '#errors.ts'
import { clientAddress, isInner } from '#request/request-address.ts'
import type { RateLimit, Taken } from '#shared-state/rate-limit.ts'
import { addOnRequest } from '#request/route-hooks.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route keeps its own budgets, and may not be closed by calls of somebody else at the same address. */
    hasOwnBudgets?: true
  }
}

const COUNTED: ReadonlySet<string> = new Set(['call', 'form'])

/** One client cannot use up upstream for everybody: calls above the budget get 429 with `Retry-After`. */
export const rateLimitPlugin = fp<{ calls: RateLimit }>(
  async (app, { calls }) => {
    app.addHook('onRoute', (route) => {
      const { from = 'call', hasOwnBudgets } = route.config ?? {}
      if (!COUNTED.has(from) || hasOwnBudgets) return
      addOnRequest(route, (request, _reply, done) => {
        if (isInner(request)) return done()
        takeCall(calls, request).then(() => done(), done)
      })
    })
  },
  { name: 'rate-limit', dependencies: ['origin-guard'] },
)

/** @throws AppError 429 when the client's budget is used up. */
export async function takeCall(calls: RateLimit, request: FastifyRequest): Promise<void> {
  const refusal = refusalOf(await calls.take(clientOf(clientAddress(request))))
  if (refusal) throw refusal
}

function refusalOf({ isAllowed, retryAfterMs }: Taken): AppError | undefined {
  return isAllowed ? undefined : tooMany(Math.ceil(retryAfterMs / 1000))
}

/** Who counts as one client: an IPv4 address, or an IPv6 network of 64 bits, as that is what one household gets. */
export function clientOf(address: string): string {
  if (!address.includes(':')) return address
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = address.split('::')
  const groups = head.split(':')
  const zeros = tail === undefined ? 0 : 8 - groups.length - tail.split(':').length
  const whole = [...groups, ...Array.from({ length: zeros }, () => '0')]
  return `${whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':')}::/64`
}
