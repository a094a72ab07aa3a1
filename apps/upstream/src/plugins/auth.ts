import type { Access } from '@portal/contract/call.ts'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Role } from '#db/tables.ts'
import { accountClosing, lacksPermission, unauthenticated } from '#errors.ts'
import type { Account, SessionRepository } from '#resources/login/session-repository.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; `null` for a visitor, and for a token that is unknown or expired. */
    account: Account | null
  }
  interface FastifyContextConfig {
    /** The owner of an account that is being closed may come here too. */
    whileClosing?: true
  }
}

/** The account at a route that is closed to visitors. @throws AppError for a visitor. */
export function accountOf(request: FastifyRequest): Account {
  if (!request.account) throw unauthenticated()
  return request.account
}

/** Roles that a route lets in; what is left out lets in every member. */
const ROLES: Partial<Record<Access, readonly Role[]>> = { editor: ['editor', 'owner'], owner: ['owner'] }

/**
 * Knows the caller by the header `Authorization`, the bare token. Upstream also reads it from the query and a cookie
 *; here it does not, because addresses are logged and cookies are sent by other sites' pages.
 */
export const authPlugin = fp<{ sessions: SessionRepository }>(
  async (app, { sessions }) => {
    app.decorateRequest('account', null)
    app.addHook('onRequest', async (request) => {
      if (request.is404) return
      const token = request.headers.authorization
      if (token) request.account = (await sessions.find(token)) ?? null
      const { access = 'member', whileClosing } = request.routeOptions.config
      if (access === 'public') return
      if (!request.account && token) {
        const closing = await sessions.findClosing(token)
        if (closing && !whileClosing) throw accountClosing()
        request.account = closing ?? null
      }
      if (!request.account) throw unauthenticated()
      if (ROLES[access]?.includes(request.account.role) === false) throw lacksPermission()
    })
  },
  { name: 'auth' },
)
