import type { Call } from '@portal/contract/call.ts'
import { calls } from '@portal/contract/calls.ts'
import { findBroken } from '@portal/contract/testing/broken-rules.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSealer } from '#session/seal.ts'
import { makeSite, type TestSite, TOKEN, USER } from '#testing/make-site.ts'
import { openSocket, readStatuses, readToEnd, sendRaw } from '#testing/raw-socket.ts'
import { ok } from '#testing/stub-upstream.ts'

const KEY = Buffer.alloc(32, 7)
let site: TestSite
let cookie: string
beforeAll(async () => {
  site = await makeSite({ env: { SESSION_KEY: KEY.toString('base64') } })
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  cookie = await site.logIn()
})
afterAll(() => site.close())
beforeEach(() => {
  site.upstream.answer = () => ok(null)
  site.upstream.seen.length = 0
})

/** Calls that only the site's own pages may make: all except files and returns from other sites. */
const OURS = (calls as readonly Call[]).filter(({ reachedBy, file }) => !reachedBy && !file)
const address = ({ path }: Call) => path.replace(/\{\w+\}/g, 'qq')

function ask({ method, path }: { method: string; path: string }, head: string): Promise<string> {
  return sendRaw(site.app, `${method} ${path} HTTP/1.1\r\nHost: site.test\r\nConnection: close\r\n${head}\r\n`)
}

/** Headers that a browser sends for another site: a script, a form, a picture, a form in an old browser. */
const ELSEWHERE = [
  'Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\nSec-Fetch-Dest: empty\r\nOrigin: https://evil.test\r\n',
  'Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\nOrigin: null\r\n',
  'Sec-Fetch-Site: same-site\r\nSec-Fetch-Mode: no-cors\r\nSec-Fetch-Dest: image\r\n',
  'Origin: https://evil.test\r\n',
]

describe('a page of another site', () => {
  it('cannot make a call with the session of its visitor', async () => {
    const broken = await findBroken(
      OURS.map((call) => [`${call.method} ${call.path}`, call] as const),
      async (call) => {
        for (const head of ELSEWHERE) {
          const answer = await ask({ method: call.method, path: address(call) }, `Cookie: ${cookie}\r\n${head}`)
          expect(readStatuses(answer)).toEqual([403])
        }
        expect(site.upstream.seen).toEqual([])
      },
    )
    expect(broken).toEqual([])
  }, 60_000)

  it('gets no CORS permission from a preflight request', async () => {
    for (const path of ['/v1/article/', '/oauth/emailLogin', '/bff/session', '/', '/file/img/a.png']) {
      const preflight = 'Origin: https://evil.test\r\nAccess-Control-Request-Method: POST\r\n'
      for (const method of ['OPTIONS', 'GET']) {
        expect([path, method, /access-control-allow/i.test(await ask({ method, path }, preflight))]).toEqual([
          path,
          method,
          false,
        ])
      }
    }
  })

  it('can neither frame a page of this site nor load its resources', async () => {
    const everything = [
      '/',
      '/no-such-page',
      '/v1/webSiteInfo',
      '/v1/nothing',
      '/robots.txt',
      '/healthz',
      '/%zz',
      '/news',
    ]
    const paths = [
      ...everything,
      '/assets/entry-1a2b3c4d.js',
      '/assets/missing-0.js',
      '/file/img/a.png',
      '/?token=x',
      '/bff/session',
    ]
    for (const path of paths) {
      const answer = (await ask({ method: 'GET', path }, '')).toLowerCase()
      const isFile = path.startsWith('/file/')
      expect([path, /content-security-policy: .*(?:frame-ancestors 'none'|sandbox)/.test(answer)]).toEqual([path, true])
      expect([path, answer.includes('x-frame-options: deny')]).toEqual([path, true])
      expect([path, answer.includes('cross-origin-resource-policy: same-origin')]).toEqual([path, true])
      expect([path, answer.includes('x-content-type-options: nosniff')]).toEqual([path, true])
      expect([path, isFile || answer.includes('cross-origin-opener-policy: same-origin')]).toEqual([path, true])
    }
  })

  it('cannot open a WebSocket with the session of its visitor', async () => {
    const socket = openSocket(site.app)
    const ended = readToEnd(socket)
    const upgrade =
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n'
    socket.write(
      `GET /bff/ws HTTP/1.1\r\nHost: site.test\r\nCookie: ${cookie}\r\nOrigin: https://evil.test\r\n${upgrade}\r\n`,
    )
    // The first frame is the close frame with 4403.
    expect((await ended).split('\r\n\r\n')[1]?.slice(0, 1).charCodeAt(0)).not.toBe(0x81)
    expect(site.upstream.seen).toEqual([])
  })
})

describe('a planted session cookie', () => {
  const plantCookie = (value: string) => ({ method: 'GET', path: '/bff/session', head: `Cookie: session=${value}\r\n` })

  it.each([
    ['a bare token', () => TOKEN],
    ['nothing', () => ''],
    ['a guess', () => 'a'.repeat(200)],
    ['a value sealed with another key', () => createSealer([Buffer.alloc(32, 8)]).seal('session', login())],
    ['a value sealed for another purpose', () => createSealer([KEY]).seal('social-login', login())],
    ['an expired session', () => createSealer([KEY]).seal('session', { ...login(), e: site.clock.nowMs - 1 })],
    [
      'the same cookie with a letter changed',
      () => `${cookie.split('=')[1]}`.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    ],
  ])('is not accepted as a session: %s', async (_what, value) => {
    const { head, ...request } = plantCookie(value())
    expect(await ask(request, head)).toContain('"user":null')
    expect(site.upstream.seen).toEqual([])
  })

  it('is replaced at login, which prevents session fixation', async () => {
    site.upstream.answer = () => ok({ ...USER, token: 'Zz9'.padEnd(128, 'q') })
    const reply = await site.app.inject({
      method: 'POST',
      url: '/oauth/emailLogin',
      headers: { cookie },
      payload: { email: 'jade@example.test', password: 'p' },
    })
    const [given] = String(reply.headers['set-cookie']).split(';')
    expect(given).toMatch(/^session=/)
    expect(given).not.toBe(cookie)
    expect(String(reply.headers['set-cookie'])).toMatch(/Path=\/; HttpOnly; SameSite=Strict/)
  })

  function login() {
    return { t: TOKEN, u: USER.id, e: site.clock.nowMs + 1_000_000 }
  }
})

describe('a link to this site', () => {
  it.each([
    '/news?next=//evil.test',
    '/news?categoryId=//evil.test',
    '/?token=x&redirect=https://evil.test',
    '//evil.test/?token=x',
    '/\\evil.test/?token=x',
    '/%2f%2fevil.test/?token=x',
    '/%09/evil.test/?token=x',
    '/research?@evil.test',
    '/oauth/callback/qq?code=a&state=//evil.test',
    '/logout?next=https://evil.test',
  ])('does not redirect to another site: %s', async (path) => {
    const answer = await ask({ method: 'GET', path }, '')
    const location = /^location: (.*)$/im.exec(answer)?.[1]?.trim() ?? '/'
    expect(new URL(location, 'http://site.test').origin).toBe('http://site.test')
  })
})
