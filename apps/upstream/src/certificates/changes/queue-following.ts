import type { Db } from '#platform/db/open.ts'
import { addJob } from '#platform/jobs/job-rows.ts'

/** Queues the job that brings the sample of a certificate in line with it. */
export async function queueFollowing(trx: Db, certificateNo: string, dueAt: number): Promise<void> {
  await addJob(trx, { kind: 'sampleCertificate', ref: certificateNo, dueAt })
}

/** Queues it for those of the certificates that belong to a sample. */
export async function queueSamples(trx: Db, certificateNos: readonly string[], dueAt: number): Promise<void> {
  const linked = await trx
    .selectFrom('order_items')
    .select('certificate_no')
    .where('certificate_no', 'in', [...certificateNos])
    .execute()
  for (const { certificate_no } of linked) if (certificate_no !== null) await queueFollowing(trx, certificate_no, dueAt)
}
