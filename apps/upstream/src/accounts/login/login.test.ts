import { EMAIL_CODE_MS, MINUTE_MS, TOKEN_LIFETIME_MS } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ask } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstream, makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'

const WRONG_CODE = { code: 10003, message: '验证码不正确或已过期，请重新输入', data: null }
const TOO_FREQUENT = { status: 200, code: 500, message: '请求过于频繁,稍后重试', data: null }

describeDatabases('accounts and login', (make) => {
  let upstream: TestUpstream
  let clock = Date.UTC(2025, 2, 8)
  let clients = 0
  /** Each test uses its own client address, so that tests do not share rate limits. */
  let from = ''
  let email = ''

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => clock })
  })
  afterAll(() => upstream.close())
  beforeEach(() => {
    clients += 1
    from = `198.51.100.${clients}`
    email = `reader${clients}@example.test`
  })

  const sendCode = (to = email) => ask(upstream, `GET /oauth/sendEmailCode?email=${encodeURIComponent(to)}`, { from })
  async function readMailedCode(to = email): Promise<string> {
    expect(await sendCode(to)).toMatchObject({ code: 200, data: null })
    const [mail] = await upstream.mailbox()
    expect(mail?.to).toBe(to)
    return /\d{6}/.exec(mail?.text ?? '')?.[0] ?? ''
  }
  const register = (code: string, to = email) =>
    ask(upstream, 'POST /oauth/emailRegister', {
      from,
      body: { email: to, nickname: '小石', password: 'first long password', code },
    })
  const login = (password: string, to = email, client = from) =>
    ask(upstream, 'POST /oauth/emailLogin', { from: client, body: { email: to, password } })

  it('registers with a mailed code, without a session, and then logs in', async () => {
    const answer = await register(await readMailedCode())
    expect(answer).toMatchObject({ status: 200, code: 200, message: '成功', data: null, extra: {} })
    const { data } = await login('first long password', email.toUpperCase())
    expect(data).toMatchObject({ nickname: '小石', email, loginType: null, articleCount: 0 })
    expect(data.id).toMatch(/^[0-9a-f]{32}$/)
    expect(data.token).toMatch(/^[a-zA-Z0-9]{128}$/)
    expect(Object.keys(data)).not.toContain('passwordHash')
  })

  it('refuses short and common passwords with a reason, and keeps the code valid', async () => {
    const code = await readMailedCode()
    const person = { email, nickname: '小石', code }
    for (const [password, reason] of [
      ['a', '密码至少 8 个字符'],
      ['12345678', '这个密码太常见，很容易被猜到，请换一个'],
      [email, '密码不能主要由邮箱、昵称或常见词组成，请换一个'],
    ]) {
      const refusal = { code: 400, message: reason, data: null }
      const body = { ...person, password }
      expect(await ask(upstream, 'POST /oauth/emailRegister', { from, body })).toMatchObject(refusal)
      expect(await ask(upstream, 'PUT /oauth/forgetPassword', { from, body })).toMatchObject(refusal)
    }
    expect(await register(code)).toMatchObject({ code: 200 })
  })

  it('refuses the organisation’s and its staff’s names at registration, and keeps the code valid', async () => {
    const code = await readMailedCode()
    const body = { email, nickname: '石衡检测 客服', password: 'first long password', code }
    expect(await ask(upstream, 'POST /oauth/emailRegister', { from, body })).toMatchObject({
      code: 400,
      message: '这个名字容易被误认为本站或工作人员，请换一个',
    })
    expect(await register(code)).toMatchObject({ code: 200 })
  })

  it('accepts a short password that is older than the password rules', async () => {
    await upstream.signUp(email, '1')
    expect(await login('1')).toMatchObject({ code: 200 })
  })

  it('accepts a code once', async () => {
    const code = await readMailedCode()
    expect(await register(code)).toMatchObject({ code: 200 })
    expect(await register(code)).toMatchObject(WRONG_CODE)
  })

  it('accepts a code once under concurrent requests', async () => {
    const code = await readMailedCode()
    const reset = () =>
      ask(upstream, 'PUT /oauth/forgetPassword', { from, body: { email, password: 'second long password', code } })
    const answers = await Promise.all([reset(), reset(), reset()])
    expect(answers.map(({ code }) => code).sort()).toEqual([10003, 10003, 200].sort())
  })

  it('refuses a code of another address', async () => {
    const code = await readMailedCode()
    expect(await register(code, `other-${email}`)).toMatchObject(WRONG_CODE)
  })

  it('refuses a code after five minutes', async () => {
    const code = await readMailedCode()
    clock += EMAIL_CODE_MS
    expect(await register(code)).toMatchObject(WRONG_CODE)
  })

  it('refuses a code after a newer one was sent', async () => {
    const older = await readMailedCode()
    clock += MINUTE_MS
    const newer = await readMailedCode()
    if (older !== newer) expect(await register(older)).toMatchObject(WRONG_CODE)
    expect(await register(newer)).toMatchObject({ code: 200 })
  })

  it('refuses the right code after five wrong ones', async () => {
    const code = await readMailedCode()
    const wrong = code === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < 5; tries += 1) expect(await register(wrong)).toMatchObject(WRONG_CODE)
    expect(await register(code)).toMatchObject(WRONG_CODE)
    clock += MINUTE_MS
    expect(await register(await readMailedCode())).toMatchObject({ code: 200 })
  })

  it('keeps the code and the mail limit of a member usable while a stranger guesses', async () => {
    const stranger = '203.0.113.7'
    const code = await readMailedCode()
    const guess = { email, password: 'second long password', code: code === '000000' ? '000001' : '000000' }
    for (let tries = 0; tries < 10; tries += 1) {
      const answer = await ask(upstream, 'PUT /oauth/forgetPassword', { from: stranger, body: guess })
      expect(answer).toMatchObject(WRONG_CODE)
    }
    expect(await register(code)).toMatchObject({ code: 200 })

    const address = `GET /oauth/sendEmailCode?email=${encodeURIComponent(email)}`
    const codes: number[] = []
    for (let sent = 0; sent < 11; sent += 1) {
      clock += MINUTE_MS
      codes.push((await ask(upstream, address, { from: stranger })).code)
    }
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 200), 500])
    await readMailedCode()
  })

  it('mails the member a code after two strangers have used up the daily number', async () => {
    const address = `GET /oauth/sendEmailCode?email=${encodeURIComponent(email)}`
    const askFrom = async (client: string) => {
      clock += MINUTE_MS
      return (await ask(upstream, address, { from: client })).code
    }
    for (const stranger of ['192.0.2.31', '192.0.2.32']) {
      for (let sent = 0; sent < 10; sent += 1) expect(await askFrom(stranger)).toBe(200)
    }
    clock += MINUTE_MS
    expect(await register(await readMailedCode())).toMatchObject({ code: 200 })
    expect([await askFrom(from), await askFrom(from)]).toEqual([200, 500])
    // All clients together have a limit too, so that an address never gets hundreds of mails.
    let late = 0
    for (let nth = 0; nth < 80; nth += 1) if ((await askFrom(`198.51.100.${nth}`)) === 200) late += 1
    expect(late).toBe(78)
  })

  it('refuses the right code after fifteen wrong ones from several clients', async () => {
    const code = await readMailedCode()
    const wrong = code === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < 15; tries += 1) {
      const body = { email, password: 'second long password', code: wrong }
      await ask(upstream, 'PUT /oauth/forgetPassword', { from: `203.0.113.${20 + tries}`, body })
    }
    expect(await register(code)).toMatchObject(WRONG_CODE)
  })

  it('sends one code a minute and ten a day to an address for one client', async () => {
    await readMailedCode()
    const refused = await sendCode()
    expect(refused).toMatchObject(TOO_FREQUENT)
    expect(refused.headers['retry-after']).toBe('60')
    for (let sent = 1; sent < 10; sent += 1) {
      clock += MINUTE_MS
      await readMailedCode()
    }
    clock += MINUTE_MS
    const spent = await sendCode()
    expect(spent).toMatchObject(TOO_FREQUENT)
    expect(Number(spent.headers['retry-after'])).toBeGreaterThan(80_000)
    clock += 24 * 60 * MINUTE_MS
    await readMailedCode()
  })

  it('sends one code for concurrent requests', async () => {
    const answers = await Promise.all([sendCode(), sendCode(), sendCode()])
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  })

  it('sends at most twenty codes an hour for a client', async () => {
    const to = (nth: number) => `many${nth}-${email}`
    for (let nth = 0; nth < 20; nth += 1) expect(await sendCode(to(nth))).toMatchObject({ code: 200 })
    expect(await sendCode(to(20))).toMatchObject(TOO_FREQUENT)
  })

  it('refuses malformed addresses', async () => {
    for (const wrong of ['nobody', 'a@b', 'a@b.c,d@e.f', 'a@b.c\r\nBcc: x@y.z', '<a@b.cc>']) {
      expect(await sendCode(wrong)).toMatchObject({ code: 10024, message: '邮箱格式错误!' })
    }
  })

  it('does not reveal whether an account exists', async () => {
    await register(await readMailedCode())
    clock += MINUTE_MS
    const [known, unknown] = [await sendCode(), await sendCode(`nobody-${email}`)]
    expect({ ...known, headers: {} }).toEqual({ ...unknown, headers: {} })
    expect((await login('wrong')).message).toBe((await login('wrong', `nobody-${email}`)).message)
    const [mail] = await upstream.mailbox()
    const code = /\d{6}/.exec(mail?.text ?? '')?.[0] ?? ''
    const reset = { email: `nobody-${email}`, password: 'second long password', code }
    expect(await ask(upstream, 'PUT /oauth/forgetPassword', { from, body: reset })).toMatchObject({ code: 200 })
    expect(await login('second long password', reset.email)).toMatchObject({ code: 500 })
  })

  it('reveals a registered address only with a mailed code', async () => {
    await register(await readMailedCode())
    expect(await register('123456')).toMatchObject(WRONG_CODE)
    clock += MINUTE_MS
    expect(await register(await readMailedCode())).toMatchObject({ code: 500, message: '该邮箱账号已经注册' })
  })

  it('sets a new password and ends every session', async () => {
    await register(await readMailedCode())
    const { token } = (await login('first long password')).data
    clock += MINUTE_MS
    const body = { email, password: 'second long password', code: await readMailedCode() }
    expect(await ask(upstream, 'PUT /oauth/forgetPassword', { from, body })).toMatchObject({ code: 200, data: null })
    expect(await ask(upstream, 'GET /v1/article/like?articleId=1', { from, token })).toMatchObject({ code: 401 })
    expect(await login('first long password')).toMatchObject({ code: 500, message: '用户账号或者密码错误!' })
    expect(await login('second long password')).toMatchObject({ code: 200 })
  })

  it('keeps several sessions until logout or seven days', async () => {
    const { id, token: first } = await upstream.signUp(email, 'first long password')
    const { token: second } = (await login('first long password')).data
    const readUser = (token: string) => ask(upstream, `GET /v1/user/selectUserInfoByToken?token=${token}`)
    expect((await readUser(first)).data).toMatchObject({ id, email: null })
    expect(await ask(upstream, 'GET /logout', { token: first })).toMatchObject({ code: 200, data: '退出成功' })
    expect(await readUser(first)).toMatchObject({ code: 200, data: null })
    expect((await readUser(second)).data).toMatchObject({ id })
    clock += TOKEN_LIFETIME_MS
    expect((await readUser(second)).data).toBeNull()
    expect(await ask(upstream, 'GET /logout')).toMatchObject({ code: 200, data: '退出成功' })
  })

  it('keeps the newest twenty sessions of an account', async () => {
    const { token: oldest } = await upstream.signUp(email, 'first long password')
    for (let nth = 0; nth < 20; nth += 1) {
      clock += MINUTE_MS
      await login('first long password')
    }
    const { data } = await ask(upstream, `GET /v1/user/selectUserInfoByToken?token=${oldest}`)
    expect(data).toBeNull()
  })

  it('limits logins to ten in ten seconds', async () => {
    await upstream.signUp(email, 'first long password')
    for (let tries = 0; tries < 10; tries += 1) expect(await login('first long password')).toMatchObject({ code: 200 })
    const refused = await login('first long password')
    expect(refused).toMatchObject(TOO_FREQUENT)
    expect(refused.headers['retry-after']).toBe('10')
    clock += 11_000
    expect(await login('first long password')).toMatchObject({ code: 200 })
  })

  it('blocks a client that guesses passwords, but not the member at another address', async () => {
    await upstream.signUp(email, 'first long password')
    for (let tries = 0; tries < 10; tries += 1) {
      clock += 11_000
      expect(await login('wrong')).toMatchObject({ code: 500, message: '用户账号或者密码错误!' })
    }
    clock += 11_000
    expect(await login('first long password')).toMatchObject(TOO_FREQUENT)
    expect(await login('first long password', email, '203.0.113.9')).toMatchObject({ code: 200 })
    clock += 15 * MINUTE_MS
    expect(await login('first long password')).toMatchObject({ code: 200 })
  })

  it('refuses a disabled account', async () => {
    const { id, token } = await upstream.signUp(email, 'first long password')
    await upstream.db.updateTable('users').set({ status: 0 }).where('id', '=', id).execute()
    expect(await login('first long password')).toMatchObject({ code: 500, message: '该账号已被管理员禁止登录!' })
    expect(await login('wrong')).toMatchObject({ message: '用户账号或者密码错误!' })
    expect(await ask(upstream, 'GET /v1/article/like?articleId=1', { token })).toMatchObject({ code: 401 })
  })

  it('rehashes a password with outdated parameters at login', async () => {
    const { id } = await upstream.signUp(email, 'first long password')
    const readStored = () =>
      upstream.db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow()
    const { createPasswords } = await import('./passwords.ts')
    const old = await createPasswords({ logN: 3, r: 1, p: 1 }).hash('first long password')
    await upstream.db.updateTable('users').set({ password_hash: old }).where('id', '=', id).execute()
    expect(await login('first long password')).toMatchObject({ code: 200 })
    expect((await readStored()).password_hash).toMatch(/^scrypt\$4\$/)
    expect(await login('first long password')).toMatchObject({ code: 200 })
  })

  it('refuses blank fields without naming them', async () => {
    const answer = await ask(upstream, 'POST /oauth/emailLogin', { from, body: { email: '', password: '' } })
    expect(answer).toMatchObject({ status: 200, code: 400, message: '系统繁忙，请稍后重试', data: null, extra: {} })
    expect(await sendCode('')).toMatchObject({ code: 400 })
  })

  it('deletes expired codes and sessions', async () => {
    await readMailedCode()
    const { id } = await upstream.signUp(`over-${email}`)
    clock += TOKEN_LIFETIME_MS
    const { createEmailCodes } = await import('./email-codes.ts')
    const { createSessionRepository } = await import('#accounts/sessions/session-repository.ts')
    const { createSharedLimits } = await import('#platform/http/shared-limit.ts')
    const { noMailer } = await import('#platform/mail/mailer.ts')
    const { db } = upstream
    const common = { db, digest: () => '', now: () => clock }
    const createLimit = createSharedLimits(common)
    await createEmailCodes({ ...common, createLimit, mailer: noMailer, onMailError: () => {} }).sweep()
    await createSessionRepository(common).sweep()
    expect(await db.selectFrom('email_codes').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('sessions').selectAll().where('user_id', '=', id).execute()).toEqual([])
  })

  it('stores no token, code or password in plain text', async () => {
    const code = await readMailedCode()
    const { token } = await upstream.signUp(`other-${email}`, 'a very plain password')
    const rows = await Promise.all(
      (['users', 'sessions', 'email_codes'] as const).map((table) =>
        upstream.db.selectFrom(table).selectAll().execute(),
      ),
    )
    const dump = JSON.stringify(rows)
    expect(dump).toContain(email)
    for (const secret of [token, `"${code}"`, 'a very plain password']) expect(dump).not.toContain(secret)
  })
})

it('accepts a right password from a shared address with a failed login every 8 s', async () => {
  let clock = Date.UTC(2026, 10, 22, 4)
  const upstream = await makeUpstream({ now: () => clock })
  await upstream.signUp('owner@example.test', 'first')
  const login = (email: string, password: string) =>
    ask(upstream, 'POST /oauth/emailLogin', { from: '203.0.113.7', body: { email, password } })
  // Enough failures for a refusal. The wrong attempts after it are the ones that must not count.
  for (let tries = 0; tries < 12; tries += 1) await login('other@example.test', 'wrong')
  for (let tries = 0; tries < 20; tries += 1) {
    clock += 8_000
    await login('another@example.test', 'wrong')
  }
  expect(await login('owner@example.test', 'first')).toMatchObject({ code: 200 })
  await upstream.close()
})
