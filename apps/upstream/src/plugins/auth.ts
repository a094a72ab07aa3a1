import type { Access } from '@portal/contract/call.ts'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Role } from '#db/tables.ts'
import { accountClosing, lacksPermission, unauthenticated } from '#errors.ts'
import type { Account, SessionRepository } from '#resources/login/session-repository.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller; `null` for a visitor, and for an unknown or expired token. */
    account: Account | null
  }
  interface FastifyContextConfig {
    /** Also allowed while the account is being closed. */
    whileClosing?: true
  }
}

/** The caller's account. @throws AppError for a visitor. */
export function accountOf(request: FastifyRequest): Account {
  if (!request.account) throw unauthenticated()
  return request.account
}

/** Accepted roles; without an entry every member. */
const ROLES: Partial<Record<Access, readonly Role[]>> = { editor: ['editor', 'owner'], owner: ['owner'] }

/**
 * Identifies the caller by the header `Authorization`, the bare token. Other upstreams also read it from the query and a
 * cookie; here not, because addresses are logged and pages of other sites send cookies.
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
