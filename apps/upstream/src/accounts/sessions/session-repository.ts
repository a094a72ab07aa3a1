import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { Duty } from '@portal/contract/accounts/duties.ts'
import { MINUTE_MS, TOKEN_LIFETIME_MS } from '@portal/contract/constants.ts'
import type { Selection } from 'kysely'
import { readDuties, toRole } from '#accounts/duties/duties.ts'
import { ACCOUNT_STATUS } from '#accounts/login/account-status.ts'
import type { Db } from '#platform/db/open.ts'
import { type Blanks, prepare } from '#platform/db/prepared.ts'
import type { Role } from '#platform/db/tables/accounts.ts'
import type { Tables } from '#platform/db/tables.ts'

/** Account columns that may leave the table. */
export const ACCOUNT_COLUMNS = [
  'users.id',
  // The address that the profile shows, which may be unverified.
  'users.email',
  'users.nickname',
  'users.avatar',
  'users.intro',
  'users.web_site as webSite',
  'users.bj_cover as bjCover',
  'users.role',
  // When the account is to be erased; `null` unless it is closing.
  'users.closes_at as closesAt',
] as const

/** An account as its owner may see it; the password's hash is not among it. */
export type Account = Selection<Tables, 'users', (typeof ACCOUNT_COLUMNS)[number]>

/** The account of a session, with its rights. */
export interface SessionAccount extends Account {
  /**
   * What the account may do in this session. Until the second factor is proved, and without a duty for content, it
   * counts as a member.
   */
  role: Role
  /** Name that is printed on certificates; `null`: the account signs none. */
  signingName: string | null
  /** Role that the family's clients see. */
  heldRole: Role
  /** Duties. They count once the second factor is proved. */
  duties: readonly Duty[]
  sessionId: string
  /** When the second factor was last proved in this session, epoch ms. */
  factorAt: number | null
  /** When a call last renewed that proof, epoch ms. */
  renewedAt: number | null
}

type SessionRow = Account & Pick<SessionAccount, 'sessionId' | 'factorAt' | 'renewedAt' | 'signingName'>

async function toSessionAccount(db: Db, row: SessionRow): Promise<SessionAccount> {
  const duties = row.role === 'user' ? [] : await readDuties(db, row.id)
  const counted = row.factorAt === null ? [] : duties.filter((duty) => CONTENT_DUTIES.includes(duty))
  return { ...row, duties, heldRole: row.role, role: toRole(counted) }
}

/** Duties whose holders act as editors in the family's calls. */
const CONTENT_DUTIES: readonly Duty[] = ['edit', 'support', 'owner']

const SESSION_ID_BYTES = 16
const TOKEN_LENGTH = 128
const TOKEN_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const TOKEN = /^[A-Za-z0-9]{128}$/
/** Maximum number of sessions. There may be several, because a login on a phone must not end the one at the desk. */
const SESSIONS_AN_ACCOUNT = 20
/** Precision of the time of a session's last use, so that reading requests rarely write. */
const USE_NOTED_MS = 10 * MINUTE_MS

/** Rows per query: few, because SQLite blocks other requests meanwhile. */
const KEYS_A_QUERY = 512

/** Repeats the last key until their number is a power of two, so that few different statements are needed. */
function padToPowerOfTwo(keys: readonly string[]): string[] {
  const length = 2 ** Math.ceil(Math.log2(keys.length))
  return [...keys, ...Array.from({ length: length - keys.length }, () => keys.at(-1) ?? '')]
}

/** One round is enough, because tokens are long and random; passwords differ, see `passwords.ts`. */
function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

function makeToken(): string {
  let token = ''
  for (let index = 0; index < TOKEN_LENGTH; index += 1) token += TOKEN_CHARACTERS[randomInt(TOKEN_CHARACTERS.length)]
  return token
}

function createSessionEnder({ db, now }: { db: Db; now: () => number }) {
  const deleteSessions = (userId: string) => db.deleteFrom('sessions').where('user_id', '=', userId)

  return {
    /** Ends one session of this account. Ignores a missing session, and one of another account. */
    async endOne(userId: string, id: string): Promise<void> {
      await deleteSessions(userId).where('id', '=', id).execute()
    },

    /** Ends every session of this account but the one of this token. */
    async endOthers(userId: string, token: string): Promise<void> {
      await deleteSessions(userId).where('token_hash', '!=', hashToken(token)).execute()
    },

    async end(token: string): Promise<void> {
      await db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute()
    },

    async endAll(userId: string): Promise<void> {
      await deleteSessions(userId).execute()
    },

    async sweep(): Promise<void> {
      await db.deleteFrom('sessions').where('expires_at', '<=', now()).execute()
    },
  }
}

/** Finds sessions that have not expired, of accounts with this status. */
const queryOpenSessions = ({ db, now }: { db: Db; now: () => number }, status: number) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('expires_at', '>', now())
    .where('users.status', '=', status)

function createSessionWatch(options: { db: Db; now: () => number }) {
  const { db, now } = options

  return {
    /** Makes a key that identifies the session of a token without revealing the token. */
    toSessionKey: hashToken,

    /** Reads a counter that rises whenever a session may have ended before its expiry. */
    async countEnds(): Promise<number> {
      return (await db.selectFrom('session_ends').select('times').executeTakeFirstOrThrow()).times
    },

    /** Finds the open sessions among these. @returns expiries by key, epoch ms */
    async findOpen(keys: readonly string[]): Promise<Map<string, number>> {
      const expiries = new Map<string, number>()
      for (let from = 0; from < keys.length; from += KEYS_A_QUERY) {
        const rows = await queryOpenSessions(options, ACCOUNT_STATUS.normal)
          .select(['token_hash', 'expires_at'])
          .where('token_hash', 'in', padToPowerOfTwo(keys.slice(from, from + KEYS_A_QUERY)))
          .execute()
        for (const { token_hash, expires_at } of rows) expiries.set(token_hash, expires_at)
      }
      return expiries
    },

    /** Lists the open sessions, newest first. @param token the caller's own */
    async listOpen(userId: string, token: string) {
      const rows = await db
        .selectFrom('sessions')
        .select(['id', 'device', 'created_at as createdAt', 'last_used_at as lastUsedAt', 'token_hash'])
        .where('user_id', '=', userId)
        .where('expires_at', '>', now())
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute()
      const current = hashToken(token)
      return rows.map(({ token_hash, ...session }) => ({ ...session, isCurrent: token_hash === current }))
    },
  }
}

export type SessionRepository = ReturnType<typeof createSessionRepository>

export function createSessionRepository(options: { db: Db; now: () => number }) {
  const { db, now } = options
  const findAccount = prepare((blank: Blanks<{ hash: string; at: number }>) =>
    db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select([
        ...ACCOUNT_COLUMNS,
        'sessions.id as sessionId',
        'sessions.factor_at as factorAt',
        'sessions.last_used_at',
        'sessions.renewed_at as renewedAt',
        'users.signing_name as signingName',
      ])
      .where('token_hash', '=', blank('hash'))
      .where('expires_at', '>', blank('at'))
      .where('users.status', '=', ACCOUNT_STATUS.normal),
  )

  async function noteUse(hash: string): Promise<void> {
    const at = now()
    await db
      .updateTable('sessions')
      .set({ last_used_at: at })
      .where('token_hash', '=', hash)
      .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', at - USE_NOTED_MS)]))
      .execute()
  }

  return {
    ...createSessionEnder(options),
    ...createSessionWatch(options),

    /**
     * Creates a session; the token itself is not stored. The oldest session ends when there are too many.
     * @param device browser and system in words, shown to the owner
     * @param factorAt when the second factor was proved, epoch ms; `null`: it was not
     * @returns the new token
     */
    async create(userId: string, device: string | null = null, factorAt: number | null = null): Promise<string> {
      const token = makeToken()
      const id = randomBytes(SESSION_ID_BYTES).toString('hex')
      const at = now()
      const times = { created_at: at, last_used_at: at, expires_at: at + TOKEN_LIFETIME_MS }
      await db.transaction().execute(async (trx) => {
        await trx
          .insertInto('sessions')
          .values({ token_hash: hashToken(token), id, device, user_id: userId, factor_at: factorAt, ...times })
          .execute()
        await trx.updateTable('users').set({ last_login_at: at }).where('id', '=', userId).execute()
        const newest = trx
          .selectFrom('sessions')
          .select('token_hash')
          .where('user_id', '=', userId)
          .orderBy('created_at', 'desc')
          .limit(SESSIONS_AN_ACCOUNT)
        await trx.deleteFrom('sessions').where('user_id', '=', userId).where('token_hash', 'not in', newest).execute()
      })
      return token
    },

    /** Finds the account of a token, unless the token is unknown or expired, or the account is disabled or closing. */
    async find(token: string): Promise<SessionAccount | undefined> {
      if (!TOKEN.test(token)) return undefined
      const hash = hashToken(token)
      const [row] = await findAccount(db, { hash, at: now() })
      if (!row) return undefined
      const { last_used_at: lastUsedAt, ...account } = row
      if (now() - (lastUsedAt ?? 0) >= USE_NOTED_MS) await noteUse(hash)
      return await toSessionAccount(db, account)
    },

    /** Notes that the second factor was proved just now. @param network of the client, /24 or /48 */
    async noteFactor(sessionId: string, network: string): Promise<void> {
      await db
        .updateTable('sessions')
        .set({ factor_at: now(), renewed_at: null, factor_network: network })
        .where('id', '=', sessionId)
        .execute()
    },

    /** Notes that a call which needs a fresh proof has succeeded just now. */
    async renewFactor(sessionId: string): Promise<void> {
      await db.updateTable('sessions').set({ renewed_at: now() }).where('id', '=', sessionId).execute()
    },

    /** Finds the account of a token if it is closing. */
    async findClosing(token: string): Promise<SessionAccount | undefined> {
      if (!TOKEN.test(token)) return undefined
      const found = await queryOpenSessions(options, ACCOUNT_STATUS.closing)
        .select([...ACCOUNT_COLUMNS, 'sessions.id as sessionId', 'sessions.factor_at as factorAt'])
        .select(['sessions.renewed_at as renewedAt', 'users.signing_name as signingName'])
        .where('token_hash', '=', hashToken(token))
        .executeTakeFirst()
      return found && (await toSessionAccount(db, found))
    },
  }
}
