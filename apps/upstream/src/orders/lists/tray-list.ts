import type { CallData } from '@portal/contract/call.ts'
import { DAY_MS } from '@portal/contract/constants.ts'
import type { listTrays } from '@portal/contract/orders/manage-orders.ts'
import { UNCOLLECTED_DAYS } from '@portal/contract/orders/order-rules.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/db/open.ts'
import { readOrderRules } from '../order-table.ts'

/** Reads the trays of the settings, and those that samples are in. */
export async function readTrays(db: Db, nowMs: number): Promise<CallData<typeof listTrays>> {
  const { trays } = await readOrderRules(db)
  const rows = await db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.order_no', 'order_items.order_no')
    .select(['tray', 'sample_no', 'category', 'mass_in_g', 'work', 'ready_at'])
    .where(sql<boolean>`place = 'tray'`)
    .orderBy('sample_no')
    .execute()
  const samples = Map.groupBy(rows, ({ tray }) => tray ?? '')
  return [...new Set([...trays, ...samples.keys()])].map((name) => ({
    name,
    samples: (samples.get(name) ?? []).map((row) => ({
      sampleNo: row.sample_no,
      category: row.category,
      massInG: row.mass_in_g,
      work: row.work,
      isOverdue: row.work === 'done' && Number(row.ready_at ?? nowMs) < nowMs - UNCOLLECTED_DAYS * DAY_MS,
    })),
  }))
}
