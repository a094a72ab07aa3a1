import type { CallData } from '@portal/contract/call.ts'
import { DAY_MS } from '@portal/contract/constants.ts'
import type { listTrays } from '@portal/contract/orders/manage-orders.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/db/open.ts'
import { readOrderRules } from '../order-table.ts'

/** Time after which an item that nobody collects is overdue. */
const OVERDUE_MS = 30 * DAY_MS

/** Reads the trays of the settings, and those that samples are in. */
export async function readTrays(db: Db, nowMs: number): Promise<CallData<typeof listTrays>> {
  const { trays } = await readOrderRules(db)
  const rows = await db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.order_no', 'order_items.order_no')
    .select(['tray', 'sample_no', 'work', 'ready_at'])
    .where(sql<boolean>`place = 'tray'`)
    .orderBy('sample_no')
    .execute()
  const names = [...new Set([...trays, ...rows.flatMap(({ tray }) => tray ?? [])])]
  return names.map((name) => {
    const inTray = rows.filter(({ tray }) => tray === name)
    return {
      name,
      samples: inTray.map(({ sample_no }) => sample_no),
      isOverdue: inTray.some(({ work, ready_at }) => work === 'done' && Number(ready_at ?? nowMs) < nowMs - OVERDUE_MS),
    }
  })
}
