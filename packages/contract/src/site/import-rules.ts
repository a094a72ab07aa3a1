import { UPLOAD_MAX_MS } from '../constants.ts'

/** Rules of imports from another site, the same for call and form. The module loads no schemas, because web imports it. */

export const IMPORT_MAX_BYTES = 200 * 1024 * 1024
export const IMPORT_UPLOAD_MS = UPLOAD_MAX_MS
export const IMPORT_TEXTS_MAX = 10_000
/** Maximum number of categories of the other site that are shown for a choice. */
export const IMPORT_CATEGORIES_MAX = 300

/** `wordpress`: an export in WXR. `halo`: a ZIP file with Markdown files. */
export const IMPORT_SOURCES = ['wordpress', 'halo'] as const
export type ImportSource = (typeof IMPORT_SOURCES)[number]

/**
 * `reading`: the file is being read. `ready`: it waits for the choice of categories. `refused`: it cannot be imported.
 * `storing`: its texts become drafts. `failed`: this was given up after several attempts.
 */
export const IMPORT_STATES = ['reading', 'ready', 'refused', 'storing', 'done', 'stopped', 'failed'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** What became of a text. `edited`: a draft of an earlier import that was changed here, and stays as it is. */
export const IMPORT_OUTCOMES = ['added', 'updated', 'unchanged', 'edited', 'leftOut'] as const
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number]

export const OUTCOME_NAMES: Readonly<Record<ImportOutcome, string>> = {
  added: '新建草稿',
  updated: '更新草稿',
  unchanged: '没有变化',
  edited: '本站改过，未动',
  leftOut: '未导入',
}
