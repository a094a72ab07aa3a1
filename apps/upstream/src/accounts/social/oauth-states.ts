import { createHash, randomBytes } from 'node:crypto'
import { MINUTE_MS } from '@portal/contract/constants.ts'
import type { Db } from '#platform/db/open.ts'

const STATE_BYTES = 32
const STATE = /^[\w-]{43}$/
const STATE_MS = 10 * MINUTE_MS

function hashState(state: string): string {
  return createHash('sha256').update(state).digest('hex')
}

export type OauthStates = ReturnType<typeof createOauthStates>

/** Social logins that were begun here. Each state can be used once, for 10 minutes, with its provider. */
export function createOauthStates({ db, now }: { db: Db; now: () => number }) {
  return {
    /**
     * Creates a state; only its hash is stored.
     * @returns the state
     */
    async begin(provider: string, verifier: string | null): Promise<string> {
      const state = randomBytes(STATE_BYTES).toString('base64url')
      const row = { state_hash: hashState(state), provider, verifier, expires_at: now() + STATE_MS }
      await db.insertInto('oauth_states').values(row).execute()
      return state
    },

    /** Uses up a state. @returns `undefined` for a state that is unknown, used, expired or of another provider */
    async take(state: string, provider: string): Promise<{ verifier: string | null } | undefined> {
      if (!STATE.test(state)) return undefined
      return await db
        .deleteFrom('oauth_states')
        .where('state_hash', '=', hashState(state))
        .where('provider', '=', provider)
        .where('expires_at', '>', now())
        .returning('verifier')
        .executeTakeFirst()
    },

    async sweep(): Promise<void> {
      await db.deleteFrom('oauth_states').where('expires_at', '<=', now()).execute()
    },
  }
}
