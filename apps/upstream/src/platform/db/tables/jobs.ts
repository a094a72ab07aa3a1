import type { JobKind } from '@portal/contract/site/job-rules.ts'
import type { Generated } from 'kysely'

/** Work that belongs to no request; see decision 0059. */
export interface JobsTables {
  /** One row for each job that waits, runs or is dead; a finished one is deleted. */
  jobs: {
    id: Generated<number>
    kind: JobKind
    /** Names the thing that the job works on; a kind has one job for each. */
    ref: string
    /** Jobs of a kind with equal keys run one after the other; `null`: the job waits for no other. */
    order_key: string | null
    /** No attempt begins before. */
    due_at: number
    /** End of the lease of the instance that works on it; 0: none does. */
    taken_until: Generated<number>
    /** Attempts since the last progress, one that runs included. */
    attempts: Generated<number>
    /** Rises with each claim and when the job begins anew: a holder with a lower number has lost the job. */
    run: Generated<number>
    /** When it was given up; `null`: it waits or runs. */
    died_at: number | null
    /** Message of the last error, in one line. */
    reason: string | null
  }
}
