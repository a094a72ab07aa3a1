import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeUpstream, type TestUpstream } from '#testing/make-upstream.ts'
import type { Member } from '#testing/members.ts'
import { createDeskPeople, makeTurquoise } from '#testing/staff/desk-people.ts'

const FREE = { 拉曼光谱: '1040 cm⁻¹', 'Chelsea filter': '红' }
const PATH = '/v1/manage/certificates'
let upstream: TestUpstream
let desk: ReturnType<typeof createDeskPeople>
let writer: Member
let signer: Member

beforeAll(async () => {
  upstream = await makeUpstream()
  desk = createDeskPeople(upstream)
  writer = await desk.person('周观澜', ['certify'])
  signer = await desk.person('陈景行', ['approve'])
})
afterAll(() => upstream.close())

it('members with free names are in every answer of the desk that has a text', async () => {
  const certificateNo = await desk.submitted(writer, makeTurquoise(FREE))
  expect((await desk.view(writer, certificateNo)).pendingChange.form.fields).toMatchObject(FREE)
  await desk.approve(signer, certificateNo)
  expect((await desk.view(writer, certificateNo)).published).toMatchObject(FREE)
  const history = await writer.ask(`GET ${PATH}/${certificateNo}/history`)
  expect(history.data.versions[0].text).toMatchObject(FREE)
  const copy = await writer.ask(`POST ${PATH}/${certificateNo}/copy`, { kind: 'a4' })
  expect(copy.data.certificate).toMatchObject(FREE)

  await writer.ask(`POST ${PATH}`, { corrects: certificateNo, reason: '光谱复测' })
  expect((await desk.view(writer, certificateNo)).pendingChange.form.fields).toMatchObject(FREE)
  await desk.write(writer, certificateNo, makeTurquoise({ ...FREE, 拉曼光谱: '1042 cm⁻¹' }))
  await desk.submit(writer, certificateNo)
  const { data } = await signer.ask(`POST ${PATH}/review`, { numbers: [certificateNo] })
  expect(data.records[0].changes).toEqual([{ member: '拉曼光谱', before: '1040 cm⁻¹', after: '1042 cm⁻¹' }])
})
