import { DAY_MS, HOUR_MS } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'

describeDatabases('daily sign-in', (make) => {
  let upstream: TestUpstream
  let clock = Date.UTC(2025, 2, 9, 4)
  let jade: Member
  let pearl: Member

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => clock })
  })
  afterAll(() => upstream.close())
  beforeEach(async () => {
    clock += HOUR_MS
    jade = await join(upstream, '玉声')
    pearl = await join(upstream, '珠圆')
  })

  const getToday = () => new Date(clock + 8 * HOUR_MS).toISOString().slice(0, 10)
  const sign = (member: Member, time?: string) =>
    member.ask(`GET /v1/sign/${time === undefined ? '' : `?time=${encodeURIComponent(time)}`}`)
  const isSigned = async (member: Member) => (await member.ask('GET /v1/sign/validateTodayIsSign')).data

  it('counts once a day and creates a notice', async () => {
    expect(await isSigned(jade)).toBeNull()
    expect(await sign(jade, getToday())).toMatchObject({ code: 200, data: null })
    expect(await isSigned(jade)).toEqual({ id: expect.any(String), userId: jade.id, createTime: clock })
    expect(await sign(jade)).toMatchObject({ code: 500, message: '当日已签到，无需再次签到！' })
    expect(await isSigned(pearl)).toBeNull()
    const { data } = await jade.ask('GET /v1/im/getMessageNotice?type=0')
    expect(data.records).toMatchObject([{ content: '恭喜您签到成功', fromUserId: null, noticeType: 0, code: 5 }])
  })

  it('counts once under concurrent clicks', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => sign(jade)))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  })

  it('accepts only the current day in UTC+8', async () => {
    const midnight = Math.floor(clock / DAY_MS) * DAY_MS
    // 00:30 in UTC+8, which is still the day before in UTC.
    clock = midnight + 16.5 * HOUR_MS
    const [yesterday, day] = [midnight, midnight + DAY_MS].map((ms) => new Date(ms).toISOString().slice(0, 10))
    expect(await sign(jade, yesterday)).toMatchObject({ code: 500, message: '只能为当天签到' })
    expect(await sign(jade, day)).toMatchObject({ code: 200 })
    for (const time of ['yesterday', '2025-13-45', '2025-02-29', '2025-4-2', '0']) {
      expect(await sign(pearl, time)).toMatchObject({ code: 500, message: '时间格式解析错误！' })
    }
    expect(await sign(pearl, `${day} 00:30:00`)).toMatchObject({ code: 200 })
  })

  it('is listed by day, for at most one year at a time', async () => {
    const first = getToday()
    await sign(jade)
    clock += DAY_MS
    await sign(jade)
    const readRecords = (query = '') => jade.ask(`GET /v1/sign/getSignRecords${query}`)
    expect((await readRecords()).data).toEqual([first, getToday()])
    expect((await readRecords(`?startTime=${getToday()}&endTime=${getToday()}`)).data).toEqual([getToday()])
    expect((await readRecords('?startTime=2024-01-01&endTime=2024-12-31')).data).toEqual([])
    expect(await readRecords('?startTime=2023-01-01&endTime=2024-12-31')).toMatchObject({
      code: 400,
      message: '一次最多查询一年',
    })
    expect(await readRecords('?startTime=soon')).toMatchObject({ code: 500, message: '时间格式解析错误！' })
    expect((await pearl.ask('GET /v1/sign/getSignRecords')).data).toEqual([])
  })
})
