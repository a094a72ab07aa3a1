import { afterEach, expect, it } from 'vitest'
import type { OddTask } from '#testing/odd-worker.ts'
import { createWorkerPool, type WorkerPool, type WorkerPoolOptions } from './worker-pool.ts'

let pool: WorkerPool<OddTask, string>
const makePool = (options: Partial<WorkerPoolOptions> = {}) => {
  const file = new URL('../testing/odd-worker.ts', import.meta.url)
  // A thread takes a while to start on a busy machine.
  pool = createWorkerPool({ file, threads: 1, waitMs: 30_000, ...options })
  return pool
}
afterEach(() => pool.close())

const FOR_EVER = { stallMs: 600_000 }

it('gives the result and the processor time that it took', async () => {
  const { run } = makePool()
  expect((await run({ say: '好' })).result).toBe('好')
  const { costMs } = await run({ stallMs: 60 })
  expect(costMs).toBeGreaterThan(0)
  expect(costMs).toBeLessThanOrEqual(75)
})

it('ends the thread of a task that misses its deadline, and goes on with the next', async () => {
  const { run } = makePool({ deadlineMs: 100 })
  const stalled = run(FOR_EVER)
  const next = run({ say: '下一个' })
  await expect(stalled).rejects.toMatchObject({ reason: 'deadline' })
  expect((await next).result).toBe('下一个')
})

it('tells whoever waited for a thread that died, and goes on with the next', async () => {
  const { run } = makePool()
  const dying = run('exit')
  const next = run({ say: '下一个' })
  await expect(dying).rejects.toMatchObject({ reason: 'died' })
  expect((await next).result).toBe('下一个')
  await expect(run('throw')).rejects.toMatchObject({ reason: 'died' })
  expect((await run({ say: '还在' })).result).toBe('还在')
})

it('refuses what finds no place, and what waits too long', async () => {
  const { run } = makePool({ places: 2, waitMs: 5_000, deadlineMs: 60_000 })
  const first = run(FOR_EVER).catch((error: unknown) => error)
  const second = run({ say: '等不到' })
  await expect(run({ say: '没有位置' })).rejects.toMatchObject({ reason: 'busy' })
  await expect(second).rejects.toMatchObject({ reason: 'busy' })
  await pool.close()
  expect(await first).toMatchObject({ reason: 'died' })
})

it('says so when the thread cannot be started', async () => {
  const { run } = makePool({ file: new URL('./missing.ts', import.meta.url), waitMs: 500 })
  await expect(run({ say: '好' })).rejects.toThrow('the work was not done')
})
