import type { JobKind } from '@portal/contract/site/job-rules.ts'
import type { Generated } from 'kysely'

/** Background work that belongs to no request; see decision 0059. */
export interface JobsTables {
  /** One row for each job that waits, runs or is dead; a finished one is deleted. */
  jobs: {
    id: Generated<number>
    kind: JobKind
    /** Names the subject of the job. A kind has at most one job for each subject. */
    ref: string
    /** Jobs of a kind with equal keys run one after the other; `null`: the job waits for no other. */
    order_key: string | null
    /** Earliest start of the next attempt. */
    due_at: number
    /** End of the lease of the instance that runs it; 0: none does. */
    taken_until: Generated<number>
    /** Number of attempts since the last progress, a running one included. */
    attempts: Generated<number>
    /** Rises with each claim and when the job begins anew. A holder with a lower number has lost the job. */
    run: Generated<number>
    /** When it was given up; `null`: it waits or runs. */
    died_at: number | null
    /** Message of the last error, in one line. */
    reason: string | null
  }
}
