import type { Member } from '../members.ts'
import { type Attempt, type Attempts, attempt, type Outcome } from './attempt.ts'
import type { Bureau } from './bureau.ts'

const PATH = '/v1/manage/certificates/imports'
const NO_BATCH = { duties: ['certify'], refusal: '没有这次导入，可能已取消或过期' } as const

async function createBatch({ upstream }: Bureau, holder: Member): Promise<number> {
  const at = Date.now()
  const file = { file_name: '绿松石.csv', file: 'none', file_hash: 'a', sheets: '[]', choice: '{}', columns: '[]' }
  const { id } = await upstream.db
    .insertInto('certificate_batches')
    .values({ ...file, user_id: holder.id, state: 'ready', share: 1, made_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return Number(id)
}

function attemptOnBatch(call: string, body?: Record<string, unknown>, outcome: Outcome = NO_BATCH): Attempt {
  return attempt('leaves the batch of the holder', outcome, async (bureau, holder, colleague) => {
    const id = await createBatch(bureau, holder)
    return () => colleague.ask(call.replace('{id}', String(id)), body)
  })
}

/** Attempts on files of certificates. */
export const OWN_BATCHES: Attempts = {
  [`GET ${PATH}`]: [attemptOnBatch(`GET ${PATH}`, undefined, { duties: ['certify'], data: [] })],
  [`GET ${PATH}/{id}`]: [attemptOnBatch(`GET ${PATH}/{id}`)],
  [`GET ${PATH}/{id}/rows`]: [attemptOnBatch(`GET ${PATH}/{id}/rows`)],
  [`PUT ${PATH}/{id}`]: [attemptOnBatch(`PUT ${PATH}/{id}`, { sheet: '送检单' })],
  [`PUT ${PATH}/{id}/cells`]: [
    attemptOnBatch(`PUT ${PATH}/{id}/cells`, { cells: [{ lineNo: 2, member: 'color', value: '蓝' }] }),
  ],
  [`PUT ${PATH}/{id}/answers`]: [
    attemptOnBatch(`PUT ${PATH}/{id}/answers`, { member: 'specificGravity', conclusion: '绿松石', answer: '已复测' }),
  ],
  [`POST ${PATH}/{id}/store`]: [attemptOnBatch(`POST ${PATH}/{id}/store`, { target: 'draft' })],
  [`DELETE ${PATH}/{id}`]: [attemptOnBatch(`DELETE ${PATH}/{id}`)],
}
