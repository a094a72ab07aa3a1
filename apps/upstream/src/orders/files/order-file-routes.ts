import { rm } from 'node:fs/promises'
import multipart from '@fastify/multipart'
import { HOUR_MS, SECOND_MS } from '@portal/contract/constants.ts'
import { ORDER_FILE_MAX_BYTES } from '@portal/contract/orders/order-batch.ts'
import { type OrderFile, readOrderFile } from '@portal/contract/orders/orders.ts'
import type { FastifyPluginAsync } from 'fastify'
import { getAccount } from '#accounts/sessions/auth.ts'
import { createReadingThread } from '#certificates/batches/reading/reading-thread.ts'
import { SheetWanted } from '#certificates/import/table-file.ts'
import { CommandError } from '#platform/commands/command-error.ts'
import { badInput, uploadMissing } from '#platform/errors.ts'
import { keepUpload } from '#platform/files/keep-upload.ts'
import type { Files } from '#platform/files/open-files.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import type { CreateLimit } from '#platform/http/shared-limit.ts'
import { orderFilesBusy, orderFileTooLarge } from '../order-errors.ts'

/** Maximum number of files of one account: each correction of a file is a new one. */
const FILES_AN_HOUR = 60
/** Files that are read or wait at the same time, each of another account. */
const UNDER_WAY_MAX = 5
/** Longest time for one file, ms. A list of 500 samples takes milliseconds. */
const READING_MAX_MS = 5 * SECOND_MS

interface Options {
  createLimit: CreateLimit
  files: Pick<Files, 'scratch'>
}

/** Route that reads a merchant's file for the form of a new order. It stores nothing. */
export const orderFileRoutes: FastifyPluginAsync<Options> = async (app, { createLimit, files }) => {
  await app.register(multipart, { throwFileSizeLimit: false })
  const limit = createLimit('order-file', { max: FILES_AN_HOUR, windowMs: HOUR_MS })
  const reading = createReadingThread({
    stepMaxMs: READING_MAX_MS,
    worker: new URL('./order-rows-worker.ts', import.meta.url),
  })
  app.addHook('onClose', async () => reading.stop(new Error('the server is closing')))
  const underWay = new Set<string>()
  let last: Promise<unknown> = Promise.resolve()

  async function read(path: string, name: string, sheet: string | null): Promise<OrderFile> {
    try {
      return { sheets: [], ...(await reading.run({ kind: 'order', path, name, sheet })) }
    } catch (error) {
      if (error instanceof SheetWanted) return { sheets: error.sheets.map((one) => one.name), unused: [], rows: [] }
      if (error instanceof CommandError) throw badInput(error.message)
      throw error
    }
  }

  addRoute(app, readOrderFile, async (request) => {
    const { id } = getAccount(request)
    await limit.use(id)
    const folder = files.scratch
    const kept = await keepUpload(request, { field: readOrderFile.upload, folder, maxBytes: ORDER_FILE_MAX_BYTES })
    if (kept === 'too-large') throw orderFileTooLarge()
    if (kept === 'none') throw uploadMissing(ORDER_FILE_MAX_BYTES)
    try {
      if (underWay.has(id) || underWay.size >= UNDER_WAY_MAX) throw orderFilesBusy()
      underWay.add(id)
      const turn = last.then(() => read(kept.path, kept.fileName, request.query.sheet ?? null))
      last = turn.catch(() => undefined)
      return ok(await turn.finally(() => underWay.delete(id)))
    } finally {
      await rm(kept.path, { force: true })
    }
  })
}
