import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeUpstream, type TestUpstream } from '#testing/make-upstream.ts'

let upstream: TestUpstream
beforeAll(async () => {
  upstream = await makeUpstream()
  await upstream.listen()
})
afterAll(() => upstream.close())

it.each([
  ['JSON', 'POST /oauth/emailLogin', 'application/json', '{"email":"a'],
  [
    'an upload',
    'POST /file/upload',
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="multipartFile"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nabc',
  ],
])('logs an aborted request body as aborted, not as an error: %s', async (_title, line, type, body) => {
  upstream.logs.length = 0
  const { token } = await upstream.signUp(`${type.length}@example.test`)
  const requested = once(upstream.app.server, 'request')
  const socket = connect(Number(new URL(upstream.url).port), '127.0.0.1').on('error', () => undefined)
  const head = `Host: localhost\r\nAuthorization: ${token}\r\nContent-Type: ${type}\r\nContent-Length: 5000\r\n`
  socket.write(`${line} HTTP/1.1\r\n${head}\r\n${body}`)
  const [{ socket: served }] = await requested
  await expect.poll(() => served.bytesRead).toBeGreaterThan(line.length + head.length)
  socket.destroy()
  const readLines = () => upstream.logs.map((text) => JSON.parse(text) as { level: string; msg: string })
  await expect.poll(() => readLines().map(({ msg }) => msg)).toContain('aborted')
  expect(readLines().filter(({ level }) => level !== 'info' && level !== 'debug')).toEqual([])
})
