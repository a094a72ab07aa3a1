import { randomInt } from 'node:crypto'
import { MINUTE_MS, SECOND_MS, WECHAT_CODE_SECONDS } from '@portal/contract/constants.ts'
import type { Db } from '#platform/db/open.ts'
import { isAny } from '#platform/db/queries.ts'
import { tooFrequent } from '#platform/errors.ts'
import type { CreateLimit } from '#platform/http/shared-limit.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'

/**
 * Other upstreams use four digits. With six digits and the limits on wrong codes, a random guess hits a waiting code
 * once in a thousand times while a thousand users log in at once.
 */
const DIGITS = 6
const CODE = /^DL\d{6}$/
const CODE_MS = WECHAT_CODE_SECONDS * SECOND_MS
const WINDOW_MS = 10 * MINUTE_MS
/** Time for which expired codes are stored, so that a late request for one does not count as a guess. */
const REMEMBERED_MS = WINDOW_MS
const CODES_A_CLIENT = 30
/** Waiting codes of all clients: above `crowded` a client gets one only, above `most` none. */
const CODES_AT_ONCE = { crowded: 1000, most: 10_000 }
const GUESSES_A_CLIENT = 20
const GUESSES_OF_ALL = 100
const ALL = 'all'
const TRIES_FOR_A_FREE_ONE = 10

export type WechatCodes = ReturnType<typeof createWechatCodes>

/** Converts typed text to the displayed form of a code; `undefined` for other text. */
export function parseWechatCode(typed: string): string | undefined {
  const code = typed.normalize('NFKC').replace(/\s/g, '').toUpperCase()
  return CODE.test(code) ? code : undefined
}

interface Options {
  db: Db
  digest: Digest
  createLimit: CreateLimit
  now: () => number
}

/**
 * Codes that a browser shows and its user sends to the official account. Each is valid for 60 s, one user and one
 * login.
 */
export function createWechatCodes({ db, digest, createLimit, now }: Options) {
  const issued = createLimit('wechat-code', { max: CODES_A_CLIENT, windowMs: WINDOW_MS })
  const guesses = createLimit('wechat-guess', { max: GUESSES_A_CLIENT, windowMs: WINDOW_MS })
  const allGuesses = createLimit('wechat-guess-all', { max: GUESSES_OF_ALL, windowMs: WINDOW_MS })
  const hashCode = (code: string) => digest('wechat-code', code)
  const hashClient = (client: string) => digest('wechat-client', client)

  async function insert(code: string, client: string): Promise<boolean> {
    const row = { code_hash: hashCode(code), client_hash: hashClient(client), expires_at: now() + CODE_MS }
    const insertion = db.insertInto('wechat_codes').values(row).returning('code_hash')
    return await isAny(insertion.onConflict((conflict) => conflict.column('code_hash').doNothing()))
  }

  /** Clients that request many codes must not block the others. */
  async function isFullFor(client: string): Promise<boolean> {
    const { waiting, own: ownWaiting } = await db
      .selectFrom('wechat_codes')
      .select(({ fn }) => [
        fn.countAll<number>().as('waiting'),
        fn.countAll<number>().filterWhere('client_hash', '=', hashClient(client)).as('own'),
      ])
      .where('expires_at', '>', now())
      .executeTakeFirstOrThrow()
    return waiting >= CODES_AT_ONCE.most || (waiting >= CODES_AT_ONCE.crowded && ownWaiting > 0)
  }

  async function noteGuess(client: string): Promise<void> {
    await guesses.use(client)
    if (await allGuesses.hasLeft(ALL)) await allGuesses.use(ALL)
  }

  return {
    /**
     * Issues a new code.
     * @throws AppError over the limits of a client: 30 in 10 minutes, and one at a time while 1000 wait
     */
    async issue(client: string): Promise<string> {
      await issued.use(client)
      if (await isFullFor(client)) throw tooFrequent(WECHAT_CODE_SECONDS)
      for (let tries = 0; tries < TRIES_FOR_A_FREE_ONE; tries += 1) {
        const code = `DL${String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')}`
        if (await insert(code, client)) return code
      }
      throw tooFrequent(WECHAT_CODE_SECONDS)
    },

    async isWaiting(code: string): Promise<boolean> {
      const waiting = db.selectFrom('wechat_codes').where('user_id', 'is', null).where('expires_at', '>', now())
      return await isAny(waiting.select('code_hash').where('code_hash', '=', hashCode(code)))
    },

    /** Links a waiting code to a user. @returns `false` when it is linked already, or expired */
    async claim(code: string, userId: string): Promise<boolean> {
      const waiting = db.updateTable('wechat_codes').where('user_id', 'is', null).where('expires_at', '>', now())
      const claimed = waiting
        .set({ user_id: userId, expires_at: now() + CODE_MS })
        .where('code_hash', '=', hashCode(code))
      return await isAny(claimed.returning('code_hash'))
    },

    /**
     * Uses up a code and returns its user. During many guesses a code is valid only for the client that requested it;
     * otherwise also from another address, because mobile networks change addresses between two requests.
     * @throws AppError for a client that has tried 20 unknown codes in 10 minutes
     */
    async redeem(typed: string, client: string): Promise<string | undefined> {
      await guesses.check(client)
      const code = parseWechatCode(typed)
      const row =
        code &&
        (await db
          .selectFrom('wechat_codes')
          .select(['code_hash', 'client_hash', 'user_id'])
          .where('code_hash', '=', hashCode(code))
          .executeTakeFirst())
      const isStranger = row && row.client_hash !== hashClient(client)
      if (!row || (isStranger && !(await allGuesses.hasLeft(ALL)))) {
        await noteGuess(client)
        return undefined
      }
      if (row.user_id === null) return undefined
      const usedCode = await db
        .updateTable('wechat_codes')
        .set({ user_id: null, expires_at: now() })
        .where('code_hash', '=', row.code_hash)
        .where('user_id', '=', row.user_id)
        .where('expires_at', '>', now())
        .returning('code_hash')
        .executeTakeFirst()
      return usedCode && row.user_id
    },

    async sweep(): Promise<void> {
      await db
        .deleteFrom('wechat_codes')
        .where('expires_at', '<=', now() - REMEMBERED_MS)
        .execute()
    },
  }
}
