import { DAY_MS, HOUR_MS } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstream, makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'
import { askAsPartner, partnerForm } from '#testing/partners.ts'

const LIST = '/v1/manage/partners'
const QUOTA = 'GET /v1/partner/quota'

describeDatabases('partners', (make) => {
  let upstream: TestUpstream
  let owner: Member
  let clock = Date.parse('2026-11-20T02:00:00Z')
  let path = ''
  let partners = 0

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { content: 'none', now: () => clock })
  })
  afterAll(() => upstream.close())
  beforeEach(async () => {
    partners += 1
    owner = await join(upstream, `owner${partners}`, 'owner')
    const { data } = await owner.ask(`POST ${LIST}`, { ...partnerForm, name: `合作方 ${partners}` })
    path = `${LIST}/${data.number}`
  })

  const read = async () => (await owner.ask(`GET ${path}`)).data
  const makeKey = async (isTest = false): Promise<string> => (await owner.ask(`POST ${path}/keys`, { isTest })).data.key
  const readCode = async (key: string, at = upstream) => (await askAsPartner(at, key, QUOTA)).code

  it('are stored as typed, within the permitted ranges', async () => {
    const form = { ...partnerForm, name: ' 绿松石行 ', addresses: [' 203.0.113.0/24 ', '', '203.0.113.0/24'] }
    expect(await owner.ask(`PUT ${path}`, { ...form, version: 1 })).toMatchObject({
      code: 200,
      data: { name: '绿松石行', addresses: ['203.0.113.0/24'], version: 2 },
    })
    const refusal = await owner.ask(`PUT ${path}`, { ...form, addresses: ['203.0.113.5/24'], version: 2 })
    expect(refusal).toMatchObject({ code: 400, message: expect.stringContaining('应写作 203.0.113.0/24') })
    expect((await owner.ask(`PUT ${path}`, { ...form, contactEmail: 'nobody', version: 2 })).code).toBe(10024)
    const lateSave = await owner.ask(`PUT ${path}`, { ...form, version: 1 })
    expect(lateSave).toMatchObject({ code: 409, extra: { current: { name: '绿松石行', version: 2 } } })
  })

  it('have two valid keys of each kind at most, shown once', async () => {
    const key = await makeKey()
    const second = await makeKey()
    expect((await owner.ask(`POST ${path}/keys`, { isTest: false })).code).toBe(500)
    expect(await makeKey(true)).toMatch(/^gp_test_/)
    const { keys } = await read()
    expect(keys).toHaveLength(3)
    expect(keys[2]).toMatchObject({ lastFour: key.slice(-4), isLive: true, isTest: false, lastUsedDay: null })
    expect(JSON.stringify(keys)).not.toContain(key.slice(0, -4))
    expect([await readCode(key), await readCode(second)]).toEqual([200, 200])
    expect((await read()).keys[2].lastUsedDay).toBe('2026-11-20')
  })

  it('rotate a key, whose old one stays valid for the overlap', async () => {
    const old = await makeKey()
    const { number } = (await read()).keys[0]
    const rotateKey = () => owner.ask(`POST ${path}/keys/${number}/rotate`, { overlapHours: 24 })
    const { key } = (await rotateKey()).data
    expect((await rotateKey()).code).toBe(500)
    clock += DAY_MS - HOUR_MS
    expect([await readCode(old), await readCode(key)]).toEqual([200, 200])
    clock += HOUR_MS
    expect([await readCode(old), await readCode(key)]).toEqual([401, 200])
    expect((await read()).keys.map(({ isLive }: { isLive: boolean }) => isLive)).toEqual([true, false])
  })

  it('revoke a key at once, on every instance', async () => {
    const key = await makeKey()
    expect(await readCode(key)).toBe(200)
    // A second instance is only possible with PostgreSQL.
    const { databaseUrl } = upstream.config
    const isShared = databaseUrl.startsWith('postgres')
    const other = isShared
      ? await makeUpstream({ databaseUrl, content: 'none', now: () => clock }, true)
      : await makeUpstream({ content: 'none' })
    expect(await readCode(key, other)).toBe(isShared ? 200 : 401)
    const { number } = (await read()).keys[0]
    expect((await owner.ask(`DELETE ${path}/keys/${number}`)).code).toBe(200)
    expect([await readCode(key), await readCode(key, other)]).toEqual([401, 401])
    await other.close()
  })

  it('make no key without a fresh proof, and record none in clear', async () => {
    const key = await makeKey()
    clock += HOUR_MS
    const refused = await owner.ask(`POST ${path}/keys`, { isTest: false })
    expect(refused).toMatchObject({ code: 403, extra: { factor: 'fresh', action: 'partner.keyAdd' } })
    const entries = JSON.stringify(await upstream.db.selectFrom('audit_log').selectAll().execute())
    expect(entries).toContain('partner.keyAdd')
    expect(entries).toContain(`gp_…${key.slice(-4)}`)
    expect(entries + upstream.logs.join('')).not.toContain(key.slice(3, 20))
  })

  it('list their valid keys and use of today, and days in order', async () => {
    await makeKey()
    const { number } = (await read()).partner
    const day = { partner_id: number, unknown: 150 }
    await upstream.db
      .insertInto('partner_days')
      .values([
        { ...day, day: '2026-11-01', taken: 7 },
        { ...day, day: '2020-01-01', taken: 9 },
      ])
      .execute()
    const pairs = Array.from({ length: 100 }, () => ({ certificateNo: 'SH20261103001285', checkCode: '222222' }))
    const [{ key }] = [{ key: await makeKey() }]
    expect((await askAsPartner(upstream, key, 'POST /v1/partner/certificates/check', { pairs })).code).toBe(200)
    const list = (await owner.ask(`GET ${LIST}`)).data
    expect(list.find((one: { number: number }) => one.number === number)).toMatchObject({
      liveKeys: 2,
      takenToday: 100,
      isSuspicious: true,
    })
    expect((await read()).days).toMatchObject([{ day: '2026-11-01', taken: 7 }, { unknown: 100 }])
  })
})
