import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#db/open.ts'
import { nameReserved } from '#errors.ts'
import { isReservedName, type OwnNames } from './reserved-names.ts'

/** Without look-alike letters and digits. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

export function neutralNickname(prefix = '石友'): string {
  const letters = Array.from({ length: 6 }, () => LETTERS[randomInt(LETTERS.length)])
  return `${prefix}-${letters.join('')}`
}

/** Keeps members from taking names that belong to the organisation and its staff. */
export function createNameGuard({ db }: { db: Db }) {
  async function ownNames(): Promise<OwnNames> {
    // With a literal value, because the partial index is only used for conditions known before values are bound.
    const staff = await db.selectFrom('users').select('nickname').where(sql<boolean>`role <> 'user'`).execute()
    const name = await db.selectFrom('site_settings').select('value').where('name', '=', 'name').executeTakeFirst()
    const site: unknown = name && JSON.parse(name.value)
    return { site: typeof site === 'string' ? site : '', staff: staff.map(({ nickname }) => nickname) }
  }

  return {
    /** @throws AppError for a name that a member must not have. */
    async check(nickname: string): Promise<void> {
      if (isReservedName(nickname, await ownNames())) throw nameReserved()
    },

    /** A provider's nickname, or a neutral one, as the user cannot choose another here. */
    async orNeutral(nickname: string): Promise<string> {
      return isReservedName(nickname, await ownNames()) ? neutralNickname() : nickname
    },
  }
}
