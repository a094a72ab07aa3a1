import { UPLOAD_MAX_MS } from '../../constants.ts'

/** Rules of batches for pages too: no schemas here. */

/** Largest file of a batch. */
export const BATCH_MAX_BYTES = 50 * 1024 * 1024
/** Time for its upload: the largest one needs 0.7 Mbit/s. */
export const BATCH_UPLOAD_MS = UPLOAD_MAX_MS
/** Rows that a batch can check. */
export const BATCH_ROWS_MAX = 1_000_000
/** Rows of a page of the check. */
export const BATCH_PAGE_SIZE = 50
/** Cells that one call mends. */
export const BATCH_MENDS_MAX = 100
/** Kinds of warnings that are listed, those with the most rows first. */
export const BATCH_WARNINGS_MAX = 100

/**
 * `asking`: a sheet must be chosen. `waiting`, `checking`: rows are read. `ready`: everything is checked, nothing stored. `storing`: on
 * the way into the desk. `listing`: stored, and added to the list. `failed`: the file cannot be used.
 */
export const BATCH_STATES = ['asking', 'waiting', 'checking', 'ready', 'storing', 'listing', 'done', 'failed'] as const
export type BatchState = (typeof BATCH_STATES)[number]

/** States in which upstream works on it. */
export const BATCH_BUSY: readonly BatchState[] = ['waiting', 'checking', 'storing', 'listing']

/** What a row does: a new number, another text of a published one, or nothing. */
export const ROW_CHANGES = ['added', 'corrected', 'unchanged'] as const
export type RowChange = (typeof ROW_CHANGES)[number]

export const ROW_VIEWS = ['all', 'faulty', 'warned', 'corrected'] as const
export type RowView = (typeof ROW_VIEWS)[number]

/**
 * What becomes of a column: an `unknown` one is left out until somebody chooses what it is; `signed` values are written by the approval, pictures are uploaded at the certificate.
 */
export const COLUMN_USES = ['known', 'own', 'unknown', 'left', 'signed', 'pictures', 'unusable'] as const
export type ColumnUse = (typeof COLUMN_USES)[number]
