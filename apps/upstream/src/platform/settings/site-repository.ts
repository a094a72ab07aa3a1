import type { Db } from '#platform/db/open.ts'

export type SiteRepository = ReturnType<typeof createSiteRepository>

export function createSiteRepository({ db }: { db: Db }) {
  return {
    /**
     * Reads the settings by their names in the contract's `SiteInfo`. The schema of the route selects the public ones.
     */
    async readSettings(): Promise<Record<string, unknown>> {
      const rows = await db.selectFrom('site_settings').select(['name', 'value']).execute()
      return Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown]))
    },

    /** Returns whether staff have switched off a configured type of login. */
    async isLoginOff(type: number): Promise<boolean> {
      const query = db.selectFrom('site_settings').select('value').where('name', '=', 'loginTypesOff')
      const row = await query.executeTakeFirst()
      return row !== undefined && (JSON.parse(row.value) as number[]).includes(type)
    },

    async readCounters(): Promise<{ pageViews: number; visitors: number }> {
      const rows = await db.selectFrom('site_counters').select(['name', 'value']).execute()
      const counters = new Map(rows.map(({ name, value }) => [name, value]))
      return { pageViews: counters.get('page_views') ?? 0, visitors: counters.get('visitors') ?? 0 }
    },
  }
}
