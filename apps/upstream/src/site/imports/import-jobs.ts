import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@portal/contract/constants.ts'
import type { ImportSummary } from '@portal/contract/site/imports.ts'
import { ACCOUNT_STATUS } from '#accounts/login/account-status.ts'
import type { MediaIntake } from '#media/media-intake.ts'
import { type AuditWriter, appendAudit } from '#platform/audit/audit-log.ts'
import { makeSiteFact } from '#platform/audit/system-action.ts'
import type { Db } from '#platform/db/open.ts'
import { isAny } from '#platform/db/queries.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { deleteUnnamed, STAGED } from '#platform/files/named-files.ts'
import type { Files } from '#platform/files/open-files.ts'
import { JobLost } from '#platform/jobs/job-rows.ts'
import { type JobHandler, type Lease, retryInMinutes } from '#platform/jobs/jobs.ts'
import type { Internet } from '#platform/net/internet.ts'
import type { TextRenderer } from '#platform/text/text-renderer.ts'
import { createPictureTaker, openPictures } from './import-pictures.ts'
import { changeImport, findImport, type ImportChoice, type ImportRow, readSummary } from './import-repository.ts'
import { readExport } from './reading/read-file.ts'
import type { StagedText } from './reading/staged-text.ts'
import { prepareText, storeText } from './store-text.ts'

/** Time between two notes of the progress, ms. */
const NOTE_MS = 1 * SECOND_MS
/** A file that nobody imported is deleted after this time. */
const READY_DAYS = 7

interface Options extends AuditWriter {
  db: Db
  files: Pick<Files, 'contentImports' | 'scratch'>
  texts: Pick<TextRenderer, 'renderMarkdown'>
  mediaIntake: MediaIntake
  /** Maximum size of the library. */
  totalBytes: number
  /** `User-Agent` of requests for pictures. */
  agent: string
  network?: Internet | undefined
}

interface Work {
  choice: ImportChoice
  summary: ImportSummary
  /** Ids of tags by their names. */
  tags: ReadonlyMap<string, number>
  /** `null`: pictures stay where they are. */
  pictures: ReturnType<typeof createPictureTaker> | null
}

/** Whether the account that has begun an import may still import. */
const isOwner = (trx: Db, userId: string) =>
  isAny(
    trx
      .selectFrom('users')
      .innerJoin('duties', 'duties.user_id', 'users.id')
      .select('users.id')
      .where('users.id', '=', userId)
      .where('users.status', '=', ACCOUNT_STATUS.normal)
      .where('duties.duty', '=', 'owner'),
  )

export type ImportJobs = ReturnType<typeof createImportJobs>

/** Creates the job that reads the export of another site, and then stores its texts as drafts, one transaction each. */
export function createImportJobs(options: Options) {
  const { contentImports, scratch } = options.files
  const { db, digest, now, texts, agent, network } = options

  const deleteFiles = async ({ file }: Pick<ImportRow, 'file'>) => {
    for (const name of [file, file + STAGED]) await contentImports.delete(name)
  }

  async function read(row: ImportRow, lease: Lease): Promise<void> {
    const stopping = new AbortController()
    const note = (bytes: number) =>
      db.transaction().execute(async (trx) => {
        if (!(await changeImport(trx, row, { read_bytes: bytes }))) throw new JobLost()
        await lease.renew(trx)
      })
    let noting = Promise.resolve()
    let notedAt = now()
    const onAlive = (bytes: number) => {
      if (now() - notedAt < NOTE_MS) return
      notedAt = now()
      noting = noting.then(() => note(bytes)).catch((error: Error) => stopping.abort(error))
    }
    const target = await makeStagedPath(scratch, row)
    const result = await useFile(contentImports, row, (path) =>
      readExport({ path, target }, onAlive, AbortSignal.any([lease.signal, stopping.signal])).finally(() => noting),
    )
    if (!('fault' in result)) await contentImports.put(row.file + STAGED, { path: target })
    const change =
      'fault' in result
        ? { state: 'refused' as const, message: result.fault, finished_at: now() }
        : { state: 'ready' as const, summary: JSON.stringify(result.summary), total: result.texts }
    await changeImport(db, row, { ...change, read_bytes: row.file_bytes })
    if ('fault' in result) await deleteFiles(row)
  }

  async function store(row: ImportRow, lease: Lease): Promise<void> {
    const choice = JSON.parse(row.choice ?? '') as ImportChoice
    const tags = await readTagIds(db)
    const summary = readSummary(row)
    if (!summary) throw new Error('an import without a summary cannot be stored')
    const fetching = { agent, network, signal: lease.signal }
    await useFile(contentImports, row, async (path) => {
      const pictures = choice.withPictures
        ? createPictureTaker(await openPictures(summary, path, fetching), row.user_id, options)
        : null
      try {
        await storeAll(row, lease, { choice, summary, tags, pictures })
      } finally {
        pictures?.close()
      }
    })
  }

  async function storeAll(row: ImportRow, lease: Lease, { choice, summary, tags, pictures }: Work): Promise<void> {
    /** Proves that the import goes on. */
    const proceed = (position: number) =>
      db.transaction().execute(async (trx) => {
        if (!(await changeImport(trx, row, { position }))) throw new JobLost()
        await lease.renew(trx)
      })
    let position = 0
    for await (const line of createInterface({ input: await openStaged(contentImports, row) })) {
      position += 1
      // They were stored before an interruption.
      if (position <= row.position) continue
      if (lease.signal.aborted) throw new JobLost()
      // Each text has a share of its own in the renderer.
      const render = (contentMd: string) => texts.renderMarkdown(`${row.id} ${position}`, contentMd)
      const staged = JSON.parse(line) as StagedText
      const before = position - 1
      const illustrated = await pictures?.takeAll(staged.markdown, () => proceed(before))
      const text = illustrated
        ? { ...staged, markdown: illustrated.markdown, remarks: [...staged.remarks, ...illustrated.remarks] }
        : staged
      const prepared = await prepareText(text, { choice, tags, render })
      const storing = {
        source: `${summary.source} ${summary.site}`,
        importId: row.id,
        userId: row.user_id,
        position,
        nowMs: now(),
      }
      const outcome = await db.transaction().execute(async (trx) => {
        if (!(await changeImport(trx, row, { position }))) throw new JobLost()
        await lease.renew(trx, true)
        if (await isOwner(trx, row.user_id)) return await storeText(trx, prepared, storing)
        await changeImport(trx, row, { state: 'stopped', finished_at: now() })
        return null
      })
      if (outcome === null) break
    }
    await db.transaction().execute(async (trx) => {
      if (!(await changeImport(trx, row, { state: 'done', finished_at: now() }))) return
      const subject = { kind: 'import', id: 'import', name: row.file_name }
      await appendAudit(trx, { now, digest }, makeSiteFact({ action: 'import.finish', subject }))
    })
    await deleteFiles(row)
  }

  const handler: JobHandler = {
    async run({ ref }, lease) {
      const row = await findImport(db, ref)
      if (row?.state === 'reading') await read(row, lease)
      else if (row?.state === 'storing') await store(row, lease)
    },
    async showFailure(trx, { ref }, _error, retryAt) {
      const row = retryAt === null ? await findImport(trx, ref) : undefined
      if (row) await changeImport(trx, row, { state: 'failed', finished_at: now() })
    },
    leaseMs: MINUTE_MS,
    retryAfterMs: retryInMinutes,
    atOnce: 1,
  }

  return {
    ...handler,
    deleteFiles,
    sweep: () => sweepImports(options),
  }
}

/** Reads the ids of all tags by their names. */
async function readTagIds(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db.selectFrom('tags').select(['id', 'name']).execute()
  return new Map(rows.map(({ id, name }) => [name, id]))
}

/** Returns the path of the texts until they are stored. */
async function makeStagedPath(scratch: string, { file }: ImportRow): Promise<string> {
  await mkdir(scratch, { recursive: true, mode: 0o700 })
  return join(scratch, file + STAGED)
}

/** Lends a path of the uploaded file. @throws Error when it is gone */
async function useFile<T>(store: FileStore, { file }: ImportRow, use: (path: string) => Promise<T>): Promise<T> {
  const used = await store.usePath(file, async (path) => ({ result: await use(path) }))
  if (!used) throw new Error('the file of an import is gone')
  return used.result
}

/** Opens the texts that were read from the file. @throws Error when they are gone */
async function openStaged(store: FileStore, { file }: ImportRow): Promise<Readable> {
  const staged = await store.get(file + STAGED)
  if (!staged) throw new Error('the texts of an import are gone')
  return staged.content
}

/** Ends imports that nobody started, and deletes files that no import needs. */
async function sweepImports({ db, files, now }: Options): Promise<void> {
  await db
    .updateTable('content_imports')
    .set({ state: 'stopped', finished_at: now() })
    .where('state', '=', 'ready')
    .where('started_at', '<', now() - READY_DAYS * DAY_MS)
    .execute()
  await deleteUnnamed('contentImports', { db, store: files.contentImports, now })
}
