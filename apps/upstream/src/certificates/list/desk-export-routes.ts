import type { Readable } from 'node:stream'
import type { CallQuery } from '@portal/contract/call.ts'
import { exportDeskCsv, exportDeskXlsx } from '@portal/contract/certificates/desk/desk-exports.ts'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { toAuditActor, toAuditSource } from '#accounts/audit/audit-source.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import type { ListedCertificate } from '#certificates/desk/desk-list.ts'
import { type AuditFact, appendAudit } from '#platform/audit/audit-log.ts'
import type { Db } from '#platform/db/open.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { XLSX_TYPE } from '#platform/text/xlsx.ts'
import { streamDeskChunks } from './desk-chunks.ts'
import { toDeskCsv, toDeskXlsx } from './desk-files.ts'

type Query = CallQuery<typeof exportDeskCsv>

interface Options {
  db: Db
  digest: Digest
  now: () => number
}

/** Routes that export the filtered list as files. */
export const deskExportRoutes: FastifyPluginAsync<Options> = async (app, { db, digest, now }) => {
  const append = (fact: AuditFact) => db.transaction().execute((trx) => appendAudit(trx, { now, digest }, fact))

  function add(
    call: typeof exportDeskCsv | typeof exportDeskXlsx,
    type: string,
    createFile: (rows: AsyncIterable<ListedCertificate[]>) => Readable,
  ) {
    app.get<{ Querystring: Query }>(
      call.path,
      { config: { access: call.access, staff: call }, schema: { querystring: call.query } },
      async (request, reply) => {
        const fact = toAuditEntry(request, call.audit, call.fileName)
        // The entry is stored before the first row, so that an interrupted export is recorded too.
        await append({ ...fact, outcome: 'done' })
        const counted = async (rows: number, isWhole: boolean) => {
          const changes = [{ member: 'rows', before: null, after: String(rows) }]
          const end = { ...fact, subject: { ...fact.subject, changes } }
          await append(isWhole ? { ...end, outcome: 'done' } : { ...end, outcome: 'failed', reason: '中途停止' })
        }
        return reply
          .type(type)
          .headers({
            'cache-control': 'no-store',
            'x-content-type-options': 'nosniff',
            'content-disposition': `attachment; filename="${call.fileName}"`,
          })
          .send(createFile(countRows(streamDeskChunks(db, request.query), counted)))
      },
    )
  }

  add(exportDeskCsv, 'text/csv; charset=utf-8', toDeskCsv)
  add(exportDeskXlsx, XLSX_TYPE, toDeskXlsx)
}

function toAuditEntry(request: FastifyRequest<{ Querystring: Query }>, action: string, fileName: string) {
  const actor = toAuditActor(getAccount(request))
  const filter = Object.entries(request.query).map(([member, value]) => ({ member, before: null, after: value }))
  const subject = { kind: 'export', id: fileName, changes: filter }
  return { ...toAuditSource(request), actor, action, subject }
}

/** Counts the rows that pass. @param ended called at the end, also when the reader leaves before it */
async function* countRows(
  chunks: AsyncIterable<ListedCertificate[]>,
  ended: (rows: number, isWhole: boolean) => Promise<void>,
): AsyncGenerator<ListedCertificate[]> {
  let rows = 0
  let isWhole = false
  try {
    for await (const chunk of chunks) {
      rows += chunk.length
      yield chunk
    }
    isWhole = true
  } finally {
    await ended(rows, isWhole)
  }
}
