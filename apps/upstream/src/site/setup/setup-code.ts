import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { DAY_MS } from '@portal/contract/constants.ts'
import type { Db } from '#platform/db/open.ts'
import { isAny } from '#platform/db/queries.ts'

const CODE_BYTES = 32
/** There is one code at a time; the newest counts. */
const ROW = 1

const hashCode = (code: string) => createHash('sha256').update(code).digest('hex')

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
      const row = {
        code_hash: hashCode(code),
        expires_at: now() + DAY_MS,
        wrong_tries: 0,
        used_at: null,
        owner_id: null,
      }
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
      if (!row || !timingSafeEqual(Buffer.from(row.code_hash), Buffer.from(hashCode(code)))) return null
      const { expires_at: expiresAt, used_at: usedAt, owner_id: ownerId, wrong_tries: wrongTries } = row
      return { expiresAt, usedAt, ownerId, wrongTries, isOver: expiresAt <= now() }
    },

    /**
     * Counts a wrong code. The present one stays valid: nobody guesses 256 bits, and strangers must not void it.
     * @returns the wrong codes since it was made
     */
    async noteWrong(): Promise<number> {
      const row = await db
        .updateTable('setup_codes')
        .set((eb) => ({ wrong_tries: eb('wrong_tries', '+', 1) }))
        .where('id', '=', ROW)
        .returning('wrong_tries')
        .executeTakeFirst()
      return row?.wrong_tries ?? 0
    },

    /** Uses a code up. @param trx the transaction that makes the owner. @returns whether it was good */
    async take(trx: Db, code: string, ownerId: string): Promise<boolean> {
      const taken = trx
        .updateTable('setup_codes')
        .set({ used_at: now(), owner_id: ownerId })
        .where('id', '=', ROW)
        .where('code_hash', '=', hashCode(code))
        .where('used_at', 'is', null)
        .where('expires_at', '>', now())
      return await isAny(taken.returning('id'))
    },
  }
}
