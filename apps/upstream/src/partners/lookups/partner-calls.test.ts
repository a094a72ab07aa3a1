import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import { DAY_MS } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { getTestCode, makeCertificateRow } from '#testing/certificate-files.ts'
import { importRows } from '#testing/certificate-site.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { askAsPartner, makePartner, type TestPartner } from '#testing/partners.ts'
import { SAMPLE_CODE, SAMPLE_NOS } from './sandbox.ts'

const CHECK = 'POST /v1/partner/certificates/check'
const QUOTA = 'GET /v1/partner/quota'
const makeNo = (serial: number) => makeCertificateNo('20261103', serial)
const makePair = (serial: number) => ({ certificateNo: makeNo(serial), checkCode: getTestCode(serial) })
const makeWrongPairs = (count: number) => Array.from({ length: count }, () => ({ ...makePair(1), checkCode: '222222' }))

describeDatabases('a call of a partner', (make) => {
  let upstream: TestUpstream
  let partner: TestPartner
  let clock = Date.parse('2026-11-20T02:00:00Z')
  const now = () => clock
  const make1 = (form = {}) => makePartner(upstream, form, now)
  const check = (pairs: unknown[], { key } = partner) => askAsPartner(upstream, key, CHECK, { pairs })
  const readDay = async () =>
    await upstream.db.selectFrom('partner_days').selectAll().where('partner_id', '=', partner.id).executeTakeFirst()

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { content: 'none', now })
    await importRows(
      upstream,
      [
        makeCertificateRow(1, { 拉曼光谱: '1042 cm⁻¹ 强峰' }),
        makeCertificateRow(2, { state: 'reissued', newerNo: makeNo(1), changedOn: '2026-11-10' }),
        makeCertificateRow(3, { state: 'withdrawn', reason: '登记有误', changedOn: '2026-11-10' }),
        {
          certificateNo: makeNo(4),
          checkCode: getTestCode(4),
          state: 'examination',
          category: 'jade',
          receivedOn: '2026-11-01',
        },
        makeCertificateRow(5, { state: 'draft' }),
        makeCertificateRow(6),
      ],
      now,
    )
    await importRows(upstream, [makeCertificateRow(6, { color: '天蓝色' })], now)
  })
  afterAll(() => upstream.close())
  beforeEach(async () => {
    clock += DAY_MS
    partner = await make1()
  })

  it('answers each pair as the single lookup does, in order', async () => {
    const pairs = [...[1, 2, 3, 4, 5, 6, 7].map(makePair), { ...makePair(1), checkCode: '222222' }]
    const single = await Promise.all(
      pairs.map(async (payload) => {
        const reply = await upstream.app.inject({ method: 'POST', url: '/v1/certificate/check', payload })
        return reply.json().data
      }),
    )
    const { data } = (await check(pairs)) as { data: { certificateNo: string; answer: { supportNo?: string } }[] }
    const removeSupportNo = ({ supportNo: _random, ...answer }: { supportNo?: string }) => answer
    expect(data.map(({ answer }) => removeSupportNo(answer))).toEqual(single.map(removeSupportNo))
    expect(data.map(({ certificateNo }) => certificateNo)).toEqual(pairs.map(({ certificateNo }) => certificateNo))
    expect(data[0]?.answer).toMatchObject({ certificate: { 拉曼光谱: '1042 cm⁻¹ 强峰' } })
  })

  it('answers unknown numbers, wrong codes and unpublished certificates alike', async () => {
    const { data } = await check([makePair(9), { ...makePair(1), checkCode: '222222' }, makePair(5)])
    const shapes = (data as { answer: Record<string, unknown> }[]).map(({ answer }) => ({
      ...answer,
      supportNo: String(answer.supportNo).replace(/[^-]/g, 'x'),
    }))
    const unknown = { state: 'unknown', supportNo: 'x-xxxx-xxxx' }
    expect(shapes).toEqual([unknown, unknown, unknown])
  })

  it('counts by outcome, and nothing of a malformed pair', async () => {
    const wrongNumbers = ['编号', 'S'.repeat(41)].map((certificateNo) => ({ certificateNo, checkCode: '222222' }))
    const malformed = [{ certificateNo: 'SH1' }, 'x', null, { ...makePair(1), checkCode: 'abcdef' }, ...wrongNumbers]
    const { data, extra } = await check([makePair(1), ...malformed, makePair(3), makePair(9)])
    expect(data).toMatchObject([
      { answer: { state: 'valid' } },
      { certificateNo: 'SH1', code: 'pairMalformed' },
      { code: 'pairMalformed' },
      { code: 'pairMalformed' },
      { certificateNo: makeNo(1), code: 'codeMalformed', fault: '核对码的格式不正确，没有查询，也没有计数' },
      { certificateNo: '编号', code: 'numberMalformed' },
      { code: 'numberMalformed', fault: expect.stringContaining('编号') },
      { answer: { state: 'withdrawn' } },
      { answer: { state: 'unknown' } },
    ])
    expect((data as unknown[])[6]).not.toHaveProperty('certificateNo')
    expect(extra).toMatchObject({ quota: 1000, remaining: 997, isTest: false })
    expect(await readDay()).toMatchObject({ taken: 3, valid: 1, withdrawn: 1, unknown: 1, malformed: 6, reissued: 0 })
    const quota = await askAsPartner(upstream, partner.key, QUOTA)
    expect(quota.data).toMatchObject({ quota: 1000, remaining: 997, resetTime: expect.stringContaining('T16:00:00') })
    expect((await askAsPartner(upstream, partner.key, QUOTA)).data).toMatchObject({ remaining: 997 })
  })

  it('takes 100 pairs, and refuses 101', async () => {
    const many = Array.from({ length: 101 }, () => makePair(1))
    expect((await check(many.slice(1))).data).toHaveLength(100)
    expect((await check(many)).code).toBe(400)
    expect((await check([])).code).toBe(400)
    expect(await readDay()).toMatchObject({ taken: 100 })
  })

  it('never exceeds the quota of the day, however many come at the same time', async () => {
    partner = await make1({ dailyQuota: 25 })
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => check(Array.from({ length: 10 }, () => makePair(1)))),
    )
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(2)
    const refusal = answers.find(({ code }) => code === 429)
    expect(refusal).toMatchObject({ extra: { reason: 'quotaUsedUp', remaining: 5, quota: 25 }, data: null })
    expect(Number(refusal?.retryAfter)).toBe(14 * 3600)
    expect((await check([makePair(1)])).extra).toMatchObject({ remaining: 4 })
    expect(await readDay()).toMatchObject({ taken: 21, refused: 60 })
    clock += DAY_MS
    expect((await check([makePair(1)])).extra).toMatchObject({ remaining: 24 })
  })

  it('is refused for the day after too many unknown pairs, even with right ones, and the owner gets one notice', async () => {
    const owner = await upstream.signUp(`owner${partner.id}@lab.example`)
    await upstream.db
      .insertInto('duties')
      .values({ user_id: owner.id, duty: 'owner', given_by: null, given_at: clock })
      .execute()
    for (let nth = 0; nth < 2; nth += 1) expect((await check(makeWrongPairs(100))).code).toBe(200)
    const refused = await check([makePair(1)])
    expect(refused).toMatchObject({ code: 429, extra: { reason: 'tooManyUnknown', remaining: 800 } })
    const queryNotices = () =>
      upstream.db.selectFrom('notices').select('content').where('user_id', '=', owner.id).execute()
    await expect.poll(queryNotices).toEqual([{ content: expect.stringContaining('“绿松石行”今天已有 100 对') }])
    await upstream.db.deleteFrom('duties').where('user_id', '=', owner.id).execute()
  })

  it('shows no answer past the limit of unknown pairs, when calls come at the same time', async () => {
    const calls = await Promise.all(Array.from({ length: 6 }, () => check([...makeWrongPairs(80), makePair(1)])))
    expect(calls.filter(({ code }) => code === 200)).toHaveLength(2)
  })

  it('answers samples of all states for a sandbox key, and counts nothing', async () => {
    const { key } = await make1({ isTest: true, dailyQuota: 1 })
    const pairs = Object.values(SAMPLE_NOS).map((certificateNo) => ({ certificateNo, checkCode: SAMPLE_CODE }))
    const { data, extra } = await check([...pairs, makePair(1)], { ...partner, key })
    const states = (data as { answer: { state: string } }[]).map(({ answer }) => answer.state)
    expect(states).toEqual(['valid', 'reissued', 'withdrawn', 'examination', 'unknown', 'unknown'])
    expect(extra).toMatchObject({ remaining: 1, isTest: true })
    // Numbers of samples, which are in the tests of partners.
    const digits = ['12', '20', '36', '48', '57']
    expect(pairs.map(({ certificateNo }) => certificateNo)).toEqual(digits.map((last) => `SH200001010000${last}`))
    expect((await check([{ certificateNo: SAMPLE_NOS.valid, checkCode: SAMPLE_CODE }])).data).toMatchObject([
      { answer: { state: 'unknown' } },
    ])
  })

  it('leaves no key in the log, and is no session', async () => {
    await check([makePair(1)])
    await check([makePair(1)], { ...partner, key: `${partner.key}x` })
    const member = await upstream.signUp(`member${partner.id}@shop.example`)
    expect((await check([makePair(1)], { ...partner, key: member.token })).code).toBe(401)
    const asMember = { url: '/v1/user/sessions', headers: { authorization: `Bearer ${partner.key}` } }
    expect((await upstream.app.inject(asMember)).json().code).toBe(401)
    expect(upstream.logs.length).toBeGreaterThan(3)
    expect(upstream.logs.join('')).not.toContain(partner.key.slice(3, 20))
  })
})
