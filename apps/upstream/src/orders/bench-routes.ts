import { finishItem, listBench, listTrays, stepItem } from '@portal/contract/orders/manage-orders.ts'
import { mayTakeStep, toTrayCode } from '@portal/contract/orders/order-rules.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addManagedRoute } from '#accounts/duties/managed-route.ts'
import type { NoticeRepository } from '#accounts/notices/notice-repository.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import type { Db } from '#platform/db/open.ts'
import { certificateMissing, lacksDuty } from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import { readBench } from './lists/bench-list.ts'
import { readTrays } from './lists/tray-list.ts'
import { certificateTaken, stepTextMissing, trayMissing, trayUnknown } from './order-errors.ts'
import { notifyCustomer, queueOrderMail } from './order-news.ts'
import type { OrderOptions } from './order-options.ts'
import { readOrderRules } from './order-table.ts'
import { readSample } from './order-view.ts'
import { takeStaffStep } from './staff-step.ts'

interface Options extends OrderOptions {
  notices: NoticeRepository
}

/** Moves need no words; every other step says why. */
const MOVES: readonly string[] = ['store', 'take', 'bring']

/** Routes of the bench: where samples are, and how the work on them ends. */
export const benchRoutes: FastifyPluginAsync<Options> = async (app, { db, digest, now, notices }) => {
  const base = { db, digest, now }

  addRoute(app, listBench, async (request) => {
    const { category, isMine } = request.query
    return ok(await readBench(db, { category, holderId: isMine ? getAccount(request).id : undefined }))
  })

  addRoute(app, listTrays, async () => ok(await readTrays(db, now())))

  addManagedRoute(app, base, stepItem, async (managed) => {
    const { sampleNo } = managed.request.params
    const { revision, step: name, text, choices, tray: typedTray } = managed.request.body
    managed.record({ kind: 'sample', id: sampleNo })
    if (!mayTakeStep(managed.account.duties, name)) throw lacksDuty()
    const tray = name === 'store' ? await requireTray(managed.trx, typedTray) : undefined
    if (!MOVES.includes(name) && !text) throw stepTextMissing()
    const { order } = await takeStaffStep(
      managed,
      sampleNo,
      {
        name,
        revision,
        ...(tray !== undefined && { change: { tray } }),
        detail: { ...(tray && { tray }), ...(text && { text }), ...(name === 'ask' && { choices: choices ?? [] }) },
        changes: [{ member: 'step', before: null, after: name }],
      },
      base,
    )
    if (name === 'ask') {
      await queueOrderMail(managed.trx, order.order_no, 'question', now())
      managed.runAfterwards(() => notifyCustomer(notices, order, '有一个问题要请您答复，答复之前时限暂停'))
    }
    if (name === 'end' || name === 'refuse') {
      await queueOrderMail(managed.trx, order.order_no, 'noCertificate', now())
      managed.runAfterwards(() =>
        notifyCustomer(
          notices,
          order,
          name === 'end' ? '有样品不出证书，原因见送检进度' : '有样品没有收下，原因见送检进度',
        ),
      )
    }
    return ok(await readSample(managed.trx, sampleNo))
  })

  addManagedRoute(app, base, finishItem, async (managed) => {
    const { trx } = managed
    const { sampleNo } = managed.request.params
    const { revision, certificateNo } = managed.request.body
    managed.record({ kind: 'sample', id: sampleNo })
    await requireFreeCertificate(trx, certificateNo, sampleNo)
    await takeStaffStep(
      managed,
      sampleNo,
      {
        name: 'finish',
        revision,
        change: { certificate_no: certificateNo },
        detail: { certificateNo },
        changes: [{ member: 'certificate', before: null, after: certificateNo }],
      },
      base,
    )
    return ok(await readSample(trx, sampleNo))
  })
}

/**
 * Returns the tray as the settings spell it, whatever the capitals and spaces of its name as typed.
 * @throws AppError when no tray is named, or one that the settings do not list
 */
async function requireTray(trx: Db, typed: string | undefined): Promise<string> {
  if (!typed) throw trayMissing()
  const { trays } = await readOrderRules(trx)
  const tray = trays.length === 0 ? typed : trays.find((one) => toTrayCode(one) === toTrayCode(typed))
  if (tray === undefined) throw trayUnknown(typed)
  return tray
}

/** @throws AppError when the certificate is not published, or belongs to another sample */
async function requireFreeCertificate(trx: Db, certificateNo: string, sampleNo: string): Promise<void> {
  const certificate = await trx
    .selectFrom('certificates')
    .select('state')
    .where('certificate_no', '=', certificateNo)
    .executeTakeFirst()
  if (certificate?.state !== 'published') throw certificateMissing()
  const other = await trx
    .selectFrom('order_items')
    .select('sample_no')
    .where('certificate_no', '=', certificateNo)
    .where('sample_no', '!=', sampleNo)
    .executeTakeFirst()
  if (other) throw certificateTaken(other.sample_no)
}
