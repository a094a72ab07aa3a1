import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FaultySite, makeHealthyAnswer, startFaultySite } from './faulty-site.ts'
import { createMisbehaviour, MISBEHAVIOURS, type MisbehaviourName } from './misbehaviours.ts'

const CALLS = 2_000
const AT_ONCE = 40
const GROWTH_MAX_BYTES = 4 * 1024 * 1024

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** All misbehaviours except `never ends`, which sends eight megabytes each time; another suite tests it. */
const NAMES = (Object.keys(MISBEHAVIOURS) as MisbehaviourName[]).filter((name) => name !== 'never ends')

let faulty: FaultySite
beforeAll(async () => {
  faulty = await startFaultySite({ timeoutMs: 40 })
})
afterAll(() => faulty.close())

let count = 0

/** Requests calls, pages and pictures alternately, each from a different client, so that no budget runs out. */
async function askOne(): Promise<void> {
  count += 1
  faulty.later()
  const path = [`/v1/user/info?userId=${count}`, `/page-${count}`, `/file/img/${count}.png`][count % 3] ?? '/'
  await faulty.ask(path, {}, `10.${count >> 16}.${(count >> 8) & 255}.${count & 255}`)
}

async function ask(calls: number): Promise<number> {
  for (let asked = 0; asked < calls; asked += AT_ONCE) {
    const name = NAMES[(asked / AT_ONCE) % NAMES.length] ?? 'hangs'
    faulty.upstream.misbehave = createMisbehaviour(name, makeHealthyAnswer)
    await Promise.all(Array.from({ length: AT_ONCE }, askOne))
  }
  faulty.upstream.misbehave = null
  faulty.upstream.seen.length = 0
  faulty.site.logs.length = 0
  // A restart ends the open connections; afterwards answers are correct again.
  await faulty.upstream.stop()
  await faulty.upstream.start()
  faulty.later()
  await faulty.ask('/v1/user/info?userId=7', {}, '10.255.255.1')
  collectGarbage()
  collectGarbage()
  return process.memoryUsage().heapUsed
}

it('thousands of faulty answers do not increase memory use', { timeout: 90_000 }, async () => {
  const before = await ask(CALLS / 2)
  const after = await ask(CALLS)
  expect((after - before) / 1024).toBeLessThan(GROWTH_MAX_BYTES / 1024)
  faulty.later()
  expect((await faulty.ask('/v1/user/info?userId=7')).status).toBe(200)
})
