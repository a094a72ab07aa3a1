import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRequestId } from '#request/request-id.ts'
import { makeSite, REQUEST_ID, type TestSite, TOKEN, USER } from '#testing/make-site.ts'
import { failure, ok } from '#testing/stub-upstream.ts'

let site: TestSite
beforeEach(async () => {
  site = await makeSite({ env: { LOG_LEVEL: 'debug' } })
})
afterEach(() => site.close())

interface Line {
  reqId?: string
  msg: string
  req?: { path: string }
}

/** Returns the log lines with a request id. */
function findLines(id: unknown): Line[] {
  return site.logs.map((line) => JSON.parse(line) as Line).filter(({ reqId }) => reqId === id)
}

describe('the id of a request', () => {
  it('is unique and easy to read out', () => {
    const ids = Array.from({ length: 5_000 }, createRequestId)
    expect(new Set(ids).size).toBe(5_000)
    for (const id of ids) expect(id).toMatch(REQUEST_ID)
  })

  it('is in every response, in upstream requests and in the log', async () => {
    site.upstream.answer = () => ok({ name: '石衡' })
    for (const url of ['/robots.txt', '/v1/webSiteInfo', '/', '/favicon.ico', '/nothing.png', '/v1/nothing']) {
      const id = (await site.app.inject(url)).headers['x-request-id']
      expect(id, url).toMatch(REQUEST_ID)
      expect(
        findLines(id).map(({ msg }) => msg),
        url,
      ).toContain('answered')
      for (const { headers } of site.upstream.seen.splice(0)) expect(headers['x-request-id']).toBe(id)
    }
  })

  it('is never taken from a request header', async () => {
    const forged = 'forged-by-a-stranger'
    const headers = {
      'x-request-id': forged,
      'request-id': forged,
      'x-in-process-request-id': forged,
      traceparent: forged,
    }
    const reply = await site.app.inject({ url: '/v1/webSiteInfo', headers })
    expect(reply.headers['x-request-id']).toMatch(REQUEST_ID)
    expect(JSON.stringify(site.upstream.seen)).not.toContain(forged)
    expect(site.logs.join('')).not.toContain(forged)
  })

  it('is shared by a page and the calls that it makes', async () => {
    site.upstream.answer = () => ok({ name: '石衡' })
    const id = (await site.app.inject('/')).headers['x-request-id']
    expect(findLines(id).map(({ req }) => req?.path)).toEqual(['/v1/webSiteInfo', '/'])
  })
})

describe('an error', () => {
  it.each([
    ['of a wrong query', '/v1/article/info?id=abc', 400],
    ['of a visitor who is not logged in', '/v1/im/getRoomList', 401],
    ['of a call that does not exist', '/v1/nothing', 404],
    ['of a URL that cannot be decoded', '/v1/%', 400],
    ['of an upstream that sends no JSON', '/v1/tag/', 502],
  ])('contains the id of its request: %s', async (_what, url, status) => {
    site.upstream.answer = () => ({ body: '<html>' })
    const reply = await site.app.inject(url)
    expect([reply.statusCode, reply.json().code]).toEqual([status, status])
    expect(reply.json().extra).toEqual({ requestId: reply.headers['x-request-id'] })
    expect(reply.headers['x-request-id']).toMatch(REQUEST_ID)
  })

  it('of upstream is passed on with our id instead of the id of upstream', async () => {
    site.upstream.answer = () => ({
      body: { code: 500, message: '抱歉，文章不存在', data: null, extra: { requestId: 'theirs', other: 1 } },
    })
    const reply = await site.app.inject('/v1/article/info?id=7')
    expect(reply.json()).toMatchObject({ code: 500, message: '抱歉，文章不存在' })
    expect(reply.json().extra).toEqual({ other: 1, requestId: reply.headers['x-request-id'] })
  })

  it('of a malformed request contains the id of its log line', async () => {
    await site.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = site.app.server.address() as AddressInfo
    const answer = await new Promise<string>((resolve) => {
      let text = ''
      const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/9.9 \u0001\r\n\r\n'))
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('close', () => resolve(text))
    })
    const { extra } = JSON.parse(answer.slice(answer.indexOf('{')))
    expect(answer).toContain(`x-request-id: ${extra.requestId}\r\n`)
    expect(findLines(extra.requestId).map(({ msg }) => msg)).toEqual(['malformed request'])
  })

  it('shows its request id on the outage page, also without JavaScript', async () => {
    await site.upstream.stop()
    const reply = await site.app.inject('/')
    expect(reply.statusCode).toBe(503)
    expect(reply.payload).toContain(`编号&nbsp;<code>${reply.headers['x-request-id']}</code>`)
    await site.upstream.start()
  })
})

describe('the log', () => {
  it('has one JSON line in UTC for each request, and a path without its query', async () => {
    site.logs.length = 0
    await site.app.inject('/robots.txt?probe=geheim-4711')
    expect(site.logs).toHaveLength(1)
    expect(JSON.parse(site.logs[0] ?? '')).toMatchObject({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      req: { method: 'GET', path: '/robots.txt', address: '127.0.0.1' },
      status: 200,
      ms: expect.any(Number),
      msg: 'answered',
    })
  })

  it('truncates long paths', async () => {
    await site.app.inject(`/${'a'.repeat(4_000)}`)
    expect(site.logs.join('')).not.toContain('a'.repeat(1_000))
  })

  it('contains no token, cookie, password or code at any level, also when requests fail', async () => {
    const cookie = await site.logIn()
    const secrets = ['geheim-4711', TOKEN, cookie.split('=')[1] ?? '', 'ABCDEF']
    const login = { email: USER.email, password: 'geheim-4711', code: 'ABCDEF' }
    for (const answer of [ok({ ...USER, token: TOKEN }), failure(401, '过期'), { body: `<b>${TOKEN}` }, ok(TOKEN)]) {
      site.upstream.answer = () => answer
      await site.app.inject({ method: 'POST', url: '/oauth/emailLogin', payload: login })
      await site.app.inject({
        method: 'POST',
        url: '/oauth/emailLogin',
        payload: `{"password":"geheim-4711"`,
        headers: { 'content-type': 'application/json' },
      })
      await site.app.inject({
        url: `/v1/user/selectUserInfoByToken?token=${TOKEN}`,
        headers: { cookie, authorization: TOKEN },
      })
      await site.app.inject({ url: `/?token=${TOKEN}`, headers: { cookie } })
      await site.app.inject({
        method: 'POST',
        url: '/certificate-check',
        payload: 'no=SH20261103001285&code=ABCDEF',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    }
    const log = site.logs.join('')
    for (const secret of secrets) expect(log).not.toContain(secret)
  })
})
