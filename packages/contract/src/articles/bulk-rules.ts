/** Maximum number of articles in one job. Pages import it, so there are no schemas here. */
export const BULK_JOB_MAX = 10_000
