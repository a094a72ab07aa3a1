import type { Duty } from '../../accounts/duties.ts'
import { HOUR_MS } from '../../constants.ts'
import { NUMBER_PREFIX } from '../certificate-number.ts'

/** Rules of the certificate desk. Pages import them, so there are no schemas here. */

/** States of a pending change. `returned`: a draft with a reason from the signatory. `submitted`: its text is frozen. */
export const CHANGE_STATES = ['draft', 'returned', 'submitted'] as const
export type ChangeState = (typeof CHANGE_STATES)[number]

/** Kinds of pending changes. `first`: the number has no published version. `withdrawal`: ends the number, and has no text. */
export const CHANGE_KINDS = ['first', 'correction', 'withdrawal'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** State that holders of the code see. `none`: nothing is published, or nothing any more. A discarded number is never used again. */
export const SHOWN_STATES = ['none', 'examination', 'published', 'withdrawn', 'reissued', 'discarded'] as const
export type ShownState = (typeof SHOWN_STATES)[number]

interface DeskStep {
  /** States of the pending change that allow the step. */
  from: readonly ChangeState[]
  /** Duties of which one is enough; owners always may. */
  duties: readonly Duty[]
  /** Only a signatory for the category who has not written this version may take the step, owners included. */
  isSigned?: true
}

/** Steps of a pending change. Upstream, pages and tests read this table. */
export const DESK_STEPS = {
  change: { from: ['draft', 'returned'], duties: ['certify'] },
  discard: { from: ['draft', 'returned'], duties: ['certify'] },
  submit: { from: ['draft', 'returned'], duties: ['certify'] },
  /** Only a person who submitted it, and only until a signatory has opened it. */
  recall: { from: ['submitted'], duties: ['certify'] },
  return: { from: ['submitted'], duties: ['approve'], isSigned: true },
  approve: { from: ['submitted'], duties: ['approve'], isSigned: true },
} as const satisfies Record<string, DeskStep>
export type DeskStepName = keyof typeof DESK_STEPS

/** Maximum length of texts that staff write about a certificate, in characters; `answers`: their number. */
export const DESK_MAX = { reason: 400, answer: 200, returnReason: 400, answers: 20 } as const
/** Minimum length of a reason for returning, in characters. */
export const RETURN_REASON_MIN = 4
/** Page size of the list. */
export const DESK_PAGE_SIZE = 50
/** Filter by warnings: any, or unanswered ones. */
export const DESK_WARNED = ['any', 'open'] as const
export type DeskWarned = (typeof DESK_WARNED)[number]

/** Time within which a second signatory confirms a withdrawal by one signatory alone. */
export const CONFIRMED_WITHIN_MS = 24 * HOUR_MS

/** Limits of pictures of a certificate: number, longest stored side, and uploads for one number including unused ones. */
export const DESK_PICTURE = { max: 8, sideMaxPx: 2400, uploadsMax: 100 } as const
/** Maximum number of certificates that one call approves. */
export const APPROVAL_BATCH_MAX = 50
/** Maximum number of certificates that one task approves, or one print has. */
export const DESK_CHOSEN_MAX = 500
/**
 * `published`: approved, or withdrawn. `refused`: the caller may not approve it. `conflict`: the certificate changed after it was
 * read, which stops the call. `failed`: the server failed, which stops the call too. `untried`: not attempted after a stop.
 */
export const APPROVAL_OUTCOMES = ['published', 'refused', 'conflict', 'failed', 'untried'] as const
export type ApprovalOutcome = (typeof APPROVAL_OUTCOMES)[number]
/** Number of days in the statistics of issued certificates. */
export const ISSUED_DAYS = 84
/** Counts are exact up to this number; one more means more. */
export const DESK_COUNTED_MAX = 1000

/** Normalises a search for numbers to their first characters; `undefined` when the search is for a conclusion. */
export function parseNumberPrefix(search: string): string | undefined {
  const plain = search.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()
  const first = /^\d{4,14}$/.test(plain) ? NUMBER_PREFIX + plain : plain
  return /^SH\d{1,14}$/.test(first) ? first : undefined
}
