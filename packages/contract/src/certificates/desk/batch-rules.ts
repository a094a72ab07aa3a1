import { UPLOAD_MAX_MS } from '../../constants.ts'

/** Rules of batches. Pages import them, so there are no schemas here. */

/** Maximum size of the file of a batch. */
export const BATCH_MAX_BYTES = 50 * 1024 * 1024
/** Time limit of the upload: the largest file needs 0.7 Mbit/s. */
export const BATCH_UPLOAD_MS = UPLOAD_MAX_MS
/** Maximum number of rows in a batch. */
export const BATCH_ROWS_MAX = 1_000_000
/** Page size of the checked rows. */
export const BATCH_PAGE_SIZE = 50
/** Maximum number of cells that one call corrects. */
export const BATCH_FIXES_MAX = 100
/** Maximum number of kinds of warnings in the list, those with the most rows first. */
export const BATCH_WARNINGS_MAX = 100

/**
 * `asking`: a sheet must be chosen. `waiting`, `checking`: rows are read. `ready`: all rows are checked, none is stored.
 * `storing`: rows are being stored at the desk. `listing`: rows are stored and being added to the list. `failed`: the file cannot
 * be used.
 */
export const BATCH_STATES = ['asking', 'waiting', 'checking', 'ready', 'storing', 'listing', 'done', 'failed'] as const
export type BatchState = (typeof BATCH_STATES)[number]

/** States in which upstream processes the batch. */
export const BATCH_BUSY: readonly BatchState[] = ['waiting', 'checking', 'storing', 'listing']

/** Effect of a row: a new number, another text of a published one, or nothing. */
export const ROW_CHANGES = ['added', 'corrected', 'unchanged'] as const
export type RowChange = (typeof ROW_CHANGES)[number]

export const ROW_VIEWS = ['all', 'faulty', 'warned', 'corrected'] as const
export type RowView = (typeof ROW_VIEWS)[number]

/**
 * Use of a column. `unknown`: ignored until a person assigns it. `signed`: the approval sets these values. `pictures`: uploaded
 * at the certificate.
 */
export const COLUMN_USES = ['known', 'own', 'unknown', 'left', 'signed', 'pictures', 'unusable'] as const
export type ColumnUse = (typeof COLUMN_USES)[number]
