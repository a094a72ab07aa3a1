import { HOUR_MS } from '@portal/contract/constants.ts'
import { LIVE_KEYS_MAX, type PartnerScope, type PartnerState } from '@portal/contract/partners/partner-rules.ts'
import type { Db } from '#platform/db/open.ts'
import { hashPartnerKey, makePartnerKey } from './partner-key.ts'

/** Members of a partner that staff edit. */
export interface PartnerForm {
  name: string
  contactEmail: string
  scopes: PartnerScope[]
  dailyQuota: number
  /** Valid address ranges. */
  addresses: string[]
  state: PartnerState
}

const COLUMNS = [
  ...(['id', 'name', 'contact_email', 'scopes', 'daily_quota', 'addresses', 'state', 'version'] as const),
  'created_at' as const,
]

const KEY_COLUMNS = ['id', 'partner_id', 'last_four', 'is_test', 'created_at', 'ends_at', 'revoked_at'] as const

/** Partners and their keys. @param db may be a transaction */
export function createPartnerRepository({ db, now }: { db: Db; now: () => number }) {
  const toColumns = ({ name, contactEmail, scopes, dailyQuota, addresses, state }: PartnerForm) => ({
    name,
    contact_email: contactEmail,
    scopes: scopes.join(','),
    daily_quota: dailyQuota,
    addresses: addresses.join('\n'),
    state,
  })

  async function addKey(partnerId: number, isTest: boolean): Promise<{ id: number; key: string }> {
    const key = makePartnerKey(isTest)
    const values = { partner_id: partnerId, key_hash: hashPartnerKey(key), last_four: key.slice(-4) }
    const { id } = await db
      .insertInto('partner_keys')
      .values({ ...values, is_test: isTest ? 1 : 0, created_at: now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, key }
  }

  return {
    addKey,
    list: () => db.selectFrom('partners').select(COLUMNS).orderBy('name').orderBy('id').execute(),
    find: (id: number) => db.selectFrom('partners').select(COLUMNS).where('id', '=', id).executeTakeFirst(),

    /** Reads the stored row and locks it for the rest of the transaction. */
    async lock(id: number) {
      return await db
        .updateTable('partners')
        .set((eb) => ({ version: eb.ref('version') }))
        .where('id', '=', id)
        .returning(COLUMNS)
        .executeTakeFirst()
    },

    async add(form: PartnerForm): Promise<number> {
      const { id } = await db
        .insertInto('partners')
        .values({ ...toColumns(form), version: 1, created_at: now() })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },

    async change(id: number, form: PartnerForm): Promise<void> {
      await db
        .updateTable('partners')
        .set((eb) => ({ ...toColumns(form), version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .execute()
    },

    /** Lists keys, newest first. */
    async listKeys(partnerId: number) {
      return await db
        .selectFrom('partner_keys')
        .select([...KEY_COLUMNS, 'last_used_day'])
        .where('partner_id', '=', partnerId)
        .orderBy('id', 'desc')
        .execute()
    },

    /** Returns whether the maximum number of keys of this kind exists. */
    async hasAllKeys(partnerId: number, isTest: boolean): Promise<boolean> {
      const liveKeys = await db
        .selectFrom('partner_keys')
        .select('id')
        .where('partner_id', '=', partnerId)
        .where('is_test', '=', isTest ? 1 : 0)
        .where('revoked_at', 'is', null)
        .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now())]))
        .limit(LIVE_KEYS_MAX)
        .execute()
      return liveKeys.length >= LIVE_KEYS_MAX
    },

    findKey: (partnerId: number, id: number) =>
      db
        .selectFrom('partner_keys')
        .select(KEY_COLUMNS)
        .where('partner_id', '=', partnerId)
        .where('id', '=', id)
        .executeTakeFirst(),

    /** Ends a key after the overlap. */
    async endKey(id: number, overlapHours: number): Promise<void> {
      const ends_at = now() + overlapHours * HOUR_MS
      await db.updateTable('partner_keys').set({ ends_at }).where('id', '=', id).execute()
    },

    async revokeKey(id: number): Promise<void> {
      await db.updateTable('partner_keys').set({ revoked_at: now() }).where('id', '=', id).execute()
    },
  }
}
