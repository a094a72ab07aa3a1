import { DAY_MS } from '@portal/contract/constants.ts'
import { SUBSCRIBED_MS } from '#certificates/changes/queue-events.ts'
import type { Db } from '#platform/db/open.ts'

/** Certificates of a partner; selectBeyond, those that it has not checked for the longest time are dropped. */
const CERTIFICATES_MAX = 1_000_000
/** Rows that one statement deletes: SQLite keeps other requests waiting for it. */
const PIECE = 5000

/**
 * Subscribes a partner to certificates that it has just checked successfully. Written once a day for a certificate.
 * @param certificateNos at most 100
 */
export async function rememberChecked(
  db: Db,
  partnerId: number,
  certificateNos: readonly string[],
  now: number,
): Promise<void> {
  if (certificateNos.length === 0) return
  // Every call locks numbers in the same order, so that two calls do not deadlock.
  const numbers = [...new Set(certificateNos)].sort()
  await db
    .insertInto('partner_certificates')
    .values(numbers.map((certificate_no) => ({ partner_id: partnerId, certificate_no, seen_at: now })))
    .onConflict((conflict) =>
      conflict
        .columns(['partner_id', 'certificate_no'])
        .doUpdateSet((eb) => ({ seen_at: eb.ref('excluded.seen_at') }))
        .where('partner_certificates.seen_at', '<', now - DAY_MS),
    )
    .execute()
}

/** Deletes subscriptions that have ended. */
export async function sweepSubscriptions(db: Db, now: number, most = CERTIFICATES_MAX): Promise<void> {
  for (const { id } of await db.selectFrom('partners').select('id').execute()) {
    const selectBeyond = await db
      .selectFrom('partner_certificates')
      .select('seen_at')
      .where('partner_id', '=', id)
      .orderBy('seen_at', 'desc')
      .offset(most)
      .limit(1)
      .executeTakeFirst()
    await deleteUntil(db, id, Math.max(selectBeyond?.seen_at ?? 0, now - SUBSCRIBED_MS - 1))
  }
}

async function deleteUntil(db: Db, partnerId: number, seenAt: number): Promise<void> {
  for (;;) {
    const old = db
      .selectFrom('partner_certificates')
      .select('certificate_no')
      .where('partner_id', '=', partnerId)
      .where('seen_at', '<=', seenAt)
      .limit(PIECE)
    const deleted = await db
      .deleteFrom('partner_certificates')
      .where('partner_id', '=', partnerId)
      .where('certificate_no', 'in', old)
      .executeTakeFirst()
    if (deleted.numDeletedRows < BigInt(PIECE)) return
  }
}
