import { randomInt, timingSafeEqual } from 'node:crypto'
import { CODE_RESEND_SECONDS, DAY_MS, EMAIL_CODE_MS, HOUR_MS, SECOND_MS } from '@portal/contract/constants.ts'
import type { Db } from '#platform/db/open.ts'
import { emailCodeWrong, emailFormatWrong, mailFailed, tooFrequent } from '#platform/errors.ts'
import type { CreateLimit } from '#platform/http/shared-limit.ts'
import type { Mailer } from '#platform/mail/mailer.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'

/**
 * Limits of each address, for all clients together and for each one. A client that requests or guesses codes for the
 * address of another person uses up its own share only. After `usual` codes in a day each client still gets up to
 * `ofLate`.
 */
const SENDS_AN_ADDRESS_AND_DAY = { usual: 20, most: 100, ofOne: 10, ofLate: 2 }
const TRIES_A_CODE = { ofAll: 15, ofOne: 5 }
const SENDS_A_CLIENT_AND_HOUR = 20
const CODES = 1_000_000

/**
 * E-mail addresses that browsers accept (HTML standard, "valid e-mail address") with a dot in the domain; no blank,
 * comma or newline.
 */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/

/** Trims an address and converts it to lower case; `undefined` for other text. */
export function parseEmail(typed: string): string | undefined {
  const email = typed.trim().toLowerCase()
  return EMAIL.test(email) ? email : undefined
}

/** Parses an address like `parseEmail`. @throws AppError when it is no e-mail address. */
export function requireEmail(typed: string): string {
  const email = parseEmail(typed)
  if (email === undefined) throw emailFormatWrong()
  return email
}

function isEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Makes a key of an address and a client that is unambiguous for any content. */
function makePairKey(email: string, client: string): string {
  return JSON.stringify([email, client])
}

interface Options {
  db: Db
  mailer: Mailer
  digest: Digest
  createLimit: CreateLimit
  now: () => number
  /** Receives the cause of a failed mail. The caller only learns that the mail failed. */
  onMailError: (error: Error) => void
}

/**
 * Stores a code in one statement, so that one of two concurrent requests is refused.
 * @param most codes that may have been sent to the address in a day
 * @param at now, epoch ms
 * @throws AppError over a limit
 */
async function storeCode(db: Db, email: string, codeHash: string, most: number, at: number): Promise<void> {
  const resendMs = CODE_RESEND_SECONDS * SECOND_MS
  const code = { code_hash: codeHash, expires_at: at + EMAIL_CODE_MS, tries: 0, sent_at: at }
  const stored = await db
    .insertInto('email_codes')
    .values({ email, ...code, day_started_at: at, sent_in_day: 1 })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet((eb) => {
          const isNewDay = eb('email_codes.day_started_at', '<=', at - DAY_MS)
          return {
            ...code,
            day_started_at: eb.case().when(isNewDay).then(at).else(eb.ref('email_codes.day_started_at')).end(),
            sent_in_day: eb
              .case()
              .when(isNewDay)
              .then(1)
              .else(eb('email_codes.sent_in_day', '+', 1))
              .end(),
          }
        })
        .where('email_codes.sent_at', '<=', at - resendMs)
        .where((eb) =>
          eb.or([eb('email_codes.sent_in_day', '<', most), eb('email_codes.day_started_at', '<=', at - DAY_MS)]),
        ),
    )
    .returning('email')
    .executeTakeFirst()
  if (stored) return
  const row = await db
    .selectFrom('email_codes')
    .select(['sent_at', 'day_started_at', 'sent_in_day'])
    .where('email', '=', email)
    .executeTakeFirst()
  const dayEndsAt = row && row.sent_in_day >= most ? row.day_started_at + DAY_MS : 0
  throw tooFrequent((Math.max((row?.sent_at ?? at) + resendMs, dayEndsAt) - at) / SECOND_MS)
}

/** Invalidates a code that could not be mailed; another may be requested at once. */
async function discardCode(db: Db, email: string, codeHash: string): Promise<void> {
  await db
    .updateTable('email_codes')
    .set({ code_hash: null, sent_at: 0 })
    .where('email', '=', email)
    .where('code_hash', '=', codeHash)
    .execute()
}

export type EmailCodes = ReturnType<typeof createEmailCodes>

/** Codes by e-mail: six digits, valid for 5 minutes and one use. A new code replaces the older one. */
export function createEmailCodes({ db, mailer, digest, createLimit, now, onMailError }: Options) {
  const clients = createLimit('code-client', { max: SENDS_A_CLIENT_AND_HOUR, windowMs: HOUR_MS })
  const sends = createLimit('code-send', { max: SENDS_AN_ADDRESS_AND_DAY.ofOne, windowMs: DAY_MS })
  const lateSends = createLimit('code-late-send', { max: SENDS_AN_ADDRESS_AND_DAY.ofLate, windowMs: DAY_MS })
  const tries = createLimit('code-try', { max: TRIES_A_CODE.ofOne, windowMs: EMAIL_CODE_MS, refusal: emailCodeWrong })
  const digestCode = (email: string, code: string) => digest('email-code', email, code)

  return {
    /**
     * Mails a new code. Does the same for every address, whether it has an account or not.
     * @throws AppError over the limits (1 a minute per address; 20 a day, 10 of them for one client, then 2 for each
     * client that has not had them; 20 an hour per client), or when the mail failed
     */
    async send(email: string, client: string): Promise<void> {
      await clients.use(client)
      const requester = makePairKey(email, client)
      await sends.check(requester)
      const code = String(randomInt(CODES)).padStart(6, '0')
      const codeHash = digestCode(email, code)
      const { usual, most } = SENDS_AN_ADDRESS_AND_DAY
      await storeCode(db, email, codeHash, (await lateSends.hasLeft(requester)) ? most : usual, now())
      await sends.use(requester)
      if (await lateSends.hasLeft(requester)) await lateSends.use(requester)
      // A new code starts with no attempts.
      await tries.forget(requester)
      try {
        await mailer.send({
          to: email,
          subject: '邮箱验证码',
          text: `您的验证码是 ${code}，5 分钟内有效，只能使用一次。如非本人操作，请忽略本邮件。`,
        })
      } catch (error) {
        await discardCode(db, email, codeHash)
        onMailError(error as Error)
        throw mailFailed()
      }
    },

    /**
     * Uses up a code.
     * @throws AppError when it is wrong, expired, used or replaced, or after too many guesses: five by this client, or
     * fifteen by all
     */
    async consume(email: string, code: string, client: string): Promise<void> {
      const guesser = makePairKey(email, client)
      await tries.use(guesser)
      const row = await db
        .updateTable('email_codes')
        .set((eb) => ({ tries: eb('tries', '+', 1) }))
        .where('email', '=', email)
        .where('code_hash', 'is not', null)
        .where('expires_at', '>', now())
        .where('tries', '<', TRIES_A_CODE.ofAll)
        .returning('code_hash')
        .executeTakeFirst()
      const codeHash = digestCode(email, code.trim())
      if (!isEqual(row?.code_hash ?? digestCode(email, ''), codeHash) || !row?.code_hash) throw emailCodeWrong()
      const usedCode = await db
        .updateTable('email_codes')
        .set({ code_hash: null })
        .where('email', '=', email)
        .where('code_hash', '=', row.code_hash)
        .returning('email')
        .executeTakeFirst()
      if (!usedCode) throw emailCodeWrong()
      await tries.forget(guesser)
    },

    /** Deletes addresses without a valid code or a running limit. */
    async sweep(): Promise<void> {
      await db
        .deleteFrom('email_codes')
        .where('day_started_at', '<=', now() - DAY_MS)
        .where('expires_at', '<=', now())
        .execute()
    },
  }
}
