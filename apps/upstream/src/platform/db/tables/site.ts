import type { Generated } from 'kysely'

/** Settings of the site and its links. */
export interface SiteTables {
  /** Links of the navigation page. */
  navigation_sites: {
    id: Generated<number>
    group_position: number
    group_name: string
    position: number
    name: string
    url: string
    info: string | null
  }
  /** Values are JSON. */
  site_settings: { name: string; value: string }
  /** Each save of the site's settings. */
  site_versions: {
    version: number
    at: number
    /** `null`: the operator's command. */
    actor_id: string | null
    /** The version whose values were restored. */
    restored_to: number | null
    /** JSON: `StoredChange[]` of `manage/site/site-settings.ts`. */
    changes: string
  }
  /** One row: number of the newest version. */
  site_head: { version: number }
}
