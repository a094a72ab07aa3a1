import { timingSafeEqual } from 'node:crypto'
import { isAddressAllowed } from '@portal/contract/partners/address-ranges.ts'
import type { PartnerScope } from '@portal/contract/partners/partner-rules.ts'
import { toWireDate } from '@portal/contract/time.ts'
import type { FastifyRequest } from 'fastify'
import type { Db } from '#platform/db/open.ts'
import {
  addressNotAllowed,
  keyEnded,
  keyInAddress,
  keyMalformed,
  keyMissing,
  keyRevoked,
  keyUnknown,
  partnerDisabled,
  scopeMissing,
} from './partner-errors.ts'
import { hashPartnerKey, isPartnerKey } from './partner-key.ts'

/** The partner that makes a call. */
export interface Partner {
  id: number
  name: string
  keyId: number
  /** Whether it uses a test key, which gets samples as answers. */
  isTest: boolean
  /** Maximum pairs a day. */
  dailyQuota: number
}

/** The expression visits each character once, even of an address of 16 KB. */
const KEY_IN_QUERY = /[?&][^=&]*=gp_/
const BEARER = /^Bearer (?<key>\S+)$/i

/**
 * Finds the partner whose key a request carries. Each request reads the database, so that a revoked key is refused
 * immediately on every instance. Form and checksum are checked first.
 * @param scope that the key needs; `null`: none
 * @throws AppError 401 for a key that is missing, wrong, revoked or expired; 403 for a disabled partner, a missing
 * scope, and an address outside the allowed ranges
 */
export async function findPartner(
  { db, now }: { db: Db; now: () => number },
  request: Pick<FastifyRequest, 'headers' | 'ip' | 'url'>,
  scope: PartnerScope | null,
): Promise<Partner> {
  if (KEY_IN_QUERY.test(request.url)) throw keyInAddress()
  const { authorization } = request.headers
  if (!authorization) throw keyMissing()
  const key = BEARER.exec(authorization)?.groups?.key
  if (!key || !isPartnerKey(key)) throw keyMalformed()
  const row = await findKey(db, hashPartnerKey(key))
  if (!row) throw keyUnknown()
  if (row.revoked_at !== null) throw keyRevoked()
  if (row.ends_at !== null && row.ends_at <= now()) throw keyEnded()
  if (row.state !== 'active') throw partnerDisabled()
  if (!isAddressAllowed(request.ip, row.addresses)) throw addressNotAllowed(request.ip)
  if (scope !== null && !row.scopes.split(',').includes(scope)) throw scopeMissing()
  await noteUse(db, row, toWireDate(now()))
  const { id, name, key_id: keyId, is_test, daily_quota: dailyQuota } = row
  return { id, name, keyId, isTest: is_test === 1, dailyQuota }
}

async function findKey(db: Db, hash: string) {
  const row = await db
    .selectFrom('partner_keys as held')
    .innerJoin('partners as partner', 'partner.id', 'held.partner_id')
    .select(['partner.id', 'partner.name', 'partner.scopes', 'partner.daily_quota', 'partner.addresses'])
    .select(['partner.state', 'held.id as key_id', 'held.key_hash', 'held.is_test', 'held.ends_at'])
    .select(['held.revoked_at', 'held.last_used_day'])
    .where('held.key_hash', '=', hash)
    .executeTakeFirst()
  return row && timingSafeEqual(Buffer.from(row.key_hash), Buffer.from(hash)) ? row : undefined
}

/** Notes the day of the last use, once a day. */
async function noteUse(db: Db, row: { key_id: number; last_used_day: string | null }, day: string): Promise<void> {
  if (row.last_used_day === day) return
  await db.updateTable('partner_keys').set({ last_used_day: day }).where('id', '=', row.key_id).execute()
}
