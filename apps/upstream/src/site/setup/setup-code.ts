import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { DAY_MS } from '@portal/contract/constants.ts'
import type { Db } from '#platform/db/open.ts'
import { isAny } from '#platform/db/queries.ts'

const CODE_BYTES = 32
/** Id of the only row: there is one code at a time. */
const ROW = 1

const hashCode = (code: string) => createHash('sha256').update(code).digest('hex')

interface Options {
  db: Db
  now: () => number
  /** Shows a new code to the operator. It is not stored in plain text. */
  announce: (code: string) => void
}

/** The code for the first set-up: 24 hours, one use. */
export function createSetupCode({ db, now, announce }: Options) {
  return {
    /** Makes a code, and invalidates the one before. */
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

    /** Finds a code in constant time; `null` for any other code than the present one. */
    async find(code: string) {
      const row = await db.selectFrom('setup_codes').selectAll().where('id', '=', ROW).executeTakeFirst()
      if (!row || !timingSafeEqual(Buffer.from(row.code_hash), Buffer.from(hashCode(code)))) return null
      const { expires_at: expiresAt, used_at: usedAt, owner_id: ownerId, wrong_tries: wrongTries } = row
      return { expiresAt, usedAt, ownerId, wrongTries, isOver: expiresAt <= now() }
    },

    /**
     * Counts a wrong code. The present one stays valid, because 256 bits cannot be guessed, and strangers must not
     * invalidate it.
     * @returns the number of wrong codes since it was made
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

    /** Uses up a code. @param trx the transaction that creates the owner @returns whether the code was valid */
    async take(trx: Db, code: string, ownerId: string): Promise<boolean> {
      const update = trx
        .updateTable('setup_codes')
        .set({ used_at: now(), owner_id: ownerId })
        .where('id', '=', ROW)
        .where('code_hash', '=', hashCode(code))
        .where('used_at', 'is', null)
        .where('expires_at', '>', now())
      return await isAny(update.returning('id'))
    },
  }
}
