import type { Access, Call } from '@portal/contract/call.ts'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { recordRefusal } from '#accounts/audit/audit-refusals.ts'
import { toAuditActor, toAuditSource } from '#accounts/audit/audit-source.ts'
import { computeFreshUntil } from '#accounts/factor/fresh-proof.ts'
import type { AuditFact, AuditWriter } from '#platform/audit/audit-log.ts'
import type { Db } from '#platform/db/open.ts'
import { isAny } from '#platform/db/queries.ts'
import type { Role } from '#platform/db/tables/accounts.ts'
import {
  type AppError,
  accountClosing,
  factorMissing,
  lacksDuty,
  lacksPermission,
  unauthenticated,
} from '#platform/errors.ts'
import type { SessionAccount, SessionRepository } from './session-repository.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller; `null` for a visitor, and for an unknown or expired token. */
    account: SessionAccount | null
  }
  interface FastifyContextConfig {
    /** Whether a closing account may make the call too. */
    whileClosing?: true
  }
}

interface Options extends AuditWriter {
  db: Db
  sessions: SessionRepository
}

/** The caller's account. @throws AppError for a visitor. */
export function getAccount(request: FastifyRequest): SessionAccount {
  if (!request.account) throw unauthenticated()
  return request.account
}

/** Accepted roles of the family's calls. A call without an entry accepts every member. */
const ROLES: Partial<Record<Access, readonly Role[]>> = { editor: ['editor', 'owner'], owner: ['owner'] }

/**
 * Identifies the caller by the header `Authorization`, which holds the bare token. Other upstreams also read it from
 * the query and a cookie; this one does not, because addresses are logged and pages of other sites send cookies. Calls
 * by staff need a duty and the second factor; their refusals are recorded. A partner's key is no token; the routes for
 * partners read it.
 */
export const authPlugin = fp<Options>(
  async (app, { db, sessions, digest, now }) => {
    /** @throws AppError when the caller may not make this call */
    async function checkStaff(account: SessionAccount, access: Access, call: Partial<Call>) {
      const { duties } = account
      const isAllowed = duties.includes('owner') || (call.duties ?? duties).some((duty) => duties.includes(duty))
      if (duties.length === 0 || !isAllowed) throw access === 'staff' ? lacksDuty() : lacksPermission()
      if (call.needsFactor === false) return
      if (account.factorAt === null)
        throw factorMissing((await hasFactor(db, account.id)) ? 'prove' : 'enrol', call.audit)
      if (call.fresh && computeFreshUntil(account, now()) === null) throw factorMissing('fresh', call.audit)
    }

    async function record(request: FastifyRequest, call: Partial<Call>, { message }: AppError): Promise<void> {
      const account = getAccount(request)
      const fact: AuditFact = {
        ...toAuditSource(request),
        actor: toAuditActor(account),
        action: call.audit ?? 'access',
        subject: { kind: 'call', id: `${request.method} ${request.routeOptions.url}` },
        outcome: 'refused',
        reason: message,
      }
      await recordRefusal({ db, digest, now }, fact)
    }

    app.decorateRequest('account', null)
    app.addHook('onRequest', async (request) => {
      if (request.is404 || request.routeOptions.config.staff?.reachedBy === 'partner') return
      const token = request.headers.authorization
      if (token) request.account = (await sessions.find(token)) ?? null
      const { access = 'member', whileClosing, staff = {} } = request.routeOptions.config
      if (access === 'public') return
      if (!request.account && token) {
        const closing = await sessions.findClosing(token)
        if (closing && !whileClosing) throw accountClosing()
        request.account = closing ?? null
      }
      const { account } = request
      if (!account) throw unauthenticated()
      if (access === 'member') return
      try {
        await checkStaff(account, access, staff)
        if (ROLES[access]?.includes(account.role) === false) throw lacksPermission()
      } catch (error) {
        if (access === 'staff') await record(request, staff, error as AppError)
        throw error
      }
    })

    const failed = new WeakSet<FastifyRequest>()
    app.addHook('onError', async (request) => void failed.add(request))
    // Renews the proof after each successful call, before the caller makes the next one.
    app.addHook('onSend', async (request) => {
      const { account, routeOptions } = request
      if (!routeOptions.config.staff?.fresh || !account || failed.has(request)) return
      const renewal = sessions.renewFactor(account.sessionId)
      await renewal.catch((error: Error) => request.log.error({ cause: error.message }, 'a proof was not renewed'))
    })
  },
  { name: 'auth' },
)

async function hasFactor(db: Db, userId: string): Promise<boolean> {
  const passkeys = db.selectFrom('passkeys').select('id').where('user_id', '=', userId)
  const secrets = db.selectFrom('totp_secrets').select('user_id').where('user_id', '=', userId)
  return (await isAny(passkeys)) || (await isAny(secrets.where('confirmed_at', 'is not', null)))
}
