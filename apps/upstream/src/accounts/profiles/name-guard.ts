import { randomInt } from 'node:crypto'
import type { Db } from '#platform/db/open.ts'
import { nameReserved } from '#platform/errors.ts'
import { isReservedName, type OwnNames } from './reserved-names.ts'

/** Letters and digits that cannot be mistaken for each other. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

export function makeNeutralNickname(prefix = '石友'): string {
  const letters = Array.from({ length: 6 }, () => LETTERS[randomInt(LETTERS.length)])
  return `${prefix}-${letters.join('')}`
}

export type NameGuard = ReturnType<typeof createNameGuard>

/** Refuses names that belong to the organisation, or to other present or former members of the staff. */
export function createNameGuard({ db }: { db: Db }) {
  /** Reads the reserved names. @param userId account whose own names are left out */
  async function readOwnNames(userId = ''): Promise<OwnNames> {
    const staff = await db.selectFrom('staff_names').select('name').where('user_id', '!=', userId).execute()
    const name = await db.selectFrom('site_settings').select('value').where('name', '=', 'name').executeTakeFirst()
    const site: unknown = name && JSON.parse(name.value)
    return { site: typeof site === 'string' ? site : '', staff: staff.map((one) => one.name) }
  }

  return {
    /** Checks a new nickname. @param userId an account that already has one @throws AppError for a reserved name */
    async check(nickname: string, userId?: string): Promise<void> {
      if (isReservedName(nickname, await readOwnNames(userId))) throw nameReserved()
    },

    /**
     * Returns the nickname of a provider if it is allowed, else a neutral one, because the user cannot choose another
     * here.
     */
    async toAllowedName(nickname: string): Promise<string> {
      return isReservedName(nickname, await readOwnNames()) ? makeNeutralNickname() : nickname
    },
  }
}
