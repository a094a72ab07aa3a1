import type { ImportOutcome, ImportState } from '@portal/contract/site/import-rules.ts'
import type { Generated } from 'kysely'

/** Settings of the site and its links. */
export interface SiteTables {
  /** What belongs to this database alone: a digest of its key, and the name of a file of its file store. */
  instance: { name: 'key' | 'files'; value: string }
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
  /** Addresses that have moved. `from_path` is decoded and in lower case. */
  redirects: { from_path: string; to_address: string; at: number; actor_id: string | null }
  /** Imports of texts of another site. */
  content_imports: {
    id: string
    user_id: string
    /** Name of the file in the folder of imports; the texts that were read from it are beside it. */
    file: string
    file_name: string
    file_bytes: number
    state: ImportState
    message: string | null
    read_bytes: number
    /** JSON: `ImportSummary`. */
    summary: string | null
    /** JSON: `ImportChoice` of `site/imports`. */
    choice: string | null
    total: number
    position: number
    started_at: number
    finished_at: number | null
  }
  /** Texts of other sites by their ids there, as the last import left them. */
  imported_texts: {
    source: string
    source_id: string
    import_id: string
    position: number
    kind: 'post' | 'page'
    title: string
    old_path: string | null
    article_id: number | null
    /** Version of the article after the import: a later one was changed here. */
    version: number | null
    outcome: ImportOutcome
    remarks: string
  }
  /** What each import did with its texts. */
  import_results: Omit<SiteTables['imported_texts'], 'source' | 'source_id' | 'version'>
  /** One row: number of the newest version. */
  site_head: { version: number }
}
