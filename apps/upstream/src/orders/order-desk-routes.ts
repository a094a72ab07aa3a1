import { addItem, announceAtCounter, identifyRecipient, renewCode } from '@portal/contract/orders/order-desk.ts'
import { ORDER_MAX } from '@portal/contract/orders/order-rules.ts'
import { countWorkingDays, listFees } from '@portal/contract/orders/order-services.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addManagedRoute } from '#accounts/duties/managed-route.ts'
import { makeCheckCode } from '#certificates/desk/new-check-code.ts'
import { hashCheckCode } from '#certificates/lookup/check-code.ts'
import { ok } from '#platform/http/add-route.ts'
import { insertItems, requireServices, storeAnnouncement } from './announce-order.ts'
import { type LockedOrder, lockOrder } from './item-steps.ts'
import { noteOnOrder } from './note-on-order.ts'
import { itemsUsedUp, orderChanged, orderEnded } from './order-errors.ts'
import { addFees } from './order-fees.ts'
import type { OrderOptions } from './order-options.ts'
import { readOrderTable } from './order-table.ts'
import { readManagedOrder } from './order-view.ts'

/** Routes of reception for whole orders: announcing at the counter, further items, new codes, and checked documents. */
export const orderDeskRoutes: FastifyPluginAsync<OrderOptions> = async (app, base) => {
  const { digest, now } = base

  addManagedRoute(app, base, announceAtCounter, async ({ request, account, trx, record }) => {
    const by = { id: account.id, name: account.nickname }
    const stored = await storeAnnouncement(trx, request.body, null, { digest, now, source: 'counter', by })
    record({ kind: 'order', id: stored.orderNo })
    return ok(stored)
  })

  addManagedRoute(app, base, addItem, async (managed) => {
    const { trx, request, record } = managed
    const { orderNo } = request.params
    const { revision, item } = request.body
    record({ kind: 'order', id: orderNo })
    const locked = await lockOrder(trx, orderNo)
    requireOpen(locked, revision)
    if (locked.items.length >= ORDER_MAX.items) throw itemsUsedUp()
    const table = await readOrderTable(trx)
    requireServices({ items: [item] }, table)
    const { priority } = locked.order
    const first = locked.items.length + 1
    await insertItems(trx, orderNo, {
      items: [item],
      first,
      days: [countWorkingDays(table.services, item.serviceCodes, priority)],
    })
    const charged = new Set((await readManagedOrder(trx, orderNo, true)).fees.map(({ code }) => code))
    // What is charged once for the whole order may be charged already.
    const fees = listFees(table, [item], priority).filter(
      (fee) => fee.item !== null || fee.code === 'urgent' || !charged.has(fee.code),
    )
    await addFees(
      trx,
      orderNo,
      fees.map((fee) => ({ ...fee, item: fee.item === null ? null : first })),
    )
    await noteOnOrder(managed, now(), {
      orderNo,
      kind: 'addItem',
      detail: { item: first, statedName: item.statedName },
    })
    return ok(await readManagedOrder(trx, orderNo, true))
  })

  addManagedRoute(app, base, renewCode, async (managed) => {
    const { trx, request, record } = managed
    const { orderNo } = request.params
    record({ kind: 'order', id: orderNo })
    await lockOrder(trx, orderNo)
    const code = makeCheckCode()
    await trx
      .updateTable('orders')
      .set({ code_hash: hashCheckCode(digest, orderNo, code) })
      .where('order_no', '=', orderNo)
      .execute()
    await noteOnOrder(managed, now(), { orderNo, kind: 'renewCode', detail: {} })
    return ok({ code })
  })

  addManagedRoute(app, base, identifyRecipient, async (managed) => {
    const { orderNo } = managed.request.params
    managed.record({ kind: 'order', id: orderNo })
    await lockOrder(managed.trx, orderNo)
    await noteOnOrder(managed, now(), { orderNo, kind: 'identify', detail: managed.request.body })
    return ok(null)
  })
}

/** @throws AppError when the order has ended, or another person changed it meanwhile */
function requireOpen({ order }: LockedOrder, revision: number): void {
  if (!['announced', 'received', 'ready'].includes(order.state)) throw orderEnded()
  // Locking has raised the revision.
  if (order.revision !== revision + 1) throw orderChanged()
}
