import type { Duty } from '@portal/contract/accounts/duties.ts'
import type { CallKey } from '@portal/contract/calls.ts'
import type { Loose, TestAnswer } from '../asking.ts'
import type { Member } from '../members.ts'
import type { Bureau } from './bureau.ts'

/** Creates the thing of the holder. @returns the call of the colleague */
type Prepare = (bureau: Bureau, holder: Member, colleague: Member) => Promise<() => Promise<TestAnswer>>

export interface Outcome {
  /** Duties of both people; `edit` by default. */
  duties?: readonly Duty[]
  /** Text of the refusal. Left out: the call succeeds, for what belongs to the colleague. */
  refusal?: string
  /** Expected part of the answer's data. */
  data?: Loose
}

/** An attempt of a colleague with the same duties to use a thing of its holder. */
export interface Attempt extends Outcome {
  title: string
  prepare: Prepare
}

export type Attempts = Partial<Record<CallKey, readonly Attempt[]>>

export const attempt = (title: string, outcome: Outcome, prepare: Prepare): Attempt => ({ title, prepare, ...outcome })
