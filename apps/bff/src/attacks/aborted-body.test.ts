import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeSite, type TestSite } from '#testing/make-site.ts'
import { openSocket } from '#testing/raw-socket.ts'

let site: TestSite
let cookie: string
beforeAll(async () => {
  site = await makeSite({ env: { PROXY_ALLOW: 'POST /v1/extra' } })
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  cookie = await site.logIn()
})
afterAll(() => site.close())
beforeEach(() => {
  site.logs.length = 0
})

const WARN = 40
const ERROR = 50
const lines = () => site.logs.map((line) => JSON.parse(line) as { level: number; msg: string; reqId: string })

/** Sends the beginning of a request and closes the connection once the site reads its body. */
async function abort(line: string, type: string, body: string): Promise<void> {
  const requested = once(site.app.server, 'request')
  const socket = openSocket(site.app)
  const head = `Host: site.test\r\nCookie: ${cookie}\r\nContent-Type: ${type}\r\nContent-Length: 5000\r\n`
  socket.write(`${line} HTTP/1.1\r\n${head}\r\n${body}`)
  const [{ socket: served }] = await requested
  await expect.poll(() => served.bytesRead).toBeGreaterThan(line.length + head.length)
  socket.destroy()
  await expect.poll(() => lines().map(({ msg }) => msg)).toContain('aborted')
}

describe('a request whose body is aborted', () => {
  it.each([
    ['a call', 'POST /oauth/emailLogin', 'application/json', '{"email":"a'],
    ['a form', 'POST /certificate-check', 'application/x-www-form-urlencoded', 'no=A'],
  ])('is logged as aborted, not as an error: %s', async (_what, line, type, body) => {
    await abort(line, type, body)
    expect(lines().filter(({ level }) => level >= WARN)).toEqual([])
  })
})

it.each([
  ['an upload', 'POST /file/upload', 'multipart/form-data; boundary=b', '--b\r\n'],
  ['a call of PROXY_ALLOW', 'POST /v1/extra', 'application/octet-stream', 'a'],
])('does not count an aborted stream as a failure of upstream: %s', async (_what, line, type, body) => {
  await abort(line, type, body)
  expect(lines().filter(({ level, msg }) => level >= ERROR || msg === 'upstream failed')).toEqual([])
  const metrics = (await site.app.metrics.metrics()).split('\n')
  const counted = metrics.filter((metric) =>
    metric.startsWith(`upstream_request_duration_seconds_count{call="${line}"`),
  )
  expect(counted.map((metric) => /outcome="(\w+)"/.exec(metric)?.[1])).toEqual(['aborted'])
})
