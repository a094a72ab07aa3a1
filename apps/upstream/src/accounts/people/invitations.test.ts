import { DAY_MS, HOUR_MS, MINUTE_MS } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ask } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'

const PASSWORD = 'nine turquoise lanterns'

describeDatabases('invitations of staff', (make) => {
  let upstream: TestUpstream
  let clockMs = Date.parse('2026-11-20T02:00:00Z')
  let owner: Member
  let nth = 0

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => clockMs, env: { PUBLIC_ORIGIN: 'https://lab.example' } })
  })
  afterAll(() => upstream.close())
  beforeEach(async () => {
    nth += 1
    clockMs += MINUTE_MS
    owner = await join(upstream, `负责人${nth}`, 'owner')
    await upstream.db.updateTable('sessions').set({ factor_at: clockMs }).execute()
  })

  const askAsAnyone = (call: string, body: Record<string, unknown>, token?: string) =>
    ask(upstream, `POST /v1/invitation/${call}`, { body, token, from: `203.0.113.${nth}` })
  const parseCode = (text: string) =>
    /https:\/\/lab\.example\/manage\/invitation#code=([\w-]{43})/.exec(text)?.[1] ?? ''
  async function invite(email: string, duties = ['edit', 'support']): Promise<string> {
    expect(await owner.ask('POST /v1/manage/invitations', { email, duties })).toMatchObject({ code: 200 })
    const mail = (await upstream.mailbox()).find(({ to }) => to === email.toLowerCase())
    return parseCode(mail?.text ?? '')
  }
  const listInvitations = async () => (await owner.ask('GET /v1/manage/invitations')).data.records
  const join2 = (code: string) => askAsAnyone('join', { code, nickname: `许听澜${nth}`, password: PASSWORD })

  it('make the account of a person without one, who then logs in with a password', async () => {
    const code = await invite(`Xu${nth}@example.test`)
    expect(code).toHaveLength(43)
    expect(await askAsAnyone('read', { code })).toMatchObject({
      data: { email: `xu${nth}@example.test`, duties: ['edit', 'support'], hasAccount: false, byName: `负责人${nth}` },
    })
    expect(await askAsAnyone('join', { code, nickname: '许听澜', password: '12345678' })).toMatchObject({ code: 400 })
    expect(await join2(code)).toMatchObject({ code: 200 })
    const body = { email: `xu${nth}@example.test`, password: PASSWORD }
    const { data } = await ask(upstream, 'POST /oauth/emailLogin', { body, from: '192.0.2.3' })
    const self = await ask(upstream, 'GET /v1/manage/me', { token: data.token })
    expect(self.data).toMatchObject({ nickname: `许听澜${nth}`, duties: ['edit', 'support'], isEnrolled: false })
    expect(await listInvitations()).not.toContainEqual(expect.objectContaining({ email: `xu${nth}@example.test` }))
    const { events } = (await owner.ask(`GET /v1/manage/users/${self.data.id}`)).data
    expect(events).toMatchObject([{ action: 'invitation.accept', actorName: `许听澜${nth}` }])
  })

  it('make no account under a name that a colleague has or had, or that looks like it', async () => {
    const colleague = await join(upstream, `沈砚青${nth}`, 'editor')
    const renamed = { nickname: `砚青${nth}` }
    expect(await colleague.ask('PUT /v1/user/', renamed)).toMatchObject({ code: 200 })
    const code = await invite(`alike${nth}@example.test`)
    for (const nickname of [`沈砚青${nth}`, `沈 砚青${nth}`, `砚青${nth}老师`, '石衡检测中心']) {
      const answer = await askAsAnyone('join', { code, nickname, password: PASSWORD })
      expect(answer, nickname).toMatchObject({ code: 400, message: '这个名字容易被误认为本站或工作人员，请换一个' })
    }
    expect(await join2(code)).toMatchObject({ code: 200 })
  })

  it('count once, for 72 hours', async () => {
    const expiredError = { message: '邀请不存在、已使用、已撤回或已过期，请联系邀请人' }
    const code = await invite(`once${nth}@example.test`)
    const both = await Promise.all([join2(code), join2(code)])
    expect(both.map((answer) => answer.code).sort()).toEqual([200, 500])
    expect(await askAsAnyone('read', { code })).toMatchObject(expiredError)
    const lateInvitation = await invite(`late${nth}@example.test`)
    clockMs += 72 * HOUR_MS
    expect(await join2(lateInvitation)).toMatchObject(expiredError)
    await upstream.db.updateTable('sessions').set({ factor_at: clockMs }).execute()
    expect((await listInvitations())[0]).toMatchObject({ state: 'expired', isMailed: true })
  })

  it('are accepted by an existing account only if its login address is the invited one', async () => {
    const member = await upstream.signUp(`lin${nth}@example.test`)
    const stranger = await join(upstream, `旁人${nth}`)
    const code = await invite(`lin${nth}@example.test`, ['certify'])
    expect(await askAsAnyone('read', { code }, stranger.token)).toMatchObject({
      data: { hasAccount: true, isOwn: false, loggedInAs: `旁人${nth}` },
    })
    expect(await join2(code)).toMatchObject({ message: '该邮箱账号已经注册' })
    expect(await askAsAnyone('accept', { code })).toMatchObject({ code: 401 })
    expect(await askAsAnyone('accept', { code }, stranger.token)).toMatchObject({
      message: '邀请发给了另一个邮箱，请用那个邮箱的账号登录',
    })
    // The displayed address can be changed without proof, so the check must ignore it.
    const claim = upstream.db.updateTable('users').set({ email: `lin${nth}@example.test` })
    await claim.where('id', '=', stranger.id).execute()
    expect(await askAsAnyone('accept', { code }, stranger.token)).toMatchObject({ code: 500 })
    expect(await askAsAnyone('accept', { code }, member.token)).toMatchObject({ code: 200 })
    const { data } = await ask(upstream, 'GET /v1/manage/me', { token: member.token })
    expect(data.duties).toEqual(['certify'])
  })

  it('are sent again with a new code, and withdrawn', async () => {
    const email = `again${nth}@example.test`
    const first = await invite(email)
    const { id } = (await listInvitations())[0]
    expect(await owner.ask(`POST /v1/manage/invitations/${id}/again`)).toMatchObject({ code: 200 })
    const second = parseCode((await upstream.mailbox())[0]?.text ?? '')
    expect(await askAsAnyone('read', { code: first })).toMatchObject({ code: 500 })
    expect(await askAsAnyone('read', { code: second })).toMatchObject({ code: 200 })
    const [{ id: newId }] = await listInvitations()
    expect(await owner.ask(`DELETE /v1/manage/invitations/${newId}`)).toMatchObject({ code: 200 })
    expect(await askAsAnyone('read', { code: second })).toMatchObject({ code: 500 })
  })

  it('are mailed at most three times in 24 hours to one address', async () => {
    const email = `often${nth}@example.test`
    expect((await owner.ask('POST /v1/manage/invitations', { email, duties: ['edit'] })).code).toBe(200)
    const repeatInvitation = async () => {
      const { records } = (await owner.ask('GET /v1/manage/invitations')).data
      const { id } = records.find((row: { email: string }) => row.email === email)
      return await owner.ask(`POST /v1/manage/invitations/${id}/again`)
    }
    expect((await repeatInvitation()).code).toBe(200)
    expect((await repeatInvitation()).code).toBe(200)
    expect(await repeatInvitation()).toMatchObject({ code: 500, message: expect.stringContaining('24 小时内') })
    clockMs += DAY_MS
    await upstream.db.updateTable('sessions').set({ factor_at: clockMs }).execute()
    expect((await repeatInvitation()).code).toBe(200)
  })

  it('end when their owner is disabled or loses the duty', async () => {
    const other = await join(upstream, `另一位${nth}`, 'owner')
    await upstream.db.updateTable('sessions').set({ factor_at: clockMs }).execute()
    const code = await invite(`gone${nth}@example.test`)
    const { version } = (await other.ask(`GET /v1/manage/users/${owner.id}`)).data
    await other.ask(`PUT /v1/manage/users/${owner.id}/duties`, { duties: ['edit'], version })
    expect(await askAsAnyone('read', { code })).toMatchObject({ code: 500 })
  })

  it('do not go to addresses of staff or of disabled accounts', async () => {
    const staff = await upstream.signUp(`staff${nth}@example.test`)
    await upstream.db
      .insertInto('duties')
      .values({ user_id: staff.id, duty: 'edit', given_at: 0, given_by: null })
      .execute()
    const body = (email: string) => ({ email, duties: ['edit'] })
    expect(await owner.ask('POST /v1/manage/invitations', body(`staff${nth}@example.test`))).toMatchObject({
      message: '这个邮箱的账号已有职责，请在其页面上改动',
    })
    const { id } = await upstream.signUp(`off${nth}@example.test`)
    await upstream.db.updateTable('users').set({ status: 0 }).where('id', '=', id).execute()
    expect(await owner.ask('POST /v1/manage/invitations', body(`off${nth}@example.test`))).toMatchObject({
      message: '账号已停用或正在注销',
    })
    expect(await owner.ask('POST /v1/manage/invitations', body('he@shiheng'))).toMatchObject({ code: 10024 })
  })

  it('show in the list when the mail could not be sent', async () => {
    const failing = { send: () => Promise.reject(new Error('refused')) }
    const other = await makeUpstreamOn(make, { now: () => clockMs, mailer: failing })
    const boss = await join(other, '负责人', 'owner')
    await other.db.updateTable('sessions').set({ factor_at: clockMs }).execute()
    const body = { email: 'he@example.test', duties: ['edit'] }
    expect(await boss.ask('POST /v1/manage/invitations', body)).toMatchObject({ code: 200 })
    expect((await boss.ask('GET /v1/manage/invitations')).data.records).toMatchObject([{ isMailed: false }])
    await other.close()
  })
})
