/**
 * Duties of staff; an account has any number of them. `edit`: content and review. `support`: feedback, reports, people.
 * `certify`: prepares certificates. `review`: reviews them, where three people are required. `approve`: approves them.
 * `reception`: takes samples in and hands them out. `owner`: all of these, settings and staff.
 */
export const DUTIES = ['edit', 'support', 'reception', 'certify', 'review', 'approve', 'owner'] as const
export type Duty = (typeof DUTIES)[number]

export const DUTY_NAMES: Readonly<Record<Duty, string>> = {
  edit: '编辑',
  support: '客服',
  reception: '收发',
  certify: '制证',
  review: '审核',
  approve: '批准',
  owner: '负责人',
}

/** Duties that need a name for signing, which an owner sets (0052). */
export const SIGNING_DUTIES: readonly Duty[] = ['certify', 'review', 'approve']

/** Time for which a proof of the second factor, or the last `fresh` call, admits further `fresh` calls. */
export const FRESH_PROOF_MINUTES = 15
/** Maximum time for which `fresh` calls prolong a proof. */
export const FRESH_PROOF_HOURS = 8

/**
 * Reason of a 403, in `extra.factor`; `extra.action` is the call's `audit`. `enrol`: the account has no second factor yet.
 * `prove`: this login has not proved it. `fresh`: the proof is too old for this call.
 */
export type FactorRefusal = 'enrol' | 'prove' | 'fresh'

export function isDuty(text: string): text is Duty {
  return (DUTIES as readonly string[]).includes(text)
}
