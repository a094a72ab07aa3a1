import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { heldBytes } from '#testing/held-bytes.ts'
import { useBatchJobs } from '#testing/staff/use-batch-jobs.ts'
import { figure } from '../../../../../../tests/figure.ts'

const ROWS = figure({ quick: 4000, soak: 1_000_000 })
const MEMORY_MAX = 200 * 2 ** 20
/** Interval of measuring memory and answers. */
const LOOK_MS = 100

describe('a file of a million rows', () => {
  const site = useBatchJobs()

  async function writeMany(): Promise<void> {
    const file = createWriteStream(site.path)
    file.write('类别,检验结论,密度\n')
    for (let row = 0; row < ROWS; row += 1) {
      // One row in a thousand has a fault.
      const isFull = !file.write(row % 1000 === 7 ? '玉石,,2.9\n' : '玉石,翡翠,3.33\n')
      if (isFull) await once(file, 'drain')
    }
    file.end()
    await once(file, 'close')
  }

  it('is checked within 200 MiB, while other requests are answered, and can be cancelled', {
    timeout: 900_000,
  }, async () => {
    await writeMany()
    const { db, jobs, errors } = site
    const before = heldBytes()
    let [peak, longestMs] = [0, 0]
    const id = await site.check()
    const batch = () => db.selectFrom('certificate_batches').selectAll().where('id', '=', id).executeTakeFirst()
    for (;;) {
      const asked = performance.now()
      const found = await batch()
      longestMs = Math.max(longestMs, performance.now() - asked)
      peak = Math.max(peak, heldBytes() - before)
      if (found?.state === 'ready') {
        expect(found).toMatchObject({ rows_done: ROWS, added: ROWS * 0.999, faulty: ROWS / 1000 })
        break
      }
      expect(['waiting', 'checking']).toContain(found?.state)
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
    expect(peak).toBeLessThan(MEMORY_MAX)
    expect(longestMs).toBeLessThan(1000)
    await jobs.cancel(id)
    while (await batch()) await nextTurn()
    const { n } = await db
      .selectFrom('certificate_batch_rows')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    expect([Number(n), errors]).toEqual([0, []])
  })
})
