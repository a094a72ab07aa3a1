import { DESK_PICTURE } from '@portal/contract/certificates/desk/desk-rules.ts'
import type { DeskForm, DeskPicture } from '@portal/contract/certificates/rules/desk-fields.ts'
import { makeDraft } from '@portal/contract/orders/order-desk.ts'
import type { ItemStepName } from '@portal/contract/orders/order-rules.ts'
import { toWireDate } from '@portal/contract/time.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addPreparedRoute } from '#accounts/duties/managed-route.ts'
import { createNumber } from '#certificates/desk/desk-drafts.ts'
import { finishStep } from '#certificates/desk/desk-events.ts'
import { addPicture } from '#certificates/pictures/desk-pictures.ts'
import type { Db } from '#platform/db/open.ts'
import { type FileStore, storeNew } from '#platform/files/file-store.ts'
import type { Files } from '#platform/files/open-files.ts'
import type { FileDigest } from '#platform/files/stored-files.ts'
import { ok } from '#platform/http/add-route.ts'
import type { JobHandler } from '#platform/jobs/jobs.ts'
import { type ItemRow, lockSample, type OrderRow, requireStep, settleOrder, takeStep } from './item-steps.ts'
import { draftExists, orderMissing } from './order-errors.ts'
import type { OrderOptions } from './order-options.ts'
import { takeStaffStep } from './staff-step.ts'

interface Options extends OrderOptions {
  fileDigest: FileDigest
  files: Pick<Files, 'uploads' | 'orderPictures'>
}

/** Copy of a sample's picture for its certificate. */
interface CopiedPicture {
  name: string
  sha256: string
}

/** Route that makes the draft of a sample's certificate: everything that reception knows is in it. */
export const certificateDraftRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, digest, fileDigest, files, now } = options

  addPreparedRoute(
    app,
    options,
    makeDraft,
    async ({ params: { sampleNo }, body: { revision } }) => {
      const item = await findSample(db, sampleNo)
      if (item.certificate_no !== null) throw draftExists(item.certificate_no)
      if (item.revision === revision) requireStep(item, 'draft')
      return await copyPictures(db, sampleNo, files)
    },
    async (managed) => {
      const { trx, account, request, prepared: pictures } = managed
      const { sampleNo } = request.params
      managed.record({ kind: 'sample', id: sampleNo })
      const { item, order } = await lockSample(trx, sampleNo)
      const desk = { trx, account, digest, fileDigest, now }
      const certificateNo = await createNumber(desk, toForm(item, order, pictures))
      for (const picture of pictures) await addPicture(trx, { certificateNo, userId: account.id, picture })
      await finishStep(desk, [{ certificateNo, version: 1, step: 'create', reason: sampleNo }])
      await takeStaffStep(
        managed,
        sampleNo,
        {
          name: 'draft',
          revision: request.body.revision,
          change: { certificate_no: certificateNo },
          detail: { certificateNo },
          changes: [{ member: 'certificate', before: null, after: certificateNo }],
        },
        { digest, now },
      )
      return ok({ certificateNo })
    },
  )
}

async function findSample(db: Db, sampleNo: string): Promise<ItemRow> {
  const item = await db.selectFrom('order_items').selectAll().where('sample_no', '=', sampleNo).executeTakeFirst()
  if (!item) throw orderMissing()
  return item
}

/** Copies the pictures of a sample to those of certificates, because the certificate will show them to the public. */
async function copyPictures(
  db: Db,
  sampleNo: string,
  { uploads, orderPictures }: Record<'uploads' | 'orderPictures', FileStore>,
): Promise<CopiedPicture[]> {
  const rows = await db
    .selectFrom('order_pictures')
    .select(['name', 'sha256'])
    .where('sample_no', '=', sampleNo)
    .where('is_used', '=', 1)
    .orderBy('place')
    .limit(DESK_PICTURE.max)
    .execute()
  const copied: CopiedPicture[] = []
  for (const { name, sha256 } of rows) {
    const file = await orderPictures.get(name)
    if (!file) continue
    const chunks: Buffer[] = []
    for await (const chunk of file.content) chunks.push(chunk as Buffer)
    copied.push({ name: await storeNew(uploads, Buffer.concat(chunks), name.slice(name.indexOf('.') + 1)), sha256 })
  }
  return copied
}

function toForm(item: ItemRow, order: OrderRow, pictures: readonly CopiedPicture[]): DeskForm {
  const remark = [
    JSON.parse(item.marks)
      .filter((mark: string) => mark !== '完好')
      .join('、'),
    item.note,
  ].filter(Boolean)
  const fields: Record<string, string> = {
    ...(item.mass_in_g !== null && { totalMassG: item.mass_in_g }),
    ...(order.received_at !== null && { receivedOn: toWireDate(Number(order.received_at)) }),
    ...(remark.length > 0 && { remarks: remark.join('；') }),
  }
  const shown = pictures.map(({ name }): DeskPicture => ({ file: name, caption: '', widthMm: '' }))
  return { category: item.category, fields, pictures: shown }
}

const LEASE_MS = 30_000
const RETRY_MS = 60_000

/**
 * Brings the work on a sample in line with its certificate, after each step at the certificate desk: submitted, sent back,
 * discarded or published.
 */
export function createCertificateFollower({ db, digest, now }: OrderOptions): JobHandler {
  async function follow(trx: Db, certificateNo: string): Promise<void> {
    const linked = await trx
      .selectFrom('order_items')
      .select('sample_no')
      .where('certificate_no', '=', certificateNo)
      .executeTakeFirst()
    if (!linked) return
    const locked = await lockSample(trx, linked.sample_no)
    const { item } = locked
    const name = findStep(item, await readStanding(trx, certificateNo))
    // An open question ends first; its answer queues this job again.
    if (name === null || (name === 'finish' && item.is_held === 1)) return
    const by = await trx
      .selectFrom('certificate_events')
      .select(['by_id as id', 'by_name as name'])
      .where('certificate_no', '=', certificateNo)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const change = name === 'discard' ? { change: { certificate_no: null } } : {}
    const person = { id: by.id, name: by.name ?? '' }
    await takeStep(trx, locked, item, item.revision, {
      name,
      by: person,
      at: now(),
      detail: { certificateNo },
      ...change,
    })
    await settleOrder(trx, locked, now(), digest)
  }
  return {
    run: ({ ref }) => db.transaction().execute((trx) => follow(trx, ref)),
    leaseMs: LEASE_MS,
    retryAfterMs: () => RETRY_MS,
    atOnce: 1,
  }
}

type Standing = 'draft' | 'submitted' | 'published' | 'gone'

async function readStanding(trx: Db, certificateNo: string): Promise<Standing> {
  const row = await trx
    .selectFrom('certificates as entry')
    .leftJoin('pending_changes as change', 'change.certificate_no', 'entry.certificate_no')
    .select(['entry.state', 'change.state as changeState'])
    .where('entry.certificate_no', '=', certificateNo)
    .executeTakeFirst()
  if (!row) return 'gone'
  if (row.state !== 'draft') return row.state === 'examination' ? 'draft' : 'published'
  if (row.changeState === null) return 'gone'
  return row.changeState === 'submitted' ? 'submitted' : 'draft'
}

/** Returns the step that an item has to take; `null` when it stands where its certificate does. */
function findStep({ work }: ItemRow, standing: Standing): ItemStepName | null {
  if (work === 'done') return null
  if (standing === 'published') return 'finish'
  if (standing === 'gone') return 'discard'
  if (standing === 'submitted') return work === 'testing' ? 'submit' : null
  return work === 'review' ? 'sendBack' : null
}
