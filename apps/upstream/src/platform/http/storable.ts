import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { malformed, noSuchCall } from '#platform/errors.ts'

/**
 * Returns whether both databases can store every text and number: PostgreSQL accepts no zero character, neither stores
 * half a surrogate pair, and row ids are safe integers. It does not recurse, because a body may be nested deeper than
 * the stack.
 */
function isStorable(value: unknown): boolean {
  const remainingValues: unknown[] = [value]
  while (remainingValues.length > 0) {
    const one = remainingValues.pop()
    if (typeof one === 'string' && (one.includes('\0') || !one.isWellFormed())) return false
    if (typeof one === 'number' && Math.abs(one) > Number.MAX_SAFE_INTEGER) return false
    if (typeof one === 'object' && one !== null && !Buffer.isBuffer(one)) {
      for (const member of Object.values(one)) remainingValues.push(member)
    }
  }
  return true
}

/** Refuses texts and numbers that the databases cannot store. */
export const storablePlugin = fp(
  async (app) => {
    // The hook runs after validation, which converts numbers in a query.
    app.addHook('preHandler', async ({ params, query, body }: FastifyRequest) => {
      // No path parameter is named so.
      if (!isStorable(params)) throw noSuchCall()
      if (![query, body].every(isStorable)) throw malformed()
    })
  },
  { name: 'storable' },
)
