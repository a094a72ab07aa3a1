import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import { HOUR_MS, PAGE_CATEGORY, PUBLISH_STATE } from '@portal/contract/constants.ts'
import { IMPORT_MAX_BYTES, OUTCOME_NAMES } from '@portal/contract/site/import-rules.ts'
import {
  getImport,
  listFormerImports,
  proposeRedirects,
  reportImport,
  startImport,
  stopImport,
  uploadImport,
} from '@portal/contract/site/imports.ts'
import { findSourceFault, toSourcePath } from '@portal/contract/site/redirect-rules.ts'
import { allowBodyTime } from '@portal/server/body-time.ts'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { addCsvExport } from '#accounts/duties/csv-export.ts'
import { addManagedRoute, addPreparedRoute } from '#accounts/duties/managed-route.ts'
import type { Db } from '#platform/db/open.ts'
import {
  badInput,
  importAbsent,
  importMissing,
  importNotReady,
  importRunning,
  importTooLarge,
  uploadMissing,
} from '#platform/errors.ts'
import { keepUpload } from '#platform/files/keep-upload.ts'
import type { Files } from '#platform/files/open-files.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import type { CreateLimit } from '#platform/http/shared-limit.ts'
import { addJob } from '#platform/jobs/job-rows.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { CSV_START, toCsvLine } from '#platform/text/csv.ts'
import type { ImportJobs } from './import-jobs.ts'
import {
  changeImport,
  findImport,
  findNewestImport,
  IMPORT_JOB,
  type ImportChoice,
  type ImportRow,
  listFormer,
  listTexts,
  readSummary,
  viewImport,
} from './import-repository.ts'

const UPLOADS_AN_HOUR = 20
const KIND_NAMES = { post: '文章', page: '页面' } as const

interface Options {
  createLimit: CreateLimit
  db: Db
  digest: Digest
  importJobs: Pick<ImportJobs, 'deleteFiles'>
  files: Pick<Files, 'contentImports' | 'scratch'>
  jobs: Jobs
  now: () => number
}

/** Routes by which owners import the texts of another site. */
export const importRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, now, jobs, importJobs } = options
  await app.register(multipart, { throwFileSizeLimit: false })

  addRoute(app, getImport, async () => {
    const newest = await findNewestImport(db)
    return ok(newest ? await viewImport(db, newest, now()) : null)
  })

  addRoute(app, listFormerImports, async () => ok(await listFormer(db)))

  addUpload(app, options)

  addManagedRoute(app, options, startImport, async ({ trx, request, record, runAfterwards: afterwards }) => {
    const { importId, ...choice } = request.body
    const row = await findNewestImport(trx)
    record({ kind: 'import', id: 'import', name: row?.file_name ?? null })
    if (row?.id !== importId) throw importMissing()
    await checkCategories(trx, choice)
    const begun = { state: 'storing' as const, choice: JSON.stringify(choice), position: 0 }
    if (row.state !== 'ready' || !(await changeImport(trx, row, begun))) throw importNotReady()
    await addJob(trx, { kind: IMPORT_JOB, ref: importId, dueAt: now() })
    afterwards(() => jobs.runSoon(IMPORT_JOB))
    return ok(null)
  })

  addManagedRoute(app, options, stopImport, async ({ trx, request, record, runAfterwards: afterwards }) => {
    const row = await findNewestImport(trx)
    record({ kind: 'import', id: 'import', name: row?.file_name ?? null })
    if (row?.id !== request.body.importId) throw importMissing()
    const isOpen = row.state === 'reading' || row.state === 'ready' || row.state === 'storing'
    const ended = { state: 'stopped' as const, finished_at: now() }
    if (!isOpen || !(await changeImport(trx, row, ended))) throw importNotReady()
    afterwards(() => importJobs.deleteFiles(row))
    return ok(null)
  })

  const find = async (importId: string | undefined) => {
    const row = importId === undefined ? await findNewestImport(db) : await findImport(db, importId)
    if (!row) throw importAbsent()
    return row
  }
  addCsvExport(app, options, reportImport, {
    createFile: async ({ query }) => Readable.from(makeReport(db, await find(query.importId))),
  })
  addCsvExport(app, options, proposeRedirects, {
    createFile: async ({ query }) => Readable.from(makeRedirects(db, await find(query.importId))),
  })
}

function addUpload(app: FastifyInstance, options: Options): void {
  const { createLimit, db, now, jobs, importJobs, files } = options
  const limit = createLimit('content-import', { max: UPLOADS_AN_HOUR, windowMs: HOUR_MS })
  const requireIdle = async (trx: Db) => {
    const newest = await findNewestImport(trx)
    if (newest?.state === 'reading' || newest?.state === 'storing') throw importRunning()
    return newest
  }

  addPreparedRoute(
    app,
    options,
    uploadImport,
    async (request, { id }) => {
      await limit.use(id)
      await requireIdle(db)
      const { upload: field, uploadMs } = uploadImport
      allowBodyTime(app.server, request.raw, uploadMs)
      const kept = await keepUpload(request, { field, folder: files.scratch, maxBytes: IMPORT_MAX_BYTES })
      if (kept === 'too-large') throw importTooLarge()
      if (kept === 'none') throw uploadMissing(IMPORT_MAX_BYTES)
      await files.contentImports.put(kept.file, { path: kept.path })
      return kept
    },
    async ({ trx, account, prepared, record, runAfterwards: afterwards }) => {
      const { file, fileName, bytes } = prepared
      record({ kind: 'import', id: 'import', name: fileName })
      const previous = await requireIdle(trx)
      if (previous?.state === 'ready') {
        await changeImport(trx, previous, { state: 'stopped', finished_at: now() })
        afterwards(() => importJobs.deleteFiles(previous))
      }
      const id = randomBytes(16).toString('hex')
      await trx
        .insertInto('content_imports')
        .values({
          id,
          user_id: account.id,
          file,
          file_name: fileName,
          file_bytes: bytes,
          state: 'reading',
          read_bytes: 0,
          total: 0,
          position: 0,
          // Later than the one before, because the newest one counts.
          started_at: Math.max(now(), (previous?.started_at ?? 0) + 1),
        })
        .execute()
      await addJob(trx, { kind: IMPORT_JOB, ref: id, dueAt: now() })
      afterwards(() => jobs.runSoon(IMPORT_JOB))
      return ok({ id })
    },
  )
}

/** @throws AppError for a category that does not exist, and for that of the standing pages */
async function checkCategories(trx: Db, { categories, otherCategoryId, pageCategoryId }: ImportChoice): Promise<void> {
  const ids = new Set([otherCategoryId, pageCategoryId, ...categories.map(({ categoryId }) => categoryId)])
  const found = await trx
    .selectFrom('categories')
    .select('id')
    .where('id', 'in', [...ids])
    .where('id', '!=', PAGE_CATEGORY)
    .execute()
  if (found.length < ids.size) throw badInput('所选的栏目不存在，请重新选择')
}

async function* makeReport(db: Db, row: ImportRow): AsyncGenerator<string> {
  yield CSV_START + toCsvLine(['类型', '标题', '结果', '文章编号', '原地址', '说明'])
  for (const { kind, title, outcome, articleId, oldPath, remarks } of await listTexts(db, row.id)) {
    yield toCsvLine([KIND_NAMES[kind], title, OUTCOME_NAMES[outcome], articleId, oldPath, remarks])
  }
  for (const { name, count } of readSummary(row)?.leftOut ?? []) {
    yield toCsvLine(['其他', name, OUTCOME_NAMES.leftOut, null, null, `${count} 项`])
  }
}

/** Redirects from the old paths of published texts, as the page of redirects reads them. */
async function* makeRedirects(db: Db, { id }: ImportRow): AsyncGenerator<string> {
  yield CSV_START + toCsvLine(['旧地址', '去处'])
  for (const { oldPath, articleId, isPublish } of await listTexts(db, id)) {
    const from = toSourcePath(oldPath ?? '')
    if (isPublish !== PUBLISH_STATE.published || findSourceFault(from) !== null) continue
    yield toCsvLine([from, `/article/${articleId}`])
  }
}
