/** Rules of people. Pages import them, so there are no schemas here. */

export const PEOPLE_VIEWS = ['all', 'staff', 'reported', 'disabled'] as const
export type PeopleView = (typeof PEOPLE_VIEWS)[number]
/** Maximum length of the reason of a penalty, and its maximum duration when it has an end. */
export const PENALTY_MAX = { reason: 200, days: 3650 } as const
/** Counts are exact up to this number: pages show `1000+` above it. */
export const COUNTED_MAX = 1000
/** Hours between the request and the reset of a second factor, in which its holder can object. */
export const FACTOR_RESET_HOURS = 24
export const WRITING_KINDS = ['articles', 'comments', 'posts', 'feedback', 'reportsAbout', 'reportsMade'] as const
export type WritingKind = (typeof WRITING_KINDS)[number]
/** Maximum number of invitation mails to one address in 24 hours. */
export const INVITATION_MAILS_A_DAY = 3
/** Validity of an invitation, hours. */
export const INVITATION_HOURS = 72

/** Kinds of marks: 资质认定 (CMA), 实验室认可 (CNAS), 审查认可 (CAL). */
export const MARK_KINDS = ['cma', 'cnas', 'cal'] as const
export type MarkKind = (typeof MARK_KINDS)[number]
/** Name for signing: letters first, then also digits, blanks and the marks that names contain. */
export const SIGNING_NAME = { pattern: /^\p{L}[\p{L}\p{M}\p{N} .·’'()（）-]*$/u, max: 40 } as const
export const SIGNATORY_MAX = { title: 40, scope: 400, number: 40 } as const
/** Standards in the scope of a mark. */
export const MARK_STANDARDS_MAX = 60

/** Picture of a signature. */
export const SIGNATURE_PICTURE = {
  /** Longest side as stored: about 600 dpi on paper. */
  sideMaxPx: 800,
  /** Maximum size of the stored file, in bytes. */
  maxBytes: 200_000,
} as const
