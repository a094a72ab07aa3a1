import { afterEach, expect, it } from 'vitest'
import type { ScriptedTask } from './testing/scripted-worker.ts'
import { createWorkerPool, type WorkerPool, type WorkerPoolOptions } from './worker-pool.ts'

let pool: WorkerPool<ScriptedTask, string>
const makePool = (options: Partial<WorkerPoolOptions> = {}) => {
  const file = new URL('./testing/scripted-worker.ts', import.meta.url)
  // The wait is long because a thread takes a while to start on a busy machine.
  pool = createWorkerPool({ file, threads: 1, waitMs: 30_000, ...options })
  return pool
}
afterEach(() => pool.close())

it('returns the result and the CPU time of the task', async () => {
  const { run } = makePool()
  expect((await run({ text: '好' })).result).toBe('好')
  const { costMs } = await run({ stallMs: 60 })
  expect(costMs).toBeGreaterThan(0)
  expect(costMs).toBeLessThanOrEqual(75)
})

it('ends the thread of a task that misses its deadline and runs the next task', async () => {
  const { run } = makePool({ deadlineMs: 100 })
  const stalled = run('hang')
  const next = run({ text: '下一个' })
  await expect(stalled).rejects.toMatchObject({ reason: 'deadline' })
  expect((await next).result).toBe('下一个')
})

it('rejects the task whose thread died and runs the next task', async () => {
  const { run } = makePool()
  const dying = run('exit')
  const next = run({ text: '下一个' })
  await expect(dying).rejects.toMatchObject({ reason: 'died' })
  expect((await next).result).toBe('下一个')
  await expect(run('throw')).rejects.toMatchObject({ reason: 'died' })
  expect((await run({ text: '还在' })).result).toBe('还在')
})

it('refuses a task when the queue is full or the wait is too long', async () => {
  const { run } = makePool({ places: 2, waitMs: 5_000, deadlineMs: 60_000 })
  const first = run('hang').catch((error: unknown) => error)
  const second = run({ text: '等不到' })
  await expect(run({ text: '没有位置' })).rejects.toMatchObject({ reason: 'busy' })
  await expect(second).rejects.toMatchObject({ reason: 'busy' })
  await pool.close()
  expect(await first).toMatchObject({ reason: 'died' })
})

it('rejects when the thread cannot be started', async () => {
  const { run } = makePool({ file: new URL('./missing.ts', import.meta.url), waitMs: 500 })
  await expect(run({ text: '好' })).rejects.toThrow('task failed')
})
