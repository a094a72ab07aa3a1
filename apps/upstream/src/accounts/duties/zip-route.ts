import type { Call, CallParams } from '@portal/contract/call.ts'
import { toRouterPath } from '@portal/contract/calls.ts'
import type { FastifyInstance } from 'fastify'
import { toAuditActor, toAuditSource } from '#accounts/audit/audit-source.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import { type AuditSubject, type AuditWriter, appendAudit } from '#platform/audit/audit-log.ts'
import type { Db } from '#platform/db/open.ts'
import { tooFrequent } from '#platform/errors.ts'
import { streamZip, type ZipEntry } from '#platform/files/zip-stream.ts'

/** Maximum number of downloads of one call at the same time. */
const AT_ONCE = 4
const BUSY_RETRY_SECONDS = 30

interface Options extends AuditWriter {
  db: Db
}

interface ZipDownload {
  entries: readonly ZipEntry[]
  fileName: string
  subject: AuditSubject
}

/** Adds the route of a ZIP file for staff. Its entry in the audit log is stored before the first byte. */
export function addZipRoute<C extends Call & { audit: string }>(
  app: FastifyInstance,
  options: Options,
  call: C,
  collect: (params: CallParams<C>) => Promise<ZipDownload>,
): void {
  const { db, digest, now } = options
  let running = 0
  app.get<{ Params: CallParams<C> }>(
    toRouterPath(call),
    { config: { access: call.access, staff: call }, schema: { params: call.params } },
    async (request, reply) => {
      if (running >= AT_ONCE) throw tooFrequent(BUSY_RETRY_SECONDS)
      running += 1
      const end = () => {
        running -= 1
      }
      try {
        const { entries, fileName, subject } = await collect(request.params as CallParams<C>)
        const actor = toAuditActor(getAccount(request))
        const fact = { ...toAuditSource(request), actor, action: call.audit, subject, outcome: 'done' as const }
        await db.transaction().execute((trx) => appendAudit(trx, { now, digest }, fact))
        const stream = streamZip(entries, now())
        stream.once('close', end)
        return reply
          .type('application/zip')
          .headers({
            'cache-control': 'no-store',
            'x-content-type-options': 'nosniff',
            'content-disposition': `attachment; filename="${fileName}"`,
          })
          .send(stream)
      } catch (error) {
        end()
        throw error
      }
    },
  )
}
