import { randomInt } from 'node:crypto'
import { MINUTE_MS, SECOND_MS, WECHAT_CODE_SECONDS } from '@portal/contract/constants.ts'
import type { Db } from '#db/open.ts'
import { tooFrequent } from '#errors.ts'
import type { Digest } from '#instance-secret.ts'
import { createRateLimit } from '#rate-limit.ts'

/**
 * Upstream has four digits. With six, of those who send codes at random, five of each sender in ten
 * minutes and one while many do so, one in a thousand meets a code that waits when a thousand people log in at once.
 */
const DIGITS = 6
const CODE = /^DL\d{6}$/
const CODE_MS = WECHAT_CODE_SECONDS * SECOND_MS
const WINDOW_MS = 10 * MINUTE_MS
/** A code that is over is still known for a while: who asks for it does not guess. */
const REMEMBERED_MS = WINDOW_MS
const CODES_A_CLIENT = 30
/** Codes that wait, of all clients: above the first number only a client without one gets one, above the second nobody. */
const CODES_AT_ONCE = { crowded: 1000, most: 10_000 }
const GUESSES_A_CLIENT = 20
const GUESSES_OF_ALL = 100
const ALL = 'all'
const TRIES_FOR_A_FREE_ONE = 10

export type WechatCodes = ReturnType<typeof createWechatCodes>

/** As it was shown, however it was typed. `undefined` for what is no code. */
export function wechatCodeFrom(typed: string): string | undefined {
  const code = typed.normalize('NFKC').replace(/\s/g, '').toUpperCase()
  return CODE.test(code) ? code : undefined
}

interface Options {
  db: Db
  digest: Digest
  now: () => number
}

/** Codes that a browser shows and its user sends to the official account: good for 60 s, for one person and one login. */
export function createWechatCodes({ db, digest, now }: Options) {
  const issued = createRateLimit({ max: CODES_A_CLIENT, windowMs: WINDOW_MS, now })
  const guesses = createRateLimit({ max: GUESSES_A_CLIENT, windowMs: WINDOW_MS, now })
  const allGuesses = createRateLimit({ max: GUESSES_OF_ALL, windowMs: WINDOW_MS, now })
  const hashOf = (code: string) => digest('wechat-code', code)
  const clientHash = (client: string) => digest('wechat-client', client)

  async function insert(code: string, client: string): Promise<boolean> {
    const row = { code_hash: hashOf(code), client_hash: clientHash(client), expires_at: now() + CODE_MS }
    const inserted = await db
      .insertInto('wechat_codes')
      .values(row)
      .onConflict((conflict) => conflict.column('code_hash').doNothing())
      .returning('code_hash')
      .executeTakeFirst()
    return inserted !== undefined
  }

  /** One client, or several, that ask for many codes leave the others theirs. */
  async function isFullFor(client: string): Promise<boolean> {
    const { waiting, own } = await db
      .selectFrom('wechat_codes')
      .select(({ fn }) => [
        fn.countAll<number>().as('waiting'),
        fn.countAll<number>().filterWhere('client_hash', '=', clientHash(client)).as('own'),
      ])
      .where('expires_at', '>', now())
      .executeTakeFirstOrThrow()
    return waiting >= CODES_AT_ONCE.most || (waiting >= CODES_AT_ONCE.crowded && own > 0)
  }

  function noteGuess(client: string): void {
    guesses.use(client)
    if (allGuesses.hasLeft(ALL)) allGuesses.use(ALL)
  }

  return {
    /** A new code. @throws AppError over the limits of a client: 30 in 10 minutes, one at once while 1000 wait. */
    async issue(client: string): Promise<string> {
      issued.use(client)
      if (await isFullFor(client)) throw tooFrequent(WECHAT_CODE_SECONDS)
      for (let tries = 0; tries < TRIES_FOR_A_FREE_ONE; tries += 1) {
        const code = `DL${String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')}`
        if (await insert(code, client)) return code
      }
      throw tooFrequent(WECHAT_CODE_SECONDS)
    },

    async isWaiting(code: string): Promise<boolean> {
      const row = await db
        .selectFrom('wechat_codes')
        .select('code_hash')
        .where('code_hash', '=', hashOf(code))
        .where('user_id', 'is', null)
        .where('expires_at', '>', now())
        .executeTakeFirst()
      return row !== undefined
    },

    /** Says whose code it is, for the first that does. `false` when somebody did, or it is over. */
    async claim(code: string, userId: string): Promise<boolean> {
      const row = await db
        .updateTable('wechat_codes')
        .set({ user_id: userId, expires_at: now() + CODE_MS })
        .where('code_hash', '=', hashOf(code))
        .where('user_id', 'is', null)
        .where('expires_at', '>', now())
        .returning('code_hash')
        .executeTakeFirst()
      return row !== undefined
    },

    /**
     * Whose login a code is, once. While many guess, a code is good only for the client that asked for it; otherwise
     * also from another address, as networks of mobile carriers change it between two requests.
     * @throws AppError for a client that asked for 20 codes that do not exist, in 10 minutes
     */
    async redeem(typed: string, client: string): Promise<string | undefined> {
      guesses.check(client)
      const code = wechatCodeFrom(typed)
      const row =
        code &&
        (await db
          .selectFrom('wechat_codes')
          .select(['code_hash', 'client_hash', 'user_id'])
          .where('code_hash', '=', hashOf(code))
          .executeTakeFirst())
      const isStranger = row && row.client_hash !== clientHash(client)
      if (!row || (isStranger && !allGuesses.hasLeft(ALL))) {
        noteGuess(client)
        return undefined
      }
      if (row.user_id === null) return undefined
      const used = await db
        .updateTable('wechat_codes')
        .set({ user_id: null, expires_at: now() })
        .where('code_hash', '=', row.code_hash)
        .where('user_id', '=', row.user_id)
        .where('expires_at', '>', now())
        .returning('code_hash')
        .executeTakeFirst()
      return used && row.user_id
    },

    async sweep(): Promise<void> {
      await db
        .deleteFrom('wechat_codes')
        .where('expires_at', '<=', now() - REMEMBERED_MS)
        .execute()
    },
  }
}
