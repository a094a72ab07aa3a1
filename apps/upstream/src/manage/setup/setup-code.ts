import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { DAY_MS } from '@portal/contract/constants.ts'
import type { Db } from '#db/open.ts'
import { isAny } from '#db/queries.ts'

const CODE_BYTES = 32
const WRONG_TRIES_MAX = 5
/** There is one code at a time; the newest counts. */
const ROW = 1

const hashOf = (code: string) => createHash('sha256').update(code).digest('hex')

interface Options {
  db: Db
  now: () => number
  /** Shows a new code to the operator. It is stored nowhere in clear. */
  announce: (code: string) => void
}

/** The code that admits to the first set-up: 24 hours, one use. */
export function createSetupCode({ db, now, announce }: Options) {
  return {
    /** Makes a code, and voids the one before. */
    async renew(): Promise<void> {
      const code = randomBytes(CODE_BYTES).toString('base64url')
      const row = { code_hash: hashOf(code), expires_at: now() + DAY_MS, wrong_tries: 0, used_at: null, owner_id: null }
      await db
        .insertInto('setup_codes')
        .values({ id: ROW, ...row })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
        .execute()
      announce(code)
    },

    /** What is known of a code; `null` for any other code than the present one. Compared in constant time. */
    async find(code: string) {
      const row = await db.selectFrom('setup_codes').selectAll().where('id', '=', ROW).executeTakeFirst()
      if (!row || !timingSafeEqual(Buffer.from(row.code_hash), Buffer.from(hashOf(code)))) return null
      return { expiresAt: row.expires_at, usedAt: row.used_at, ownerId: row.owner_id, isOver: row.expires_at <= now() }
    },

    /** Counts a wrong code; the last one allowed voids the present code and makes another. */
    async noteWrong(): Promise<void> {
      const row = await db
        .updateTable('setup_codes')
        .set((eb) => ({ wrong_tries: eb('wrong_tries', '+', 1) }))
        .where('id', '=', ROW)
        .where('used_at', 'is', null)
        .returning('wrong_tries')
        .executeTakeFirst()
      if (row?.wrong_tries === WRONG_TRIES_MAX) await this.renew()
    },

    /** Uses a code up. @param trx the transaction that makes the owner. @returns whether it was good */
    async take(trx: Db, code: string, ownerId: string): Promise<boolean> {
      const taken = trx
        .updateTable('setup_codes')
        .set({ used_at: now(), owner_id: ownerId })
        .where('id', '=', ROW)
        .where('code_hash', '=', hashOf(code))
        .where('used_at', 'is', null)
        .where('expires_at', '>', now())
      return await isAny(taken.returning('id'))
    },
  }
}
