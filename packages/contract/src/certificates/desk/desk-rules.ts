import type { Duty } from '../../accounts/duties.ts'
import { HOUR_MS } from '../../constants.ts'
import { NUMBER_PREFIX } from '../certificate-number.ts'

/** Rules of the certificate desk. Pages import them, so there are no schemas here. */

/** States of a pending change. `returned`: a draft with a reason from the signatory. `submitted`: its text is frozen. */
export const CHANGE_STATES = ['draft', 'returned', 'submitted'] as const
export type ChangeState = (typeof CHANGE_STATES)[number]

/**
 * What a submitted change waits for. `review`: its category needs three people (`threePersons`), and nobody has reviewed its
 * text. `approval`: a signatory.
 */
export const DESK_STAGES = ['review', 'approval'] as const
export type DeskStage = (typeof DESK_STAGES)[number]

/** Steps that one call or one task takes for many certificates. */
export const SIGNED_STEPS = ['review', 'approve'] as const
export type SignedStep = (typeof SIGNED_STEPS)[number]

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
  /** Only a signatory for the category who has neither written nor reviewed this version may take the step, owners included. */
  isSigned?: true
}

/** Steps of a pending change. Upstream, pages and tests read this table. */
export const DESK_STEPS = {
  change: { from: ['draft', 'returned'], duties: ['certify'] },
  discard: { from: ['draft', 'returned'], duties: ['certify'] },
  submit: { from: ['draft', 'returned'], duties: ['certify'] },
  /** Only a person who submitted it, and only until a reviewer or signatory has opened it. */
  recall: { from: ['submitted'], duties: ['certify'] },
  /** Passes the text on to a signatory. Only a person who has not written this version may take the step, owners included. */
  review: { from: ['submitted'], duties: ['review'] },
  /** A signatory, or a reviewer while the text awaits its review. */
  return: { from: ['submitted'], duties: ['review', 'approve'] },
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
/** Maximum number of certificates that one call reviews or approves. */
export const APPROVAL_BATCH_MAX = 50
/** Maximum number of certificates that one task reviews or approves, or one print has. */
export const DESK_CHOSEN_MAX = 500
/**
 * `published`: approved, or withdrawn. `reviewed`: passed on to a signatory. `refused`: the caller may not take the step. `conflict`: the certificate changed after it was
 * read, which stops the call. `failed`: the server failed, which stops the call too. `untried`: not attempted after a stop.
 */
export const APPROVAL_OUTCOMES = ['published', 'reviewed', 'refused', 'conflict', 'failed', 'untried'] as const
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
