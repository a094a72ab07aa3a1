import { DAY_MS, MINUTE_MS } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { setDuties } from '#accounts/duties/duties.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'
import { createMarkRepository, createSignatoryRepository } from './signatories.ts'

describeDatabases('signatories and marks', (make) => {
  let upstream: TestUpstream
  let clockMs = Date.parse('2026-11-20T02:00:00Z')
  let owner: Member
  let approver: Member
  let nth = 0

  const now = () => clockMs
  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now })
  })
  afterAll(() => upstream.close())
  beforeEach(async () => {
    nth += 1
    clockMs += MINUTE_MS
    owner = await join(upstream, `负责人${nth}`, 'owner')
    approver = await join(upstream, `批准人${nth}`)
    await setDuties(upstream.db, approver.id, ['approve'], { by: null, at: 0 })
    await upstream.db.deleteFrom('marks').execute()
    await prove()
  })

  const prove = () => upstream.db.updateTable('sessions').set({ factor_at: clockMs }).execute()
  const form = { title: '高级工程师', categories: ['jade', 'gemstone'], validFrom: '2026-11-01', validTo: '2026-11-21' }
  const add = (more: Record<string, unknown> = {}) =>
    owner.ask('POST /v1/manage/signatories', { personId: approver.id, ...form, ...more })
  const record = async () => (await owner.ask(`GET /v1/manage/users/${approver.id}`)).data.signatories[0]
  const maySign = (category: 'jade' | 'diamond', day?: string) =>
    createSignatoryRepository({ db: upstream.db, now }).maySign(approver.id, category, day)

  it('sign in their categories, on their days', async () => {
    expect(await maySign('jade')).toBe(false)
    expect(await add()).toMatchObject({ code: 200 })
    expect([await maySign('jade'), await maySign('diamond')]).toEqual([true, false])
    const days = ['2026-10-31', '2026-11-01', '2026-11-21', '2026-11-22']
    expect(await Promise.all(days.map((day) => maySign('jade', day)))).toEqual([false, true, true, false])
    expect(await record()).toMatchObject({ ...form, version: 1, nickname: `批准人${nth}` })
    expect(await approver.ask('GET /v1/manage/signatories')).toMatchObject({ code: 200 })
  })

  it('are changed with the version that was seen, and withdrawn for good', async () => {
    await add()
    const { id } = await record()
    const change = (version: number) =>
      owner.ask(`PUT /v1/manage/signatories/${id}`, { ...form, categories: ['diamond'], version })
    expect(await change(1)).toMatchObject({ code: 200 })
    expect(await change(1)).toMatchObject({ code: 409, extra: { current: { categories: ['diamond'], version: 2 } } })
    expect(await maySign('diamond')).toBe(true)
    expect(await owner.ask(`DELETE /v1/manage/signatories/${id}`)).toMatchObject({ code: 200 })
    expect(await maySign('diamond')).toBe(false)
    expect(await change(2)).toMatchObject({ message: '这条授权记录不存在或已撤回' })
    expect(await record()).toMatchObject({ withdrawnTime: expect.any(String) })
    const { events } = (await owner.ask(`GET /v1/manage/users/${approver.id}`)).data
    expect(events.map(({ action }: { action: string }) => action)).toEqual([
      ...['signatory.withdraw', 'signatory.change', 'signatory.add'],
    ])
    expect(events[1].changes).toEqual([{ member: 'categories', before: 'jade,gemstone', after: 'diamond' }])
  })

  it('hold the duty to approve, and valid days', async () => {
    expect(await add({ validFrom: '2026-02-30' })).toMatchObject({ message: '没有 2026-02-30 这一天' })
    expect(await add({ validTo: '2026-10-31' })).toMatchObject({ message: '截止日期不能早于起始日期' })
    await setDuties(upstream.db, approver.id, ['edit'], { by: null, at: 0 })
    expect(await add()).toMatchObject({ message: '请先授予“批准”职责，再登记授权签字人' })
  })

  it('name a deputy in their scope from a day to a day, who cannot pass it on', async () => {
    const deputy = await join(upstream, `代理人${nth}`)
    await setDuties(upstream.db, deputy.id, ['approve'], { by: null, at: 0 })
    await prove()
    await add()
    const { id } = await record()
    const days = { validFrom: '2026-11-10', validTo: '2026-11-20' }
    const delegate = (more: object = {}, number = id, who = owner) =>
      who.ask(`POST /v1/manage/signatories/${number}/deputies`, { deputyId: deputy.id, ...days, ...more })
    const mayDeputy = (category: 'jade' | 'diamond', day?: string) =>
      createSignatoryRepository({ db: upstream.db, now }).maySign(deputy.id, category, day)

    expect(await delegate({ validTo: '2026-11-22' })).toMatchObject({
      message: '代理的日期须在本人的授权之内：2026-11-01 至 2026-11-21',
    })
    expect(await delegate({ validFrom: '2026-10-31' })).toMatchObject({ code: 400 })
    expect(await delegate({ validTo: '2026-11-09' })).toMatchObject({ message: '截止日期不能早于起始日期' })
    expect(await delegate({ validTo: '2026-11-19' })).toMatchObject({ message: '截止日期已过' })
    expect(await delegate({ deputyId: approver.id })).toMatchObject({ message: '不能由本人代理' })
    expect(await delegate({}, id, approver)).toMatchObject({ code: 403 })
    expect(await mayDeputy('jade')).toBe(false)

    expect(await delegate()).toMatchObject({ code: 200 })
    expect([await mayDeputy('jade'), await mayDeputy('diamond')]).toEqual([true, false])
    const shown = ['2026-11-09', '2026-11-10', '2026-11-20', '2026-11-21']
    expect(await Promise.all(shown.map((day) => mayDeputy('jade', day)))).toEqual([false, true, true, false])
    const { signatories, events } = (await owner.ask(`GET /v1/manage/users/${deputy.id}`)).data
    expect(signatories).toMatchObject([{ ...days, deputyFor: { id: approver.id, name: `批准人${nth}` } }])
    expect(events[0]).toMatchObject({ action: 'signatory.delegate' })
    expect(events[0].changes).toContainEqual({ member: 'deputyFor', before: null, after: `批准人${nth}` })

    const readDeputies = async () => (await owner.ask(`GET /v1/manage/users/${approver.id}`)).data.deputies
    expect(await readDeputies()).toMatchObject([{ ...days, personId: deputy.id, nickname: `代理人${nth}` }])

    const [{ id: deputyRecord, version }] = signatories
    expect(await delegate({ deputyId: owner.id }, deputyRecord)).toMatchObject({ message: '代理人不能再委托他人' })
    expect(await owner.ask(`PUT /v1/manage/signatories/${deputyRecord}`, { ...form, version })).toMatchObject({
      message: '代理不能改动，请撤回后重新登记',
    })
    expect(await owner.ask(`DELETE /v1/manage/signatories/${deputyRecord}`)).toMatchObject({ code: 200 })
    expect(await mayDeputy('jade')).toBe(false)
    expect(await readDeputies()).toBeUndefined()
  })

  it('take their scope along when it ends, also from their deputy', async () => {
    const deputy = await join(upstream, `代理人${nth}`)
    await setDuties(upstream.db, deputy.id, ['approve'], { by: null, at: 0 })
    await prove()
    await add()
    const { id } = await record()
    const days = { validFrom: '2026-11-10', validTo: '2026-11-21' }
    await owner.ask(`POST /v1/manage/signatories/${id}/deputies`, { deputyId: deputy.id, ...days })
    const mayDeputy = () => createSignatoryRepository({ db: upstream.db, now }).maySign(deputy.id, 'jade')
    expect(await mayDeputy()).toBe(true)
    const setStatus = (status: number) =>
      upstream.db.updateTable('users').set({ status }).where('id', '=', approver.id).execute()
    await setStatus(0)
    expect(await mayDeputy()).toBe(false)
    await setStatus(1)
    const readDeputy = async () => (await owner.ask(`GET /v1/manage/users/${deputy.id}`)).data.signatories[0]
    const narrow = { ...form, categories: ['gemstone'], validTo: '2026-11-20' }
    await owner.ask(`PUT /v1/manage/signatories/${id}`, { ...narrow, version: 1 })
    expect(await mayDeputy()).toBe(false)
    expect(await readDeputy()).toMatchObject({ categories: ['gemstone'], validTo: '2026-11-20' })
    await owner.ask(`PUT /v1/manage/signatories/${id}`, { ...form, version: 2 })
    expect(await mayDeputy()).toBe(true)
    await owner.ask(`DELETE /v1/manage/signatories/${id}`)
    expect(await mayDeputy()).toBe(false)
    expect(await readDeputy()).toMatchObject({ withdrawnTime: expect.any(String) })
  })

  it('cannot sign while their account is disabled', async () => {
    await add()
    await upstream.db.updateTable('users').set({ status: 0 }).where('id', '=', approver.id).execute()
    expect(await maySign('jade')).toBe(false)
  })

  it('print a mark within its scope, until its last day', async () => {
    const mark = {
      number: '202619010203',
      categories: ['jade'],
      scope: '珠宝玉石鉴定',
      standards: ['GB/T 16552'],
      isPrinted: true,
      validTo: '2026-11-21',
      version: 0,
    }
    const save = (more = {}) => owner.ask('PUT /v1/manage/marks/cma', { ...mark, ...more })
    const listCarried = (category: 'jade' | 'diamond', standards = 'GB/T 16552') =>
      createMarkRepository({ db: upstream.db, now }).listCarried(category, { standards })
    expect(await save()).toMatchObject({ code: 200 })
    expect(await listCarried('jade')).toMatchObject([{ kind: 'cma', number: '202619010203' }])
    expect(await listCarried('jade', 'GB/T 16552、GB/T 23885')).toEqual([])
    expect(await save({ standards: ['国标'], version: 1 })).toMatchObject({ code: 400 })
    expect(await listCarried('diamond')).toEqual([])
    expect(await save()).toMatchObject({ code: 409, extra: { current: { version: 1 } } })
    const before = clockMs
    // 23:59:59 of the last day in UTC+8, and a second later.
    clockMs = Date.parse('2026-11-21T15:59:59Z')
    expect(await listCarried('jade')).toHaveLength(1)
    clockMs += 1000
    expect(await listCarried('jade')).toEqual([])
    await prove()
    expect((await owner.ask('GET /v1/manage/marks')).data).toMatchObject([{ kind: 'cma', isValid: false, version: 1 }])
    expect(await save({ version: 1, validTo: '2032-11-21' })).toMatchObject({ code: 200 })
    expect(await listCarried('jade')).toHaveLength(1)
    clockMs = before + DAY_MS
  })
})
