import { afterAll, beforeAll } from 'vitest'
import { makeUpstreamOn, type TestUpstream } from '../make-upstream.ts'
import type { Member } from '../members.ts'
import { createDeskPeople } from './desk-people.ts'

export interface TestDesk extends ReturnType<typeof createDeskPeople> {
  upstream: TestUpstream
  /** The editor 周观澜, who prepares certificates. */
  writer: Member
  /** The signatory 陈景行, who signs turquoise. */
  signer: Member
}

/** Makes an upstream with a desk for all tests of a suite. @returns an object that is empty until they begin */
export function useDesk(make: Parameters<typeof makeUpstreamOn>[0]): TestDesk {
  const desk = {} as TestDesk
  beforeAll(async () => {
    const upstream = await makeUpstreamOn(make)
    const people = createDeskPeople(upstream)
    const writer = await people.person('周观澜', ['certify'])
    Object.assign(desk, people, { upstream, writer, signer: await people.person('陈景行', ['approve']) })
  })
  afterAll(() => desk.upstream.close())
  return desk
}
