import { DAY_MS } from '@portal/contract/constants.ts'
import { toWireDate } from '@portal/contract/time.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/db/open.ts'

export interface NavigationSite {
  id: number
  groupName: string
  groupPosition: number
  name: string
  url: string
  info: string | null
}

export type DirectoryRepository = ReturnType<typeof createDirectoryRepository>

/** Links to other sites, and the hot searches of this one. */
export function createDirectoryRepository({ db, now }: { db: Db; now: () => number }) {
  return {
    /** Lists sites in the order of the page. */
    async listSites(): Promise<NavigationSite[]> {
      return await db
        .selectFrom('navigation_sites')
        .select(['id', 'group_name as groupName', 'group_position as groupPosition', 'name', 'url', 'info'])
        .orderBy('group_position')
        .orderBy('position')
        .execute()
    },

    /**
     * Lists the most frequent successful searches of the last `days` days. At least `clientsMin` clients must have
     * searched for the word on one day, because clients cannot be identified across days.
     */
    async listMostSearched({
      days,
      clientsMin,
      limit,
    }: {
      days: number
      clientsMin: number
      limit: number
    }): Promise<string[]> {
      const rows = await db
        .selectFrom('search_terms')
        .select('keyword')
        .where('day', '>', toWireDate(now() - days * DAY_MS))
        .groupBy('keyword')
        .having((eb) => eb.fn.max('times'), '>=', clientsMin)
        .orderBy(sql`sum(times)`, 'desc')
        .orderBy('keyword')
        .limit(limit)
        .execute()
      return rows.map(({ keyword }) => keyword)
    },
  }
}
