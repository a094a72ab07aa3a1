import { setImmediate as nextTurn } from 'node:timers/promises'
import { BATCH_BUSY, type BatchState } from '@portal/contract/certificates/desk/batch-rules.ts'
import type { Batch } from '@portal/contract/certificates/desk/batches.ts'
import { addBatchJob, BATCH_JOB, type BatchChanges } from '#certificates/batches/batch-state.ts'
import type { Db } from '#platform/db/open.ts'
import type { Loose } from '../asking.ts'
import type { TestUpstream } from '../make-upstream.ts'
import type { Member } from '../members.ts'

export const BATCHES_PATH = '/v1/manage/certificates/imports'

/** Uploads a file of certificates, or to another path. @returns the answer */
export async function uploadBatchFile(
  { app }: Pick<TestUpstream, 'app'>,
  { token }: Pick<Member, 'token'>,
  content: string | Buffer,
  name = 'a.csv',
  path = BATCHES_PATH,
): Promise<Loose> {
  const boundary = 'b'.repeat(20)
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="multipartFile"; filename="${name}"\r\n\r\n`
  const answer = await app.inject({
    method: 'POST',
    url: path,
    headers: { authorization: token, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
  return answer.json()
}

/**
 * Leaves a batch as a process does that was killed while it worked on it, after the end of its lease.
 * @param attempts without progress
 */
export async function interruptBatch(db: Db, id: number, changes: BatchChanges, attempts = 1): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const batches = trx
      .updateTable('certificate_batches')
      .set({ id, ...changes })
      .where('id', '=', id)
    await addBatchJob(trx, await batches.returning(['id', 'user_id']).executeTakeFirstOrThrow(), 0)
    const jobs = trx.updateTable('jobs').set({ attempts })
    await jobs.where('kind', '=', BATCH_JOB).where('ref', '=', String(id)).execute()
  })
}

/** Waits until the work on a batch has ended. */
export async function waitForBatch(who: Pick<Member, 'ask'>, id: number): Promise<Batch> {
  for (;;) {
    const { data } = await who.ask(`GET ${BATCHES_PATH}/${id}`)
    if (!BATCH_BUSY.includes(data.state as BatchState)) return data
    await nextTurn()
  }
}
