import multipart from '@fastify/multipart'
import { BATCH_MAX_BYTES } from '@portal/contract/certificates/desk/batch-rules.ts'
import {
  answerBatch,
  batchTemplateCsv,
  batchTemplateXlsx,
  cancelBatch,
  fixBatchCells,
  getBatch,
  listBatches,
  listBatchRows,
  recheckBatch,
  storeBatch,
  uploadBatch,
} from '@portal/contract/certificates/desk/batches.ts'
import { HOUR_MS } from '@portal/contract/constants.ts'
import { allowBodyTime } from '@portal/server/body-time.ts'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { addManagedRoute, addPreparedRoute } from '#accounts/duties/managed-route.ts'
import { nameOnCertificates } from '#accounts/people/staff-names.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import type { Db } from '#platform/db/open.ts'
import {
  batchBusy,
  batchesUsedUp,
  batchNotStorable,
  batchTooLarge,
  batchWarningMissing,
  uploadMissing,
} from '#platform/errors.ts'
import { keepUpload } from '#platform/files/keep-upload.ts'
import type { Files } from '#platform/files/open-files.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import type { CreateLimit } from '#platform/http/shared-limit.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { XLSX_TYPE } from '#platform/text/xlsx.ts'
import { fixCells } from './batch-fixes.ts'
import type { BatchJobs } from './batch-jobs.ts'
import { findBatch, listRows, ownBatches, viewBatch, withoutReason } from './batch-list.ts'
import { reserveForBatch } from './batch-numbers.ts'
import type { BatchEntry } from './batch-rows.ts'
import { addBatchJob, BATCH_JOB, beginBatch, lockBatch, resetBatch } from './batch-state.ts'
import { checkUploadRoom } from './batch-storage.ts'
import { templateCsv, templateXlsx } from './batch-template.ts'
import { answerKind, listWarnings } from './batch-warnings.ts'

/** Maximum number of uploads of one account. */
const UPLOADS_AN_HOUR = 60
/** Maximum number of files of one account that are stored at the same time. */
const OPEN_MAX = 5
const ENDED = ['done', 'failed']
/** States in which a file may be checked again. */
const RECHECKED = ['asking', 'waiting', 'checking', 'ready']

interface Options {
  createLimit: CreateLimit
  jobs: Jobs
  batchJobs: Pick<BatchJobs, 'store'>
  files: Pick<Files, 'scratch'>
  db: Db
  digest: Digest
  now: () => number
}

/** Routes for certificates from files. The rules are in decision 0039. */
export const batchRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, digest, now, jobs } = options
  await app.register(multipart, { throwFileSizeLimit: false })
  addUpload(app, options)

  addRoute(app, listBatches, async (request) => {
    const batches = await ownBatches(db, getAccount(request).id)
    return ok(await Promise.all(batches.map((batch) => viewBatch(db, batch))))
  })

  addRoute(app, getBatch, async (request) => {
    return ok(await viewBatch(db, await findBatch(db, getAccount(request).id, request.params.id)))
  })

  addRoute(app, listBatchRows, async (request) => {
    const { id } = await findBatch(db, getAccount(request).id, request.params.id)
    return ok(await listRows(db, id, request.query))
  })

  addRoute(app, recheckBatch, async (request) => {
    const { id } = getAccount(request)
    const { sheet, columns } = request.body
    await db.transaction().execute(async (trx) => {
      const batch = await lockBatch(trx, id, request.params.id)
      if (!RECHECKED.includes(batch.state)) throw batchBusy()
      const choice = JSON.stringify({ ...(JSON.parse(batch.choice) as object), ...columns })
      await resetBatch(trx, batch, { choice, ...(sheet !== undefined && { sheet }) }, now())
    })
    jobs.runSoon(BATCH_JOB)
    return ok(null)
  })

  addRoute(app, fixBatchCells, async (request) => {
    const { id } = getAccount(request)
    const answer = await db.transaction().execute(async (trx) => {
      const batch = await lockBatch(trx, id, request.params.id)
      if (batch.state !== 'ready' && batch.state !== 'checking') throw batchBusy()
      return await fixCells(trx, batch, request.body.cells, { digest, now })
    })
    return ok(answer)
  })

  addRoute(app, answerBatch, async (request) => {
    const { id } = getAccount(request)
    const { answer, ...kind } = request.body
    const warnings = await db.transaction().execute(async (trx) => {
      const batch = await lockBatch(trx, id, request.params.id)
      if (batch.state !== 'ready' && batch.state !== 'checking') throw batchBusy()
      if (!(await answerKind(trx, batch.id, { ...kind, answer: answer.trim() || null }))) throw batchWarningMissing()
      return await listWarnings(trx, batch.id)
    })
    return ok(warnings)
  })

  addManagedRoute(app, options, storeBatch, async ({ trx, account, request, record, runAfterwards: afterwards }) => {
    const batch = await lockBatch(trx, account.id, request.params.id)
    const { target, reason = null } = request.body
    const rows = String(batch.added + batch.corrected)
    const changes = Object.entries({ target, rows }).map(([member, after]) => ({ member, before: null, after }))
    record({ kind: 'certificate', id: 'import', name: batch.file_name, changes })
    if (target === 'submitted') nameOnCertificates(account)
    const lacksReason = reason === null && (await withoutReason(trx, batch.id)) > 0
    const fault = unstorable(batch) ?? (lacksReason ? '请填写更正原因' : null)
    if (fault) throw batchNotStorable(fault)
    const reserved = await reserveForBatch(trx, batch, now())
    await beginBatch(trx, batch, { state: 'storing', target, reason, share: 0, message: null, ...reserved }, now())
    afterwards(() => jobs.runSoon(BATCH_JOB))
    return ok(null)
  })

  addRoute(app, cancelBatch, async (request) => {
    const { id } = getAccount(request)
    await db.transaction().execute(async (trx) => {
      const batch = await lockBatch(trx, id, request.params.id)
      if (batch.state === 'listing') throw batchBusy()
      await beginBatch(trx, batch, { state: 'ended' }, now())
    })
    jobs.runSoon(BATCH_JOB)
    return ok(null)
  })

  const file = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
  for (const [call, type, make] of [
    [batchTemplateCsv, 'text/csv; charset=utf-8', templateCsv],
    [batchTemplateXlsx, XLSX_TYPE, templateXlsx],
  ] as const) {
    app.get(call.path, { config: { access: call.access, staff: call } }, async (_request, reply) => {
      const disposition = `attachment; filename="${call.fileName}"`
      return reply
        .type(type)
        .headers({ ...file, 'content-disposition': disposition })
        .send(await make())
    })
  }
}

function addUpload(app: FastifyInstance, options: Options): void {
  const { db, createLimit, now, jobs, batchJobs, files } = options
  const limit = createLimit('certificate-file', { max: UPLOADS_AN_HOUR, windowMs: HOUR_MS })

  addPreparedRoute(
    app,
    options,
    uploadBatch,
    async (request, { id }) => {
      await limit.use(id)
      const open = (await ownBatches(db, id)).filter(({ state }) => !ENDED.includes(state))
      if (open.length >= OPEN_MAX) throw batchesUsedUp(OPEN_MAX)
      await checkUploadRoom(db, id)
      const { upload: field, uploadMs } = uploadBatch
      allowBodyTime(app.server, request.raw, uploadMs)
      const kept = await keepUpload(request, { field, folder: files.scratch, maxBytes: BATCH_MAX_BYTES })
      if (kept === 'too-large') throw batchTooLarge()
      if (kept === 'none') throw uploadMissing(BATCH_MAX_BYTES)
      await batchJobs.store.put(kept.file, { path: kept.path })
      return kept
    },
    async ({ trx, account, prepared, record, runAfterwards: afterwards }) => {
      const { file, fileName, hash, bytes } = prepared
      record({ kind: 'certificate', id: 'import', name: fileName })
      const about = { user_id: account.id, file, file_name: fileName, file_hash: hash, file_bytes: bytes }
      const begun = { state: 'waiting' as const, sheets: '[]', choice: '{}', columns: '[]', share: 0 }
      const { id } = await trx
        .insertInto('certificate_batches')
        .values({ ...about, ...begun, made_at: now() })
        .returning('id')
        .executeTakeFirstOrThrow()
      await addBatchJob(trx, { id: Number(id), user_id: account.id }, now())
      afterwards(() => jobs.runSoon(BATCH_JOB))
      return ok({ id: Number(id) })
    },
  )
}

/** Returns the reason why a batch cannot be stored, if there is one. */
function unstorable({ state, faulty, added, corrected }: BatchEntry): string | null {
  if (state !== 'ready') return '还没有检查完，或已经入库'
  if (faulty > 0) return `还有 ${faulty} 行有错，全部改正才能入库`
  if (added + corrected === 0) return '没有新增或更正的证书'
  return null
}
