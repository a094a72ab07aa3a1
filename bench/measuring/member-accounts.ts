import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createSealer } from '../../apps/bff/src/session/seal.ts'
import { createSessionRepository } from '../../apps/upstream/src/accounts/sessions/session-repository.ts'
import { runWithDatabase } from '../../apps/upstream/src/platform/db/migrate.ts'
import { TOKEN_LIFETIME_MS } from '../../packages/contract/src/constants.ts'

/** A user who is logged in. */
export interface Member {
  id: string
  token: string
  /** Header `Cookie` for the site. */
  cookie: string
  /** Apparent client address: budgets of the site are per address. */
  address: string
}

const BATCH = 500

/** Makes neighbouring members follow each other, so that their chat is not limited like a chat between strangers. */
function makeFollows(members: readonly Member[], created_at: number) {
  return members.flatMap(({ id }, index) => {
    const peer = members[index ^ 1]
    return peer ? [{ follower_id: id, followed_id: peer.id, created_at }] : []
  })
}

/**
 * Creates accounts with a login each directly in a new database: a thousand logins by form would take longer than the
 * bench.
 * @param sessionKey key of the site, 32 bytes in base64
 * @param databaseUrl upstream's database in `dataDir` by default
 */
export async function createMembers(
  dataDir: string,
  count: number,
  sessionKey: string,
  databaseUrl = `sqlite:${join(dataDir, 'portal.db')}`,
): Promise<Member[]> {
  const sealer = createSealer([Buffer.from(sessionKey, 'base64')])
  const created_at = Date.now()
  const expires_at = created_at + TOKEN_LIFETIME_MS
  const members = Array.from({ length: count }, (_, index): Member => {
    const id = randomBytes(16).toString('hex')
    const token = randomBytes(64).toString('hex')
    const sealed = sealer.seal('session', { t: token, u: id, e: expires_at })
    return { id, token, cookie: `session=${sealed}`, address: `10.0.${index >> 8}.${index & 255}` }
  })
  await runWithDatabase(databaseUrl, async ({ db }) => {
    const { toSessionKey } = createSessionRepository({ db, now: Date.now })
    for (let from = 0; from < count; from += BATCH) {
      const batch = members.slice(from, from + BATCH)
      const users = batch.map(({ id }, at) => ({ id, nickname: `同事${from + at}`, avatar: '', status: 1, created_at }))
      const sessions = batch.map(({ id, token }) => ({
        id: randomBytes(16).toString('hex'),
        token_hash: toSessionKey(token),
        user_id: id,
        device: null,
        created_at,
        expires_at,
      }))
      await db.transaction().execute(async (trx) => {
        await trx.insertInto('users').values(users).execute()
        await trx.insertInto('sessions').values(sessions).execute()
        await trx.insertInto('follows').values(makeFollows(batch, created_at)).execute()
      })
    }
  })
  return members
}
