import { rememberChecked } from '#partners/webhooks/subscriptions.ts'
import type { Db } from '#platform/db/open.ts'

/** Adds a partner that has checked these certificates. @returns its number */
export async function addPartner(db: Db, certificateNos: readonly string[] = [], at = Date.now()): Promise<number> {
  const { id } = await db
    .insertInto('partners')
    .values({
      name: '楚玉商城',
      contact_email: 'it@shop.example',
      scopes: 'check,webhooks',
      daily_quota: 1000,
      addresses: '',
      state: 'active',
      version: 1,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await rememberChecked(db, id, certificateNos, at)
  return id
}
