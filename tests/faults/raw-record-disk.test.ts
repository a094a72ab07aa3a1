import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeUpstream, type TestUpstream } from '../../apps/upstream/src/testing/make-upstream.ts'
import type { Member } from '../../apps/upstream/src/testing/members.ts'
import { createDeskPeople } from '../../apps/upstream/src/testing/staff/desk-people.ts'
import { mountTinyDisk } from './tiny-disk.ts'

const PATH = '/v1/manage/certificates'
const FULL = { code: 503, message: '存储空间不足，暂时无法保存，请稍后重试', data: null }
const BUSY = { code: 400, message: '系统繁忙，请稍后重试', data: null }

const disk = mountTinyDisk()

describe.skipIf(!disk)('mount: a raw record that cannot be stored', () => {
  const folder = path.join(disk?.folder ?? '', 'raw-records')
  let upstream: TestUpstream
  let writer: Member
  let certificateNo: string
  beforeAll(async () => {
    upstream = await makeUpstream()
    mkdirSync(folder)
    symlinkSync(folder, path.join(upstream.config.dataDir, 'raw-records'))
    writer = await createDeskPeople(upstream).person('周观澜', ['certify'])
    certificateNo = (await writer.ask(`POST ${PATH}`, { category: 'turquoise' })).data.certificateNo
  })
  afterAll(async () => {
    await upstream.close()
    disk?.remove()
  })

  async function upload(text: string) {
    const body = new FormData()
    body.append('multipartFile', new File([text], '红外.csv'))
    const request = new Request('http://upstream.test/', { method: 'POST', body })
    const answer = await upstream.app.inject({
      method: 'POST',
      url: `${PATH}/${certificateNo}/records`,
      headers: { authorization: writer.token, 'content-type': request.headers.get('content-type') ?? '' },
      payload: Buffer.from(await request.arrayBuffer()),
    })
    return answer.json()
  }
  const list = async () => (await writer.ask(`GET ${PATH}/${certificateNo}/records`)).data
  const listSteps = async () => {
    const { events } = (await writer.ask(`GET ${PATH}/${certificateNo}`)).data
    return events.filter(({ step }: { step: string }) => step === 'record')
  }

  it('for want of space leaves nothing, says so, and is stored once there is space', async () => {
    const text = '4000,0.012\n'.repeat(100_000)
    disk?.fill()
    expect(await upload(text)).toMatchObject(FULL)
    expect(readdirSync(folder)).toEqual([])
    expect(await list()).toEqual([])
    expect(await listSteps()).toEqual([])
    disk?.makeRoom()
    expect(await upload(text)).toMatchObject({ code: 200 })
    expect(await list()).toHaveLength(1)
    expect(readdirSync(folder)).toHaveLength(1)
  })

  it('because the database fails leaves nothing, and is stored once the database works', async () => {
    const before = readdirSync(folder)
    const trigger = sql`create trigger failing before insert on certificate_raw_records
      begin select raise(abort, 'failing'); end`
    await trigger.execute(upstream.db)
    expect(await upload('1,2\n')).toMatchObject(BUSY)
    expect(readdirSync(folder)).toEqual(before)
    expect(await list()).toHaveLength(1)
    await sql`drop trigger failing`.execute(upstream.db)
    expect(await upload('1,2\n')).toMatchObject({ code: 200 })
    expect(await list()).toHaveLength(2)
    expect(await listSteps()).toHaveLength(2)
  })
})
