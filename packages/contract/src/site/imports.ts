import { type Static, Type } from 'typebox'
import { defineCall } from '../call.ts'
import { nothing, nullable, nullableString, numericId } from '../shapes.ts'
import {
  IMPORT_CATEGORIES_MAX,
  IMPORT_MAX_BYTES,
  IMPORT_OUTCOMES,
  IMPORT_SOURCES,
  IMPORT_STATES,
  IMPORT_UPLOAD_MS,
  type ImportOutcome,
  type ImportSource,
  type ImportState,
} from './import-rules.ts'

/** Ours: texts of another site, which become drafts. The site has one import at a time. */

const owners = { access: 'staff', duties: ['owner'] } as const
const createEnum = <T extends string>(values: readonly T[]) => Type.Unsafe<T>({ type: 'string', enum: [...values] })
const count = Type.Integer({ minimum: 0 })
const NamedCount = Type.Object({ name: Type.String(), count })

/** What was found in a file. */
export const ImportSummary = Type.Object({
  source: createEnum<ImportSource>(IMPORT_SOURCES),
  /** Address of the other site; empty when the file does not name it. */
  site: Type.String(),
  posts: count,
  pages: count,
  /** Posts by category, the largest first. A post counts in the first category that it names. */
  categories: Type.Array(NamedCount),
  tags: count,
  pictures: count,
  /** Shortcodes that stay as text. */
  shortcodes: Type.Array(NamedCount),
  /** What is not imported: comments, users, menus and the like. */
  leftOut: Type.Array(NamedCount),
})
export type ImportSummary = Static<typeof ImportSummary>

const OutcomeCounts = Type.Array(Type.Object({ outcome: createEnum<ImportOutcome>(IMPORT_OUTCOMES), count }))

const SiteImport = Type.Object({
  id: Type.String(),
  fileName: Type.String(),
  bytes: count,
  state: createEnum<ImportState>(IMPORT_STATES),
  /** Reason why the file was refused. */
  message: nullableString,
  /** Finished part of the reading, 0 to 1. */
  share: Type.Number(),
  summary: nullable(ImportSummary),
  total: count,
  /** Texts that are finished. */
  position: count,
  outcomes: OutcomeCounts,
  startTime: Type.String(),
  finishTime: nullableString,
  /** Next attempt after one that failed; `null`: none is planned. */
  retry: nullable(Type.Object({ time: Type.String(), attempt: Type.Integer({ minimum: 2 }) })),
})
export type SiteImport = Static<typeof SiteImport>

export const getImport = defineCall('GET /v1/manage/imports', {
  ...owners,
  summary: 'Ours: the newest import of another site with what was found, and how far it is',
  data: nullable(SiteImport),
})

export const listFormerImports = defineCall('GET /v1/manage/imports/former', {
  ...owners,
  summary: 'Ours: the imports before the newest one, the newest first, 50 at most',
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      fileName: Type.String(),
      byName: Type.String(),
      state: createEnum<ImportState>(IMPORT_STATES),
      outcomes: OutcomeCounts,
      startTime: Type.String(),
    }),
  ),
})

export const uploadImport = defineCall('POST /v1/manage/imports', {
  ...owners,
  summary:
    'Ours: an export of another site, of at most 200 MB, which is then read; nothing is stored as an article yet. It replaces the import before, unless that runs',
  upload: 'multipartFile',
  uploadMaxBytes: IMPORT_MAX_BYTES,
  uploadMs: IMPORT_UPLOAD_MS,
  data: Type.Object({ id: Type.String() }),
  audit: 'import.upload',
})

const importId = Type.String({ pattern: '^[0-9a-f]{32}$', examples: ['0123456789abcdef0123456789abcdef'] })

export const startImport = defineCall('POST /v1/manage/imports/start', {
  ...owners,
  fresh: true,
  summary:
    'Ours: stores the texts of the import as drafts, in the background. Drafts of an earlier import are replaced unless they were changed here',
  body: Type.Object({
    importId,
    /** Category here for each category of the other site. */
    categories: Type.Array(Type.Object({ name: Type.String({ maxLength: 200 }), categoryId: numericId }), {
      maxItems: IMPORT_CATEGORIES_MAX,
      examples: [[{ name: '新闻', categoryId: 32 }]],
    }),
    /** Category of posts without a category of the list. */
    otherCategoryId: numericId,
    /** Category of pages. */
    pageCategoryId: numericId,
    /** Stores pictures of the texts in the library: from the file, or from the other site, which is asked for them. */
    withPictures: Type.Boolean(),
  }),
  data: nothing,
  audit: 'import.start',
})

export const stopImport = defineCall('POST /v1/manage/imports/stop', {
  ...owners,
  summary: 'Ours: stops the import; drafts that exist stay',
  body: Type.Object({ importId }),
  data: nothing,
  audit: 'import.stop',
})

/** Both files are those of the newest import, or of `importId`. */
const csv = {
  ...owners,
  query: Type.Object({ importId: Type.Optional(importId) }),
  data: Type.Unknown(),
  file: true,
} as const

export const reportImport = defineCall('GET /v1/manage/imports/report', {
  ...csv,
  summary: 'Ours: a CSV file with each text of the import, what became of it, and remarks',
  fileName: 'import-report.csv',
  audit: 'import.report',
})

export const proposeRedirects = defineCall('GET /v1/manage/imports/redirects', {
  ...csv,
  summary: 'Ours: a CSV file for the page of redirects: old and new path of each imported text that is published now',
  fileName: 'import-redirects.csv',
  audit: 'import.redirects',
})

export const importCalls = [
  getImport,
  listFormerImports,
  uploadImport,
  startImport,
  stopImport,
  reportImport,
  proposeRedirects,
] as const
