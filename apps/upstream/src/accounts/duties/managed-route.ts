import type { Call } from '@portal/contract/call.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { recordRefusal } from '#accounts/audit/audit-refusals.ts'
import { toAuditActor, toAuditSource } from '#accounts/audit/audit-source.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import type { SessionAccount } from '#accounts/sessions/session-repository.ts'
import { type AuditSubject, type AuditWriter, appendAudit } from '#platform/audit/audit-log.ts'
import type { Db } from '#platform/db/open.ts'
import { AppError } from '#platform/errors.ts'
import { type AnswerTo, addRoute, type RequestFor } from '#platform/http/add-route.ts'

/** What the handler of a call by staff is given. */
export interface Managed<C, P = undefined> {
  /** What `prepare` returned. */
  prepared: P
  request: RequestFor<C>
  reply: FastifyReply
  account: SessionAccount
  /** Everything that is read or written goes through it: SQLite has one connection, and another query would wait for it. */
  trx: Db
  /** Names the subject of the entry in the audit log, which a refusal has too. The last call counts. */
  record(subject: AuditSubject): void
  /** Runs an effect after the commit: notices, mails, sockets. Its errors do not reach the caller. */
  runAfterwards(effect: () => Promise<unknown> | unknown): void
}

interface Options extends AuditWriter {
  db: Db
}

/**
 * Adds the route of a call by staff that changes something. The change and its entry in the audit log are one
 * transaction; a refusal is recorded in a transaction of its own.
 */
export function addManagedRoute<C extends Call & { audit?: string | null }>(
  app: FastifyInstance,
  options: Options,
  call: C,
  handler: (managed: Managed<C>) => Promise<AnswerTo<C>>,
): void {
  addPreparedRoute(app, options, call, async () => undefined, handler)
}

/**
 * Adds such a route with a first part that runs before the transaction, e.g. rendering a text. Inside it, SQLite would
 * block other requests.
 */
export function addPreparedRoute<C extends Call & { audit?: string | null }, P>(
  app: FastifyInstance,
  options: Options,
  call: C,
  prepare: (request: RequestFor<C>, account: SessionAccount, record: (subject: AuditSubject) => void) => Promise<P>,
  handler: (managed: Managed<C, P>) => Promise<AnswerTo<C>>,
): void {
  const { audit: action } = call
  if (!action) throw new Error(`${call.method} ${call.path} has no action for the audit log`)

  addRoute(app, call, async (request, reply) => {
    const account = getAccount(request)
    const effects: (() => Promise<unknown> | unknown)[] = []
    const afterwards = (effect: () => Promise<unknown> | unknown) => void effects.push(effect)
    const answer = await runAudited(
      options,
      { request, action },
      (record) => prepare(request, account, record),
      (trx, record, prepared) => handler({ request, reply, account, trx, prepared, record, runAfterwards: afterwards }),
    )
    await runAll(effects, request)
    return answer
  })
}

/**
 * Runs a step of staff and stores its entry in the audit log in the same transaction.
 * @param prepare runs before the transaction, and may name the subject of a refusal
 * @throws the error of the step, after the refusal or failure was recorded in another transaction
 */
export async function runAudited<P, T>(
  { db, digest, now }: Options,
  { request, action }: { request: FastifyRequest; action: string },
  prepare: (record: (subject: AuditSubject) => void) => Promise<P>,
  work: (trx: Db, record: (subject: AuditSubject) => void, prepared: P) => Promise<T>,
): Promise<T> {
  let subject: AuditSubject | null = null
  const record = (recorded: AuditSubject) => {
    subject = recorded
  }
  const common = { ...toAuditSource(request), actor: toAuditActor(getAccount(request)), action }
  try {
    const prepared = await prepare(record)
    return await db.transaction().execute(async (trx) => {
      const result = await work(trx, record, prepared)
      await appendAudit(trx, { now, digest }, { ...common, subject, outcome: 'done' })
      return result
    })
  } catch (error) {
    const isRefused = error instanceof AppError
    const outcome = isRefused ? ('refused' as const) : ('failed' as const)
    const fact = { ...common, subject, outcome, reason: isRefused ? error.message : null }
    await recordRefusal({ db, digest, now }, fact)
      // The caller gets the first error, e.g. that the disk is full.
      .catch((cause: Error) => request.log.error({ cause: cause.message }, 'the audit log could not be written'))
    throw error
  }
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
