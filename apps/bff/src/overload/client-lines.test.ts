import { expect, it } from 'vitest'
import { createClientLines, LineFullError } from './client-lines.ts'

/** Makes a task that ends when the test says so. */
function openTask(name: string, started: string[]) {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const task = async () => {
    started.push(name)
    await ended
    return name
  }
  return { task, end }
}

it('limits the concurrent tasks of a client, and runs further ones in order', async () => {
  const lines = createClientLines({ atOnce: 2, waiting: 2 })
  const started: string[] = []
  const tasks = ['1', '2', '3', '4'].map((name) => openTask(name, started))
  const results = tasks.map(({ task }) => lines.run('a', task))
  expect(started).toEqual(['1', '2'])
  tasks[1]?.end()
  await results[1]
  expect(started).toEqual(['1', '2', '3'])
  for (const { end } of tasks) end()
  expect(await Promise.all(results)).toEqual(['1', '2', '3', '4'])
})

it('does not delay other clients, and refuses a client whose queue is full', async () => {
  const lines = createClientLines({ atOnce: 1, waiting: 1 })
  const started: string[] = []
  const tasks = ['1', '2', '3'].map((name) => openTask(name, started))
  const [first, second, third] = tasks.map(({ task }) => lines.run('a', task))
  await expect(third).rejects.toThrow(LineFullError)
  expect(await lines.run('b', async () => 'other')).toBe('other')
  for (const { end } of tasks) end()
  expect(await Promise.all([first, second])).toEqual(['1', '2'])
})

it('starts the next task when one fails', async () => {
  const lines = createClientLines({ atOnce: 1, waiting: 1 })
  const failing = lines.run('a', () => Promise.reject(new Error('failed')))
  const next = lines.run('a', async () => 'next')
  await expect(failing).rejects.toThrow('failed')
  expect(await next).toBe('next')
  expect(await lines.run('a', async () => 'again')).toBe('again')
})
