import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import type { ServerLimits } from '#config/limits.ts'
import { makeSite, type TestSite } from '#testing/make-site.ts'
import { openSocket, readStatuses, readToEnd, sendRaw } from '#testing/raw-socket.ts'
import { ok } from '#testing/stub-upstream.ts'

let site: TestSite
afterEach(() => site.close())

async function openSite(limits: Partial<ServerLimits>, env: Record<string, string> = {}): Promise<void> {
  site = await makeSite({ limits, env })
  site.upstream.answer = () => ok({ name: '石衡' })
  await site.app.listen({ port: 0, host: '127.0.0.1' })
}

const HEAD = 'Host: site.test\r\nConnection: close\r\n'

describe('a request at the size limits', () => {
  it('is refused by a Content-Length above the limit, before its body is read', async () => {
    await openSite({ bodyBytes: 1_000 })
    const answer = await sendRaw(
      site.app,
      `POST /v1/link/ HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: 1001\r\n\r\n{`,
    )
    expect(readStatuses(answer)).toEqual([413])
  })

  it('is refused once its chunked body exceeds the limit', async () => {
    await openSite({ bodyBytes: 1_000 })
    const chunk = `400\r\n${' '.repeat(0x400)}\r\n`
    const answer = await sendRaw(
      site.app,
      `POST /v1/link/ HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}`,
    )
    expect(readStatuses(answer)).toEqual([413])
  })

  it.each([
    ['an address', 414, `GET /?q=${'a'.repeat(200)} HTTP/1.1\r\n${HEAD}\r\n`],
    ['too many fields', 431, `GET / HTTP/1.1\r\n${HEAD}${'a: b\r\n'.repeat(20)}\r\n`],
    ['a long head', 431, `GET / HTTP/1.1\r\n${HEAD}X: ${'a'.repeat(2_000)}\r\n\r\n`],
    ['a long head of a handshake', 431, `GET /bff/ws HTTP/1.1\r\n${HEAD}X: ${'a'.repeat(2_000)}\r\n\r\n`],
  ])('is refused with an envelope: %s', async (_what, status, request) => {
    await openSite({ addressChars: 100, headerFields: 20, headBytes: 1_000 })
    const answer = await sendRaw(site.app, request)
    expect(readStatuses(answer)).toEqual([status])
    expect(answer).toContain(`{"code":${status},`)
  })

  it('is accepted at exactly the limit', async () => {
    await openSite({ addressChars: 100, headerFields: 20 })
    const answer = await sendRaw(site.app, `GET /?q=${'a'.repeat(96)} HTTP/1.1\r\n${HEAD}${'a: b\r\n'.repeat(18)}\r\n`)
    expect(readStatuses(answer)).toEqual([200])
  })
})

describe('a slow client', () => {
  it.each([
    ['sends half a head', 'GET / HTTP/1.1\r\nHost: site.test\r\n', 408],
    [
      'sends half a body',
      `POST /v1/link/ HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
      408,
    ],
  ])('is disconnected with 408 when it %s', async (_what, request, status) => {
    await openSite({ headMs: 50, requestMs: 50, checkEveryMs: 10 })
    expect(readStatuses(await sendRaw(site.app, request))).toEqual([status])
  })

  it('is disconnected with 408 when it sends one byte at a time', async () => {
    await openSite({ headMs: 80, requestMs: 80, checkEveryMs: 10 })
    const socket = openSocket(site.app)
    const ended = readToEnd(socket)
    socket.write('GET / HTTP/1.1\r\nHost: site.test\r\nX: ')
    const trickle = setInterval(() => socket.write('a'), 5)
    expect(readStatuses(await ended)).toEqual([408])
    clearInterval(trickle)
  })

  it('is disconnected when it sends nothing', async () => {
    await openSite({ silenceMs: 20 }, { UPSTREAM_TIMEOUT_MS: '20' })
    expect(await readToEnd(openSocket(site.app))).toBe('')
  })
})

describe('a client that does not read its response', () => {
  const PICTURE = Buffer.alloc(16 * 1024 * 1024, 1)
  const ASK = 'GET /file/img/a.png HTTP/1.1\r\nHost: site.test\r\n\r\n'

  async function openPictures(limits: Partial<ServerLimits>): Promise<void> {
    await openSite(limits)
    site.upstream.answer = () => ({ headers: { 'content-type': 'image/png' }, body: PICTURE })
  }

  const countOpen = () =>
    new Promise<number>((resolve) => site.app.server.getConnections((_error, count) => resolve(count)))

  it('is disconnected', async () => {
    await openPictures({ readerGraceMs: 60, readerBytesPerSecond: 1e9 })
    openSocket(site.app).pause().write(ASK)
    await once(site.app.server, 'request')
    await expect.poll(countOpen).toBe(0)
  })

  it('is disconnected when it reads too slowly', async () => {
    await openPictures({ readerGraceMs: 60, readerBytesPerSecond: 1e9 })
    const socket = openSocket(site.app).pause()
    socket.write(ASK)
    await once(site.app.server, 'request')
    const sip = setInterval(() => socket.read(1), 5)
    await expect.poll(countOpen).toBe(0)
    clearInterval(sip)
  })

  it('gets the whole response when it reads fast enough with pauses', async () => {
    await openPictures({ readerGraceMs: 2_000, readerBytesPerSecond: 8_192 })
    const socket = openSocket(site.app)
    let bytes = 0
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      socket.pause()
      setImmediate(() => socket.resume())
    })
    socket.write(ASK.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
    await once(socket, 'close')
    expect(bytes).toBeGreaterThan(PICTURE.length)
  })
})

describe('one client', () => {
  it('has a limited number of requests per connection', async () => {
    await openSite({ requestsPerConnection: 3 })
    const socket = openSocket(site.app)
    const answers = readToEnd(socket)
    const ask = () => socket.write('GET /healthz HTTP/1.1\r\nHost: site.test\r\n\r\n')
    socket.on('data', ask)
    ask()
    expect(readStatuses(await answers).filter((status) => status === 200)).toHaveLength(3)
  })

  it('has a limited number of concurrent files, which does not delay other clients', async () => {
    await openSite({ filesPerClient: 2 }, { TRUST_PROXY: '1' })
    const waiting: (() => void)[] = []
    const picture = { headers: { 'content-type': 'image/png' }, body: Buffer.from('a') }
    site.upstream.answer = () => new Promise((resolve) => waiting.push(() => resolve(picture)))
    const ask = (address: string) =>
      site.app.inject({ url: '/file/img/a.png', headers: { 'x-forwarded-for': address } })
    const first = [ask('203.0.113.7'), ask('203.0.113.7')]
    await expect.poll(() => waiting.length).toBe(2)
    const refused = await ask('203.0.113.7')
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '2'])
    const other = ask('203.0.113.8')
    await expect.poll(() => waiting.length).toBe(3)
    for (const answer of waiting.splice(0)) answer()
    expect((await Promise.all([...first, other])).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    const again = ask('203.0.113.7')
    await expect.poll(() => waiting.length).toBe(1)
    waiting[0]?.()
    expect((await again).statusCode).toBe(200)
  })
})

describe('all clients together', () => {
  it('have a limited number of connections', async () => {
    await openSite({ connections: 2 })
    const sockets = [openSocket(site.app), openSocket(site.app)]
    for (const socket of sockets) {
      socket.write('GET /healthz HTTP/1.1\r\nHost: site.test\r\n\r\n')
      await once(socket, 'data')
    }
    expect(await sendRaw(site.app, `GET /healthz HTTP/1.1\r\n${HEAD}\r\n`)).toBe('')
    for (const socket of sockets) socket.destroy()
  })
})
