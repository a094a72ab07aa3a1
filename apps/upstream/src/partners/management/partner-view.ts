import { computeUnknownLimit } from '@portal/contract/partners/partner-rules.ts'
import type { Partner, PartnerKey } from '@portal/contract/partners/partners.ts'
import { toWireDate, toWireMinute } from '@portal/contract/time.ts'
import type { createPartnerRepository, PartnerForm } from '#partners/lookups/partner-repository.ts'
import type { Db } from '#platform/db/open.ts'

type Partners = ReturnType<typeof createPartnerRepository>
export type PartnerRow = Awaited<ReturnType<Partners['list']>>[number]
type KeyRow = Awaited<ReturnType<Partners['listKeys']>>[number]

const splitList = (text: string, separator: string) => text.split(separator).filter((part) => part !== '')

export function toPartnerForm(row: PartnerRow): PartnerForm {
  return {
    name: row.name,
    contactEmail: row.contact_email,
    dailyQuota: row.daily_quota,
    state: row.state,
    scopes: splitList(row.scopes, ',') as PartnerForm['scopes'],
    addresses: splitList(row.addresses, '\n'),
  }
}

export function toPartner(row: PartnerRow): Partner {
  return { number: row.id, ...toPartnerForm(row), version: row.version, createTime: toWireMinute(row.created_at) }
}

const toWireTime = (at: number | null) => (at === null ? null : toWireMinute(at))

export function toPartnerKey(row: KeyRow, nowMs: number): PartnerKey {
  return {
    number: row.id,
    lastFour: row.last_four,
    isTest: row.is_test === 1,
    createTime: toWireMinute(row.created_at),
    endTime: toWireTime(row.ends_at),
    revokedTime: toWireTime(row.revoked_at),
    lastUsedDay: row.last_used_day,
    isLive: row.revoked_at === null && (row.ends_at === null || row.ends_at > nowMs),
  }
}

/** Lists partners with their valid keys and their use of today. */
export async function listWithUse(db: Db, partners: readonly PartnerRow[], nowMs: number) {
  const today = await db
    .selectFrom('partner_days')
    .select(['partner_id', 'taken', 'unknown'])
    .where('day', '=', toWireDate(nowMs))
    .execute()
  const keys = await db
    .selectFrom('partner_keys')
    .select((eb) => ['partner_id', eb.fn.countAll<number>().as('count')])
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', nowMs)]))
    .groupBy('partner_id')
    .execute()
  const useByPartner = new Map(today.map((row) => [row.partner_id, row]))
  const findPlaces = new Map(keys.map((row) => [row.partner_id, Number(row.count)]))
  return partners.map((row) => {
    const use = useByPartner.get(row.id)
    return {
      ...toPartner(row),
      liveKeys: findPlaces.get(row.id) ?? 0,
      takenToday: use?.taken ?? 0,
      isSuspicious: (use?.unknown ?? 0) >= computeUnknownLimit(row.daily_quota) / 2,
    }
  })
}
