import { writeFileSync } from 'node:fs'
import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import type { BatchState } from '@portal/contract/certificates/desk/batch-rules.ts'
import { describe, expect, it } from 'vitest'
import { useBatchJobs } from '#testing/staff/use-batch-jobs.ts'
import { BATCH_JOB, type BatchChanges, beginBatch } from './batch-state.ts'

const ROWS = 30_000
/** Maximum wait of other requests, ms: three times what two busy cores need at 100,000 rows. */
const BLOCKED_MAX_MS = 1500
const A_DAY = 12_000
/** Interval of measuring. */
const LOOK_MS = 10

describe('a file of 30,000 certificates', () => {
  const site = useBatchJobs()

  function writeMany(): void {
    const lines = Array.from({ length: ROWS }, (_, at) => {
      const day = at < A_DAY ? '20261101' : at < 2 * A_DAY ? '20261102' : '20261103'
      return `${makeCertificateNo(day, (at % A_DAY) + 1)},玉石,翡翠,3.33,12.50,2026-10-30`
    })
    writeFileSync(site.path, ['证书编号,类别,检验结论,密度,总质量（g）,检验日期', ...lines].join('\n'))
  }

  const count = async (table: 'certificates' | 'pending_changes' | 'certificate_desk' | 'certificate_events') => {
    const counted = site.db.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('n'))
    return Number((await counted.executeTakeFirstOrThrow()).n)
  }

  it('is cancelled while it is stored, then stored whole, and other requests are answered meanwhile', {
    timeout: 1_800_000,
  }, async () => {
    writeMany()
    const { db, jobs, errors } = site
    let longestMs = 0
    const find = (id: number) => db.selectFrom('certificate_batches').selectAll().where('id', '=', id)
    async function until(id: number, isReached: (batch: { state: BatchState | 'ended'; share: number }) => boolean) {
      for (;;) {
        const asked = performance.now()
        const batch = await find(id).executeTakeFirst()
        longestMs = Math.max(longestMs, performance.now() - asked)
        if (!batch || isReached(batch)) return batch
        expect(batch.message).toBeNull()
        // A wait that is too long is time in which the process answered nobody.
        const slept = performance.now()
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
        longestMs = Math.max(longestMs, performance.now() - slept - LOOK_MS)
      }
    }
    async function begin(id: number, changes: BatchChanges): Promise<void> {
      await beginBatch(db, { id, user_id: 'zhou' }, changes, Date.now())
      jobs.runSoon(BATCH_JOB)
    }
    async function check(): Promise<number> {
      const id = await site.check()
      const batch = await until(id, ({ state }) => state === 'ready')
      expect(batch).toMatchObject({ added: ROWS, faulty: 0, warned: 0 })
      return id
    }
    async function store(id: number): Promise<void> {
      await begin(id, { state: 'storing', target: 'submitted', share: 0 })
    }

    const first = await check()
    await store(first)
    await until(first, ({ share }) => share > 0.2)
    await begin(first, { state: 'ended' })
    await until(first, () => false)
    expect([await count('certificates'), await count('pending_changes'), await count('certificate_events')]).toEqual([
      0, 0, 0,
    ])
    writeMany()
    const second = await check()
    await store(second)
    expect(await until(second, ({ state }) => state === 'done')).toMatchObject({ submitted: ROWS, drafts: 0 })
    process.stdout.write(`longest wait while ${ROWS} certificates were stored: ${Math.round(longestMs)} ms\n`)
    expect(longestMs).toBeLessThan(BLOCKED_MAX_MS)
    expect([await count('certificates'), await count('certificate_desk'), await count('certificate_events')]).toEqual([
      ROWS,
      ROWS,
      2 * ROWS,
    ])
    const hidden = db.selectFrom('pending_changes').select('certificate_no').where('batch_id', 'is not', null)
    expect([await hidden.execute(), errors]).toEqual([[], []])
  })
})
