import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import type { Member } from '#testing/members.ts'
import { deskPeople } from '#testing/staff/desk-people.ts'

describeDatabases('certificates that wait for a signatory', (make) => {
  let upstream: TestUpstream
  let desk: ReturnType<typeof deskPeople>
  let writer: Member
  let signer: Member

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make)
    desk = deskPeople(upstream)
    writer = await desk.person('周观澜', ['certify'])
    signer = await desk.person('陈景行', ['approve'])
  })
  afterAll(() => upstream.close())

  it('know their place and those beside them, in the order of the list', async () => {
    const numbers = [await desk.submitted(writer), await desk.submitted(writer), await desk.submitted(writer)]
    const { data } = await signer.ask('GET /v1/manage/certificates?work=submitted')
    const [first, second, third] = data.records.map(({ certificateNo }: { certificateNo: string }) => certificateNo)
    expect([first, second, third].sort()).toEqual(numbers.sort())
    const queueOf = async (certificateNo: string) => (await desk.view(signer, certificateNo)).queue
    expect(await queueOf(first)).toEqual({ place: 1, total: 3, previous: null, next: second })
    expect(await queueOf(second)).toEqual({ place: 2, total: 3, previous: first, next: third })
    await desk.approve(signer, second)
    expect(await queueOf(second)).toBeUndefined()
    expect(await queueOf(third)).toEqual({ place: 2, total: 2, previous: first, next: null })
  })
})
