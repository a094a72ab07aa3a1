import { NUMBER_PREFIX } from '../../certificates/certificate-number.ts'
import { HOUR_MS } from '../../constants.ts'
import type { Duty } from '../duties.ts'

/** Rules of the certificate desk for pages too: no schemas here. */

/** Work on a version: `returned` is a draft with a reason; a submitted text is frozen. */
export const WORK_STATES = ['draft', 'returned', 'submitted'] as const
export type WorkState = (typeof WORK_STATES)[number]

/** `first`: nothing of the number was published. `withdrawal`: it ends the number, and has no text. */
export const WORK_KINDS = ['first', 'correction', 'withdrawal'] as const
export type WorkKind = (typeof WORK_KINDS)[number]

/** What holders of the code see of a number; `none` also before anything is published. A discarded number is never used again. */
export const SHOWN_STATES = ['none', 'examination', 'published', 'withdrawn', 'reissued', 'discarded'] as const
export type ShownState = (typeof SHOWN_STATES)[number]

interface DeskStep {
  /** States of the work that allow the step. */
  from: readonly WorkState[]
  /** One of them, or the owner. */
  duties: readonly Duty[]
  /** By a signatory for the category who has written nothing of it, the owner included. */
  isSigned?: true
}

/** Steps of a piece of work. Upstream, pages and tests read this table. */
export const DESK_STEPS = {
  change: { from: ['draft', 'returned'], duties: ['certify'] },
  discard: { from: ['draft', 'returned'], duties: ['certify'] },
  submit: { from: ['draft', 'returned'], duties: ['certify'] },
  /** By those who submitted it, until a signatory has opened it. */
  recall: { from: ['submitted'], duties: ['certify'] },
  return: { from: ['submitted'], duties: ['approve'], isSigned: true },
  approve: { from: ['submitted'], duties: ['approve'], isSigned: true },
} as const satisfies Record<string, DeskStep>
export type DeskStepName = keyof typeof DESK_STEPS

/** Characters of texts that staff write beside a certificate; `answers`: how many. */
export const DESK_MAX = { reason: 400, answer: 200, returnReason: 400, answers: 20 } as const
/** Characters of a reason for returning, at least. */
export const RETURN_REASON_MIN = 4
/** Rows of a page of the list. */
export const DESK_PAGE_SIZE = 50
/** Which warnings a filter asks for: some, or some without an answer. */
export const DESK_WARNED = ['any', 'open'] as const
export type DeskWarned = (typeof DESK_WARNED)[number]

/** Within which a second signatory confirms a withdrawal by one alone. */
export const CONFIRMED_WITHIN_MS = 24 * HOUR_MS

/** Pictures of a certificate: how many, their longest side as stored, and uploads for one number, those left out again too. */
export const DESK_PICTURE = { max: 8, sideMaxPx: 2400, uploadsMax: 100 } as const
/** Certificates that one call approves. */
export const APPROVED_AT_ONCE = 50
/**
 * `published`: approved, a withdrawal carried out. `refused`: the caller may not approve it. `conflict`: somebody changed it
 * since it was read, which stops the call. `failed`: by a fault of the server, which stops it too. `untried`: after a stop.
 */
export const APPROVAL_OUTCOMES = ['published', 'refused', 'conflict', 'failed', 'untried'] as const
export type ApprovalOutcome = (typeof APPROVAL_OUTCOMES)[number]
/** Days of the figures of what was issued. */
export const ISSUED_DAYS = 84
/** Up to here counts are exact; one more stands for all above. */
export const DESK_COUNTED_MAX = 1000

/** First characters of the numbers that a search means; `undefined`: it means a conclusion. */
export function numberBeginning(search: string): string | undefined {
  const plain = search.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()
  const first = /^\d{4,14}$/.test(plain) ? NUMBER_PREFIX + plain : plain
  return /^SH\d{1,14}$/.test(first) ? first : undefined
}
