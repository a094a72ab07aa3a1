import { CLOSURE_MS, DAY_MS } from '@portal/contract/constants.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ask } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { giveRole } from '#testing/members.ts'

const OLD = 'the first password'
const NEW = 'quartz over granite'

describeDatabases('managing an account', (make) => {
  let upstream: TestUpstream
  let clock = Date.UTC(2026, 10, 22, 2)
  let members = 0
  let email = ''
  let me: { id: string; token: string }

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => clock })
  })
  afterAll(() => upstream.close())
  beforeEach(async () => {
    members += 1
    email = `owner${members}@example.test`
    me = await upstream.signUp(email, OLD)
  })

  const makeAddress = () => `198.51.100.${members}`
  const call = (name: string, body?: Record<string, unknown>, token = me.token) =>
    ask(upstream, name, { token, from: makeAddress(), ...(body && { body }) })
  const login = (password = OLD) =>
    ask(upstream, 'POST /oauth/emailLogin', { from: makeAddress(), body: { email, password } })
  const change = (password: string, newPassword = NEW) => call('PUT /v1/user/password', { password, newPassword })
  const close = (keepsWritings = true) => call('POST /v1/user/closure', { password: OLD, keepsWritings })
  const isIn = async (token: string) => (await call('GET /v1/user/sessions', undefined, token)).code === 200

  it('sets a new password, ends all other sessions and notifies the member', async () => {
    const { token: other } = (await login()).data
    expect(await change(OLD)).toMatchObject({ code: 200, data: null })
    expect(await isIn(me.token)).toBe(true)
    expect(await isIn(other)).toBe(false)
    expect(await login()).toMatchObject({ code: 500 })
    expect(await login(NEW)).toMatchObject({ code: 200 })
    const [mail] = await upstream.mailbox()
    expect(mail).toMatchObject({ to: email, subject: '密码已修改' })
    const notices = await call('GET /v1/im/getMessageNotice?type=0')
    expect(notices.data.records[0].content).toContain('密码已修改')
  })

  it('refuses a wrong current password, and a short or unchanged new one', async () => {
    expect(await change('not the password')).toMatchObject({ code: 500, message: '当前密码不正确' })
    expect(await call('PUT /v1/user/password', { newPassword: NEW })).toMatchObject({ message: '当前密码不正确' })
    expect(await change(OLD, 'seven77')).toMatchObject({ code: 400, message: '密码至少 8 个字符' })
    expect(await change(OLD, OLD)).toMatchObject({ code: 400, message: '新密码与当前密码相同，请换一个' })
    expect(await login()).toMatchObject({ code: 200 })
  })

  it('limits guesses of the current password from an open session', async () => {
    for (let guess = 0; guess < 5; guess += 1) await change(`guess number ${guess}`)
    expect((await change(OLD)).message).toBe('尝试次数过多，请 15 分钟后再试')
    expect((await close()).message).toContain('尝试次数过多')
    clock += 15 * 60_000
    expect(await change(OLD)).toMatchObject({ code: 200 })
  })

  it('sets the first password of a social account with a code mailed to its address', async () => {
    await upstream.db
      .updateTable('users')
      .set({ account_name: null, password_hash: null, email: null })
      .where('id', '=', me.id)
      .execute()
    expect((await call('GET /v1/user/security')).data).toEqual({ hasPassword: false, email: null, isStaff: false })
    expect((await call('POST /v1/user/code')).message).toContain('先在“编辑资料”中填写邮箱')
    await call('PUT /v1/user/', { email })
    expect(await call('POST /v1/user/code')).toMatchObject({ code: 200 })
    const [mail] = await upstream.mailbox()
    expect(mail?.to).toBe(email)
    expect(await change('', NEW)).toMatchObject({ code: 10003 })
    const code = /\d{6}/.exec(mail?.text ?? '')?.[0]
    expect(await call('PUT /v1/user/password', { code, newPassword: NEW })).toMatchObject({ code: 200 })
    expect((await login(NEW)).data).toMatchObject({ id: me.id })
    expect((await call('GET /v1/user/security')).data).toMatchObject({ hasPassword: true, email })
  })

  it('refuses a password for a social account whose address is the login of another account', async () => {
    const other = await upstream.signUp(`other-${email}`)
    const takenAddress = { account_name: null, password_hash: null, email }
    await upstream.db.updateTable('users').set(takenAddress).where('id', '=', other.id).execute()
    await call('POST /v1/user/code', undefined, other.token)
    const code = /\d{6}/.exec((await upstream.mailbox())[0]?.text ?? '')?.[0]
    const body = { code, newPassword: NEW }
    expect(await call('PUT /v1/user/password', body, other.token)).toMatchObject({ message: '该邮箱账号已经注册' })
    expect((await login()).data).toMatchObject({ id: me.id })
  })

  it('schedules the closure in seven days, hides the profile and ends every session', async () => {
    const { token: other } = (await login()).data
    const closeTime = toWireDateTime(clock + CLOSURE_MS)
    expect(await close()).toMatchObject({ code: 200, data: { closeTime } })
    for (const token of [me.token, other]) expect(await isIn(token)).toBe(false)
    expect((await ask(upstream, `GET /v1/user/info?userId=${me.id}`)).data).toBeNull()
    expect((await upstream.mailbox())[0]).toMatchObject({ to: email, subject: '账号注销申请' })
  })

  it('lets the member of a closing account log in and cancel the closure only', async () => {
    await close()
    const answer = await login()
    expect(answer.data).toMatchObject({ id: me.id, closeTime: toWireDateTime(clock + CLOSURE_MS) })
    const { token } = answer.data
    const found = await ask(upstream, `GET /v1/user/selectUserInfoByToken?token=${token}`)
    expect(found.data).toMatchObject({ id: me.id, closeTime: expect.any(String) })
    for (const name of ['GET /v1/user/sessions', 'GET /v1/user/export', 'GET /v1/im/getRoomList']) {
      expect(await call(name, undefined, token)).toMatchObject({
        code: 500,
        message: '账号正在注销，撤销注销后才能使用',
      })
    }
    expect(await call('DELETE /v1/user/closure', undefined, token)).toMatchObject({ code: 200 })
    expect(await isIn(token)).toBe(true)
    expect((await ask(upstream, `GET /v1/user/info?userId=${me.id}`)).data).toMatchObject({ closeTime: null })
  })

  it('refuses to close an account without the password', async () => {
    const body = { password: 'not the password', keepsWritings: true }
    expect(await call('POST /v1/user/closure', body)).toMatchObject({ message: '当前密码不正确' })
    expect(await isIn(me.token)).toBe(true)
  })

  it('refuses to close the account of the last owner', async () => {
    await giveRole(upstream.db, me.id, 'owner')
    expect((await close()).message).toContain('最后一位站点负责人')
    const other = await upstream.signUp(`other-${email}`)
    await giveRole(upstream.db, other.id, 'owner')
    expect(await close()).toMatchObject({ code: 200 })
    await giveRole(upstream.db, other.id, 'user')
  })

  it('lists sessions with their last use, and ends all but the current one', async () => {
    const { token: other } = (await login()).data
    clock += DAY_MS
    expect(await isIn(me.token)).toBe(true)
    const { data } = await call('GET /v1/user/sessions')
    const useTimes = data.map(({ lastUsedTime }: { lastUsedTime: string }) => lastUsedTime)
    expect(useTimes.sort()).toEqual([toWireDateTime(clock - DAY_MS), toWireDateTime(clock)])
    expect(await call('DELETE /v1/user/sessions?others=true')).toMatchObject({ code: 200 })
    expect(await isIn(me.token)).toBe(true)
    expect(await isIn(other)).toBe(false)
  })
})
