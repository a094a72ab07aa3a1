import type { Call } from '@portal/contract/call.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { recordRefusal } from '#accounts/audit/audit-refusals.ts'
import { auditActorOf, auditSourceOf } from '#accounts/audit/audit-source.ts'
import { accountOf } from '#accounts/sessions/auth.ts'
import type { SessionAccount } from '#accounts/sessions/session-repository.ts'
import { type AuditSubject, type AuditWriter, appendAudit } from '#platform/audit/audit-log.ts'
import type { Db } from '#platform/db/open.ts'
import { AppError } from '#platform/errors.ts'
import { type AnswerTo, addRoute, type RequestFor } from '#platform/http/add-route.ts'

/** What a handler of a call that changes something works with. */
export interface Managed<C, P = undefined> {
  /** What `prepare` returned. */
  prepared: P
  request: RequestFor<C>
  reply: FastifyReply
  account: SessionAccount
  /** Everything that is read or written goes through it: SQLite has one connection, and another query would wait for it. */
  trx: Db
  /** States what is changed, for the audit log, also of a refusal; the last statement counts. */
  record(subject: AuditSubject): void
  /** Runs after the commit: notices, mails, sockets. Its errors do not reach the caller. */
  afterwards(effect: () => Promise<unknown> | unknown): void
}

interface Options extends AuditWriter {
  db: Db
}

/**
 * Adds the route of a call for staff that changes something. Work and entry in the audit log are one transaction; a
 * refusal is recorded in one of its own.
 */
export function addManagedRoute<C extends Call & { audit?: string | null }>(
  app: FastifyInstance,
  options: Options,
  call: C,
  handler: (managed: Managed<C>) => Promise<AnswerTo<C>>,
): void {
  addPreparedRoute(app, options, call, async () => undefined, handler)
}

/** The same with work before the transaction, e.g. rendering a text: SQLite would keep other requests waiting for it. */
export function addPreparedRoute<C extends Call & { audit?: string | null }, P>(
  app: FastifyInstance,
  { db, digest, now }: Options,
  call: C,
  prepare: (request: RequestFor<C>, account: SessionAccount) => Promise<P>,
  handler: (managed: Managed<C, P>) => Promise<AnswerTo<C>>,
): void {
  const { audit: action } = call
  if (!action) throw new Error(`${call.method} ${call.path} has no action for the audit log`)

  addRoute(app, call, async (request, reply) => {
    const account = accountOf(request)
    let subject: AuditSubject | null = null
    const effects: (() => Promise<unknown> | unknown)[] = []
    const common = { ...auditSourceOf(request), actor: auditActorOf(account), action }
    try {
      const prepared = await prepare(request, account)
      const answer = await db.transaction().execute(async (trx) => {
        const done = await handler({
          request,
          reply,
          account,
          trx,
          prepared,
          record: (recorded) => {
            subject = recorded
          },
          afterwards: (effect) => void effects.push(effect),
        })
        await appendAudit(trx, { now, digest }, { ...common, subject, outcome: 'done' })
        return done
      })
      await runAll(effects, request)
      return answer
    } catch (error) {
      const isRefused = error instanceof AppError
      const outcome = isRefused ? ('refused' as const) : ('failed' as const)
      const fact = { ...common, subject, outcome, reason: isRefused ? error.message : null }
      await recordRefusal({ db, digest, now }, fact)
        // The caller hears of the first error, e.g. of a full disk.
        .catch((cause: Error) => request.log.error({ cause: cause.message }, 'the audit log could not be written'))
      throw error
    }
  })
}

async function runAll(effects: readonly (() => unknown)[], request: FastifyRequest): Promise<void> {
  for (const effect of effects) {
    try {
      await effect()
    } catch (error) {
      request.log.error({ cause: (error as Error).message }, 'work after a change of staff failed')
    }
  }
}
