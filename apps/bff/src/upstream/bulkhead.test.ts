import { describe, expect, it } from 'vitest'
import { createBulkhead } from './bulkhead.ts'
import type { Deadline } from './deadline.ts'

/** Makes a bulkhead with work that the test ends. */
function make({ connections = 8, places = 64 } = {}) {
  const bulkhead = createBulkhead({ connections, places })
  const running: { name: string; end: () => void; fail: (error: Error) => void }[] = []
  const calls: Promise<unknown>[] = []
  const ask = (name: string, deadline: Deadline = { whenOver: () => undefined }) => {
    const call = bulkhead.run(name, deadline, () => {
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      running.push({ name, end: () => resolve(name), fail: reject })
      return promise
    })
    call.catch(() => undefined)
    calls.push(call)
    return call
  }
  const count = (name: string) => running.filter((one) => one.name === name).length
  const endOne = async (name: string) => {
    running
      .splice(
        running.findIndex((one) => one.name === name),
        1,
      )[0]
      ?.end()
    await settle()
  }
  return { ask, running, count, endOne }
}

/** Waits until pending promises have settled. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('a bulkhead', () => {
  it('gives a hanging call half of the connections, and the rest to other calls', async () => {
    const { ask, count } = make()
    for (let time = 0; time < 20; time += 1) void ask('search')
    await settle()
    expect(count('search')).toBe(4)
    for (let time = 0; time < 20; time += 1) void ask('list')
    await settle()
    expect(count('list')).toBe(2)
    for (const name of ['info', 'login']) void ask(name)
    await settle()
    expect([count('info'), count('login')]).toEqual([1, 1])
  })

  it('starts all waiting calls as places are released', async () => {
    const { ask, running, endOne } = make()
    const answers: Promise<unknown>[] = []
    for (let time = 0; time < 10; time += 1) answers.push(ask('a'), ask('b'))
    await settle()
    while (running.length > 0) await endOne(running[0]?.name ?? '')
    expect((await Promise.all(answers)).length).toBe(20)
  })

  it('refuses a call that has half of the places with 503, and accepts others', async () => {
    const { ask, count } = make({ places: 20 })
    const asked = Array.from({ length: 15 }, () => ask('search'))
    const settled = Promise.allSettled(asked.slice(10))
    expect((await settled).map((one) => one.status === 'rejected' && one.reason.code)).toEqual(Array(5).fill(503))
    void ask('info')
    await settle()
    expect(count('info')).toBe(1)
  })

  it('drops aborted waiters, so that others start instead', async () => {
    const { ask, count, endOne } = make()
    let giveUp: ((reason: Error) => void) | undefined
    const deadline: Deadline = {
      whenOver(next) {
        giveUp = next
      },
    }
    for (let time = 0; time < 4; time += 1) void ask('search')
    const late = ask('search', deadline)
    const last = ask('search')
    giveUp?.(new Error('late'))
    await expect(late).rejects.toThrow('late')
    await endOne('search')
    expect(count('search')).toBe(4)
    for (let time = 0; time < 4; time += 1) await endOne('search')
    expect(await last).toBe('search')
  })

  it('releases a place when the work fails', async () => {
    const { ask, running } = make({ connections: 2 })
    const first = ask('a')
    const second = ask('a')
    await settle()
    running[0]?.fail(new Error('broken off'))
    await expect(first).rejects.toThrow('broken off')
    await settle()
    running[1]?.end()
    expect(await second).toBe('a')
  })
})
