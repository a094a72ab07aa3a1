import type { Readable } from 'node:stream'
import type { Call, CallQuery } from '@portal/contract/call.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { toAuditActor, toAuditSource } from '#accounts/audit/audit-source.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import { type AuditSubject, type AuditWriter, appendAudit } from '#platform/audit/audit-log.ts'
import type { Db } from '#platform/db/open.ts'

type Request<C> = FastifyRequest<{ Querystring: CallQuery<C> }>

interface Export<C> {
  createFile: (request: Request<C>) => Readable | Promise<Readable | string>
  /** Subject of the entry in the audit log. */
  createSubject?: (request: Request<C>) => AuditSubject
}

/**
 * Adds the route of a CSV file for staff. The entry in the audit log is stored before the first row is read, so that an
 * export that is broken off is recorded too.
 */
export function addCsvExport<C extends Call & { audit: string; fileName: string }>(
  app: FastifyInstance,
  { db, digest, now }: AuditWriter & { db: Db },
  call: C,
  { createFile, createSubject }: Export<C>,
): void {
  app.get<{ Querystring: CallQuery<C> }>(
    call.path,
    { config: { access: call.access, staff: call }, schema: call.query ? { querystring: call.query } : {} },
    async (request, reply) => {
      const actor = toAuditActor(getAccount(request))
      const fact = {
        ...toAuditSource(request),
        actor,
        action: call.audit,
        outcome: 'done' as const,
        ...(createSubject && { subject: createSubject(request) }),
      }
      await db.transaction().execute((trx) => appendAudit(trx, { now, digest }, fact))
      return reply
        .type('text/csv; charset=utf-8')
        .headers({
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'content-disposition': `attachment; filename="${call.fileName}"`,
        })
        .send(await createFile(request))
    },
  )
}
