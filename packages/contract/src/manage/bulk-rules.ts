/** Without schemas: the pages of staff use it too. Articles of one job. */
export const BULK_JOB_MAX = 10_000
