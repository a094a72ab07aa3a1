import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '../../packages/contract/src/call.ts'
import { calls, toCallKey, toRouterPath } from '../../packages/contract/src/calls.ts'
import { allChecks } from './all-checks.ts'
import { runCheck } from './call-check.ts'
import { notServed } from './not-served.ts'
import { type ReferenceBench, startReference } from './reference.ts'

let bench: ReferenceBench
beforeAll(async () => {
  bench = await startReference()
})
afterAll(() => bench.close())

const isServed = (call: Call) => bench.reference.upstream.app.hasRoute({ method: call.method, url: toRouterPath(call) })

describe('a call of the contract', () => {
  it('has a check or is on the list of calls that are not served', () => {
    const checked = new Set(allChecks.map(({ call }) => call))
    const forgotten = calls.map(toCallKey).filter((key) => !checked.has(key) && !notServed.has(key))
    expect(forgotten).toEqual([])
  })

  it('is served unless it is on that list', () => {
    const unserved = (calls as readonly Call[]).filter((call) => !isServed(call)).map(toCallKey)
    process.stdout.write(
      `Not served by the reference upstream:\n${[...notServed].map((one) => `  ${one.join('  ')}\n`).join('')}`,
    )
    expect(unserved.sort()).toEqual([...notServed.keys()].sort())
  })
})

describe('the reference upstream behind the BFF', () => {
  for (const one of allChecks) {
    it(`${one.call}: ${one.says}`, async () => {
      const before = bench.findings.departures.length
      await runCheck(bench, one)
      expect(bench.findings.departures.slice(before)).toEqual([])
    })
  }

  it('sends no member that the contract does not name', () => {
    expect(Object.fromEntries(bench.findings.unnamed)).toEqual({})
    expect([...bench.findings.absent]).toEqual([])
  })
})
