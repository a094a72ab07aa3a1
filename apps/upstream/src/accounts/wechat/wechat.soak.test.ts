import { createHash } from 'node:crypto'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ask } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstream, makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { figure } from '../../../../../tests/figure.ts'
import { WECHAT_REPLY } from './official-account.ts'

/** Number of wrong codes, each from its own client address. */
const GUESSES = figure({ quick: 1_000, soak: 10_000 })
const TOKEN = 'markerWechatToken'
const NOT_AUTHORISED = { status: 200, code: 400, message: '用户未被授权', data: null }
const TOO_FREQUENT = { code: 500, message: '请求过于频繁,稍后重试', data: null }

describeDatabases('the official account', (make) => {
  let upstream: TestUpstream
  let clock = Date.UTC(2025, 2, 8)
  let clients = 0
  let messages = 0
  let from = ''
  let openId = ''

  beforeAll(async () => {
    const env = { WECHAT_TOKEN: TOKEN, WECHAT_QR_URL: '/file/img/loupe.svg' }
    upstream = await makeUpstreamOn(make, { now: () => clock, env })
  })
  afterAll(() => upstream.close())
  beforeEach(() => {
    // The rate limits of one test end before the next one begins.
    clock += DAY_MS
    clients += 1
    from = `198.51.100.${clients}`
    openId = `oFollower_${clients}`
  })

  function makeSignedPath({ at = clock, token = TOKEN, nonce = '4711' } = {}): string {
    const timestamp = String(Math.floor(at / SECOND_MS))
    const signature = createHash('sha1').update([token, timestamp, nonce].sort().join('')).digest('hex')
    return `signature=${signature}&timestamp=${timestamp}&nonce=${nonce}`
  }
  const post = (payload: string, query = makeSignedPath()) =>
    upstream.app.inject({ method: 'POST', url: `/wechat?${query}`, payload, headers: { 'content-type': 'text/xml' } })
  function makeXml(content: string, sender = openId): string {
    messages += 1
    return `<xml><ToUserName><![CDATA[gh_lab]]></ToUserName><FromUserName><![CDATA[${sender}]]></FromUserName>
<CreateTime>${Math.floor(clock / SECOND_MS)}</CreateTime><MsgType><![CDATA[text]]></MsgType>
<Content><![CDATA[${content}]]></Content><MsgId>${23_000_000_000_000_000n + BigInt(messages)}</MsgId></xml>`
  }
  /**
   * Posts to the official account.
   * @returns its reply
   */
  async function write(content: string, sender = openId): Promise<string> {
    const answer = await post(makeXml(content, sender))
    expect(answer.statusCode).toBe(200)
    return /<Content><!\[CDATA\[([\s\S]*)\]\]><\/Content>/.exec(answer.body)?.[1] ?? answer.body
  }
  const askCode = async (client = from): Promise<string> =>
    (await ask(upstream, 'GET /oauth/wechatLoginCode', { from: client })).data
  const poll = (code: string, client = from) =>
    ask(upstream, `GET /oauth/wechat/is_login?loginCode=${encodeURIComponent(code)}`, { from: client })

  describe('webhook', () => {
    it('answers the address check only with a valid signature of the platform', async () => {
      const check = (query: string) => upstream.app.inject(`/wechat?${query}&echostr=5837491`)
      const answer = await check(makeSignedPath())
      expect([answer.statusCode, answer.body]).toEqual([200, '5837491'])
      expect(answer.headers['content-type']).toContain('text/plain')
      for (const query of [
        makeSignedPath({ token: 'another' }),
        makeSignedPath({ at: clock - 6 * MINUTE_MS }),
        makeSignedPath({ at: clock + 6 * MINUTE_MS }),
        makeSignedPath().replace('nonce=4711', 'nonce=4712'),
        makeSignedPath().replace(/signature=../, 'signature='),
        `${makeSignedPath()}&signature=a`,
        'timestamp=1&nonce=1',
        '',
      ]) {
        const refusal = await check(query)
        expect([refusal.statusCode, refusal.body]).toEqual([403, ''])
      }
      expect((await upstream.app.inject(`/wechat?${makeSignedPath()}&echostr=%3Cscript%3E`)).body).toBe('')
    })

    it('refuses a message that the platform did not sign', async () => {
      const code = await askCode()
      expect((await post(makeXml(code), makeSignedPath({ token: 'another' }))).statusCode).toBe(403)
      expect(await poll(code)).toMatchObject(NOT_AUTHORISED)
    })

    it('replies in the format of the platform, from the account to the follower', async () => {
      const { body, headers } = await post(makeXml('你好'))
      expect(headers['content-type']).toContain('application/xml')
      expect(body).toContain(`<ToUserName><![CDATA[${openId}]]></ToUserName>`)
      expect(body).toContain('<FromUserName><![CDATA[gh_lab]]></FromUserName>')
      expect(body).toContain(WECHAT_REPLY.help)
    })

    it('acknowledges unknown messages, so that the platform does not repeat them', async () => {
      const makeEvent = (kind: string) =>
        `<xml><ToUserName>gh_lab</ToUserName><FromUserName>${openId}</FromUserName><CreateTime>1</CreateTime><MsgType>event</MsgType><Event>${kind}</Event></xml>`
      for (const xml of [
        '',
        'nonsense',
        '<!DOCTYPE xml [<!ENTITY a SYSTEM "file:///etc/passwd">]><xml><Content>&a;</Content></xml>',
        makeXml('x', '../../evil'),
        makeEvent('unsubscribe'),
      ]) {
        const answer = await post(xml)
        expect([answer.statusCode, answer.body]).toEqual([200, 'success'])
      }
      expect((await post(makeEvent('subscribe').replace('>1<', '>2<'))).body).toContain(WECHAT_REPLY.help)
      const { statusCode, body } = await post(`<xml>${'x'.repeat(20_000)}</xml>`)
      expect([statusCode, body]).toEqual([200, expect.stringContaining('"code":400')])
    })

    it('answers a message once when the platform repeats it', async () => {
      const xml = makeXml(await askCode())
      expect((await post(xml)).body).toContain(WECHAT_REPLY.loggedIn)
      expect((await post(xml)).body).toBe('success')
      const again = makeXml('验证码')
      const bodies = (await Promise.all([post(again), post(again), post(again)])).map(({ body }) => body)
      expect(bodies.filter((body) => body === 'success')).toHaveLength(2)
    })

    it('issues ten reading codes an hour to a follower, each valid once', async () => {
      const code = /阅读码 (\d{6})/.exec(await write(' 验证码 '))?.[1]
      expect(await ask(upstream, `GET /v1/article/checkCode?code=${code}`, { from })).toMatchObject({ code: 200 })
      expect(await ask(upstream, `GET /v1/article/checkCode?code=${code}`, { from })).toMatchObject({ code: 500 })
      const lateCode = /阅读码 (\d{6})/.exec(await write('验证码'))?.[1]
      clock += 30 * MINUTE_MS
      expect(await ask(upstream, `GET /v1/article/checkCode?code=${lateCode}`, { from })).toMatchObject({ code: 500 })
      clock -= 30 * MINUTE_MS
      for (let nth = 2; nth < 10; nth += 1) expect(await write('验证码')).toContain('阅读码')
      expect(await write('验证码')).toBe(WECHAT_REPLY.tooMany)
    })
  })

  describe('login', () => {
    it('logs in the browser whose code was sent, once', async () => {
      const code = await askCode()
      expect(code).toMatch(/^DL\d{6}$/)
      expect(await poll(code)).toMatchObject(NOT_AUTHORISED)
      expect(await write(code)).toBe(WECHAT_REPLY.loggedIn)
      const { data } = await poll(code)
      expect(data).toMatchObject({
        loginType: 5,
        nickname: expect.stringMatching(/^WECHAT-[A-Z0-9]{6}$/),
        role: 'user',
      })
      expect(await ask(upstream, 'GET /v1/user/info', { token: data.token })).toMatchObject({ data: { id: data.id } })
      expect(await poll(code)).toMatchObject(NOT_AUTHORISED)
    })

    it('accepts a code in several spellings, and logs the follower in to the same account', async () => {
      const ids = new Set<string>()
      for (const typed of [
        (code: string) => code.toLowerCase(),
        (code: string) => ` ${code.replace('DL', 'ＤＬ ')} `,
      ]) {
        const code = await askCode()
        expect(await write(typed(code))).toBe(WECHAT_REPLY.loggedIn)
        ids.add((await poll(code)).data.id)
      }
      expect(ids.size).toBe(1)
    })

    it('expires after a minute, for the follower and for the browser', async () => {
      const unsent = await askCode()
      const sent = await askCode()
      await write(sent)
      clock += MINUTE_MS
      expect(await write(unsent)).toBe(WECHAT_REPLY.codeWrong)
      expect(await poll(unsent)).toMatchObject(NOT_AUTHORISED)
      expect(await poll(sent)).toMatchObject(NOT_AUTHORISED)
    })

    it('belongs to the first follower who sends the code', async () => {
      const code = await askCode()
      expect(await write(code)).toBe(WECHAT_REPLY.loggedIn)
      expect(await write(code, 'oSomebodyElse')).toBe(WECHAT_REPLY.codeWrong)
      const ownId = (await poll(code)).data.id
      const second = await askCode()
      await write(second)
      expect((await poll(second)).data.id).toBe(ownId)
    })

    it('refuses a disabled account, in the chat and in the browser', async () => {
      const code = await askCode()
      await write(code)
      const { id } = (await poll(code)).data
      const next = await askCode()
      await write(next)
      await upstream.db.updateTable('users').set({ status: 0 }).where('id', '=', id).execute()
      expect(await poll(next)).toMatchObject({ code: 500, message: '该账号已被管理员禁止登录!', data: null })
      expect(await write(await askCode())).toBe(WECHAT_REPLY.disabled)
    })

    it('refuses thousands of guesses from as many addresses, and still accepts the right browser', async () => {
      const code = await askCode()
      await write(code)
      const others = Array.from({ length: GUESSES }, (_none, nth) => `DL${String(nth).padStart(6, '0')}`)
      const answers: number[] = []
      for (const [nth, guess] of others.entries()) {
        if (guess !== code) answers.push((await poll(guess, `10.${nth >> 8}.${nth & 255}.1`)).code)
      }
      expect(answers.every((one) => one === 400)).toBe(true)
      expect(await poll(code, '10.200.0.1')).toMatchObject(NOT_AUTHORISED)
      expect(await poll(code)).toMatchObject({ code: 200 })
    }, 60_000)

    it('refuses a guessing client with the time to wait', async () => {
      for (let nth = 0; nth < 20; nth += 1) expect(await poll('DL000000')).toMatchObject(NOT_AUTHORISED)
      const refused = await poll('DL000000')
      expect(refused).toMatchObject(TOO_FREQUENT)
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    })

    it('allows a page to poll for its own code', async () => {
      const code = await askCode()
      for (let seconds = 0; seconds < 70; seconds += 1) {
        expect(await poll(code)).toMatchObject(NOT_AUTHORISED)
        clock += SECOND_MS
      }
    })

    it('accepts a browser whose address has changed, as in mobile networks', async () => {
      const code = await askCode()
      await write(code)
      expect(await poll(code, '203.0.113.77')).toMatchObject({ code: 200 })
    })

    it('limits wrong codes, so that random codes do not log in the browser of a stranger', async () => {
      for (let nth = 0; nth < 5; nth += 1) expect(await write('DL000000')).toBe(WECHAT_REPLY.codeWrong)
      expect(await write('DL000000')).toBe(WECHAT_REPLY.tooMany)
      for (let nth = 5; nth < 100; nth += 1) await write('DL000000', `oMany_${nth}`)
      // Many followers guess, so a single wrong code exceeds the limit of a sender.
      const code = await askCode()
      expect(await write(code, 'oMany_5')).toBe(WECHAT_REPLY.tooMany)
      expect(await write('DL000000', 'oManyMore')).toBe(WECHAT_REPLY.codeWrong)
      expect(await write(code, 'oManyMore')).toBe(WECHAT_REPLY.tooMany)
      expect(await poll(code)).toMatchObject(NOT_AUTHORISED)
    })

    it('works while some followers send wrong codes or request a thousand', async () => {
      for (let nth = 0; nth < 100; nth += 1) await write('DL000000', `oWrong_${nth % 20}`)
      const crowd = Array.from({ length: 1000 }, (_none, nth) => ({
        code_hash: `code of the crowd ${nth}`,
        client_hash: `client of the crowd ${nth % 34}`,
        expires_at: clock + MINUTE_MS,
      }))
      await upstream.db.insertInto('wechat_codes').values(crowd).execute()

      const code = await askCode()
      expect(await write(code)).toBe(WECHAT_REPLY.loggedIn)
      expect(await poll(code)).toMatchObject({ code: 200 })
      // While 1,000 codes are open, each client can hold one only.
      await askCode('192.0.2.99')
      expect(await ask(upstream, 'GET /oauth/wechatLoginCode', { from: '192.0.2.99' })).toMatchObject(TOO_FREQUENT)
      clock += MINUTE_MS
      await askCode('192.0.2.99')
    })

    it('issues at most thirty codes to a client in ten minutes', async () => {
      for (let nth = 0; nth < 30; nth += 1) await askCode()
      const refused = await ask(upstream, 'GET /oauth/wechatLoginCode', { from })
      expect(refused).toMatchObject(TOO_FREQUENT)
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    })

    it('refuses to poll for malformed codes', async () => {
      for (const code of ['DL12', 'DL1234567', "DL'--", '%', '翡翠']) {
        expect(await poll(code)).toMatchObject(NOT_AUTHORISED)
      }
      for (const code of ['x'.repeat(33), 'DL\u0000']) expect(await poll(code)).toMatchObject({ code: 400, data: null })
    })

    it('writes neither codes nor the token of the platform to the log or the database', async () => {
      const code = await askCode()
      await write(code)
      const rows = await Promise.all(
        (['wechat_codes', 'wechat_messages', 'article_codes'] as const).map((table) =>
          upstream.db.selectFrom(table).selectAll().execute(),
        ),
      )
      const storedText = upstream.logs.join('') + JSON.stringify(rows)
      for (const secret of [code, TOKEN]) expect(storedText).not.toContain(secret)
    })

    it('deletes expired codes and messages', async () => {
      await write(await askCode())
      clock += DAY_MS
      const { createWechatCodes } = await import('./wechat-codes.ts')
      const { createOfficialAccount } = await import('./official-account.ts')
      const { createSharedLimits } = await import('#platform/http/shared-limit.ts')
      const bare = { db: upstream.db, digest: () => '', now: () => clock }
      const common = { ...bare, createLimit: createSharedLimits(bare) }
      const codes = createWechatCodes(common)
      await codes.sweep()
      await createOfficialAccount({
        ...common,
        codes,
        gates: upstream.gates,
        socialAccounts: undefined as never,
      }).sweep()
      expect(await upstream.db.selectFrom('wechat_codes').selectAll().execute()).toEqual([])
      expect(await upstream.db.selectFrom('wechat_messages').selectAll().execute()).toEqual([])
    })
  })

  it('is listed in the login types of the site', async () => {
    expect((await ask(upstream, 'GET /v1/webSiteInfo')).data.loginTypeList).toBe('1,5')
  })
})

it('answers 404 without a configured official account', async () => {
  const upstream = await makeUpstream({ content: 'none' })
  expect((await upstream.app.inject('/wechat')).statusCode).toBe(404)
  expect(await ask(upstream, 'GET /oauth/wechatLoginCode')).toMatchObject({ code: 500, message: '未接入该来源' })
  expect(await ask(upstream, 'GET /oauth/wechat/is_login?loginCode=DL123456')).toMatchObject(NOT_AUTHORISED)
  await upstream.close()
})
