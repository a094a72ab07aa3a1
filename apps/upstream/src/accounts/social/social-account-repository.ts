import { randomBytes } from 'node:crypto'
import { mayLogIn } from '#accounts/login/account-status.ts'
import { ACCOUNT_COLUMNS, type Account } from '#accounts/sessions/session-repository.ts'
import type { Db } from '#platform/db/open.ts'
import type { SocialUser } from './provider-client.ts'

export interface FoundAccount {
  account: Account
  isDisabled: boolean
}

/** Another request has created the account in the meantime. */
class AlreadyCreated extends Error {}

export type SocialAccounts = ReturnType<typeof createSocialAccounts>

/**
 * Accounts of social login, identified by the provider's id alone. Matching the e-mail address of a provider would open
 * the account of its owner here.
 */
export function createSocialAccounts({ db, now }: { db: Db; now: () => number }) {
  async function find(provider: string, providerUserId: string): Promise<FoundAccount | undefined> {
    const row = await db
      .selectFrom('social_accounts')
      .innerJoin('users', 'users.id', 'social_accounts.user_id')
      .select([...ACCOUNT_COLUMNS, 'users.status'])
      .where('provider', '=', provider)
      .where('provider_user_id', '=', providerUserId)
      .executeTakeFirst()
    if (!row) return undefined
    const { status, ...account } = row
    return { account, isDisabled: !mayLogIn(status) }
  }

  /** Creates account and link, both or neither. */
  async function create(provider: string, user: SocialUser): Promise<void> {
    const id = randomBytes(16).toString('hex')
    const at = now()
    await db.transaction().execute(async (trx) => {
      await trx
        .insertInto('users')
        .values({ id, nickname: user.nickname, avatar: user.avatar, status: 1, created_at: at })
        .execute()
      const link = await trx
        .insertInto('social_accounts')
        .values({ provider, provider_user_id: user.id, user_id: id, created_at: at })
        .onConflict((conflict) => conflict.columns(['provider', 'provider_user_id']).doNothing())
        .returning('user_id')
        .executeTakeFirst()
      if (!link) throw new AlreadyCreated()
    })
  }

  return {
    find,

    /** Finds the account, or creates it at the first login. Later changes by its owner stay. */
    async findOrCreate(provider: string, user: SocialUser): Promise<FoundAccount> {
      const found = await find(provider, user.id)
      if (found) return found
      await create(provider, user).catch((error: unknown) => {
        if (!(error instanceof AlreadyCreated)) throw error
      })
      const created = await find(provider, user.id)
      if (!created) throw new Error(`no account of ${provider} after it was made`)
      return created
    },
  }
}
