import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readClientFrame } from '#chat/client-frames.ts'
import { makeSite, type TestSite } from '#testing/make-site.ts'
import { readStatuses, sendRaw } from '#testing/raw-socket.ts'
import { ok } from '#testing/stub-upstream.ts'

let site: TestSite
beforeAll(async () => {
  site = await makeSite()
  site.upstream.answer = ({ url }) => (url.startsWith('/v1/webSiteInfo') ? ok({ name: '石衡' }) : ok(null))
  await site.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => site.close())
afterEach(() => {
  site.upstream.seen.length = 0
  const names: string[] = []
  for (const name in {}) names.push(name)
  expect(names).toEqual([])
})

const BODIES = [
  '{"__proto__":{"polluted":1}}',
  '{"\\u005f_proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"code":1,"toUserId":"2","content":{"__proto__":{"polluted":1}}}',
  '[{"__proto__":{"polluted":1}}]',
]

function post(address: string, type: string, body: string, cookie = ''): Promise<string> {
  const head = `Host: site.test\r\nConnection: close\r\nCookie: ${cookie}\r\nContent-Type: ${type}`
  return sendRaw(site.app, `POST ${address} HTTP/1.1\r\n${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
}

describe('members named like properties of Object.prototype', () => {
  it.each(BODIES)('are refused in a JSON body: %s', async (body) => {
    const cookie = await site.logIn()
    for (const address of ['/v1/link/', '/v1/im/chat', '/oauth/emailLogin', '/v1/certificate/check']) {
      expect([address, readStatuses(await post(address, 'application/json', body, cookie))]).toEqual([address, [400]])
    }
    expect(site.upstream.seen).toEqual([])
  })

  it.each(['__proto__[polluted]=1', '__proto__.polluted=1', 'constructor[prototype][polluted]=1', '__proto__=1'])(
    'are dropped from a query and from a form: %s',
    async (members) => {
      const page = `GET /?${members} HTTP/1.1\r\nHost: site.test\r\nConnection: close\r\n\r\n`
      expect(readStatuses(await sendRaw(site.app, page))).toEqual([200])
      expect(readStatuses(await post('/certificate-check', 'application/x-www-form-urlencoded', members))).toHaveLength(
        1,
      )
      await sendRaw(site.app, page.replace('/?', '/v1/webSiteInfo?'))
      expect(site.upstream.seen.some(({ url, body }) => `${url}${body}`.includes('polluted'))).toBe(false)
    },
  )

  it.each([
    '{"t":"__proto__"}',
    '{"t":"constructor","ref":"a"}',
    '{"t":"send","ref":"a","toUserId":"2","content":"b","type":1,"__proto__":{"polluted":1},"constructor":{"prototype":{}}}',
  ])('are dropped from a chat frame: %s', (text) => {
    const read = readClientFrame(text)
    if ('problem' in read) return expect(read.problem).toBe('不支持的消息种类')
    expect(Object.keys(read.frame).sort()).toEqual(['content', 'ref', 't', 'toUserId', 'type'])
    expect(Object.getPrototypeOf(read.frame)).toBe(Object.prototype)
  })

  it('do not pollute the prototype when they come from upstream', async () => {
    site.upstream.answer = () => ({
      body: '{"code":200,"message":"","extra":{"__proto__":{"polluted":1}},"data":{"name":"a","__proto__":{"polluted":1}}}',
      headers: { 'content-type': 'application/json' },
    })
    await sendRaw(site.app, 'GET /v1/webSiteInfo?fresh=1 HTTP/1.1\r\nHost: site.test\r\nConnection: close\r\n\r\n')
  })
})
