import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSealer } from '#session/seal.ts'
import { makeSite, type TestSite, TOKEN, USER } from '#testing/make-site.ts'

const KEY = Buffer.alloc(32, 7)
const ENVELOPE = JSON.stringify({ code: 200, message: '成功', data: { name: '石衡' }, extra: {} })
const MULTIPART = { 'content-type': 'multipart/form-data; boundary=b' }

/** How the raw upstream treats the connection of each request. */
let behave: (socket: Socket, head: string) => void
let upstream: Server
let connections: Set<Socket>
let site: TestSite
let cookie: string

beforeEach(async () => {
  connections = new Set()
  upstream = createServer((socket) => {
    connections.add(socket)
    socket.on('close', () => connections.delete(socket))
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => behave(socket, chunk.toString('latin1')))
  })
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  site = await startWaitingSite(20_000)
  const session = { t: TOKEN, u: USER.id, e: site.clock.nowMs + 1_000_000 }
  cookie = `session=${createSealer([KEY]).seal('session', session)}`
})
afterEach(async () => {
  await site.close()
  for (const socket of connections) socket.destroy()
  await new Promise((resolve) => upstream.close(resolve))
})

/** @param timeoutMs long enough for a busy machine, or short where upstream does not answer */
async function startWaitingSite(timeoutMs: number): Promise<TestSite> {
  const env = {
    UPSTREAM_URL: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`,
    SESSION_KEY: KEY.toString('base64'),
    UPSTREAM_TIMEOUT_MS: String(timeoutMs),
    PROXY_ALLOW: 'POST /v1/extra',
  }
  return makeSite({ env })
}

async function waitOnlyShortly(): Promise<void> {
  await site.close()
  site = await startWaitingSite(200)
}

/** Sample requests: a JSON call, a login, a picture, an upload. */
const REQUESTS = {
  call: { method: 'GET', url: '/v1/user/info' },
  login: { method: 'POST', url: '/oauth/emailLogin', payload: { email: 'a', password: 'b' } },
  file: { method: 'GET', url: '/file/img/a.png' },
  upload: { method: 'POST', url: '/file/upload', headers: MULTIPART, payload: '--b--' },
} as const

async function ask(name: keyof typeof REQUESTS) {
  const request = REQUESTS[name]
  const headers = { cookie, ...('headers' in request ? request.headers : {}) }
  return site.app.inject({ ...request, headers })
}

function makeResponse(body: string | Buffer, head = '', status = '200 OK'): Buffer {
  const start = `HTTP/1.1 ${status}\r\nContent-Type: image/png\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n${head}\r\n`
  return Buffer.concat([Buffer.from(start), Buffer.from(body)])
}

const FAULTS: [what: string, behaviour: (socket: Socket) => void][] = [
  ['resets', (socket) => socket.resetAndDestroy()],
  ['speaks no HTTP', (socket) => socket.end('SSH-2.0-x\r\n')],
  ['sends two lengths', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab')],
  [
    'sends broken chunks',
    (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'),
  ],
  [
    'switches protocols',
    (socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
  ],
  ['sends an unexpected 100 Continue', (socket) => socket.end('HTTP/1.1 100 Continue\r\n\r\n')],
  ['sends huge headers', (socket) => socket.end(makeResponse(ENVELOPE, `X: ${'a'.repeat(40_000)}\r\n`))],
]

describe('an upstream that', () => {
  it.each(FAULTS)('%s leads to an envelope with 502, for calls and streams', async (_what, behaviour) => {
    behave = behaviour
    for (const name of ['call', 'login', 'file', 'upload'] as const) {
      const reply = await ask(name)
      expect([name, reply.statusCode, reply.json().code]).toEqual([name, 502, 502])
      expect(reply.headers['cache-control']).toBe('no-store')
    }
  })

  it.each([
    ['compresses although not requested', makeResponse(gzipSync(ENVELOPE), 'Content-Encoding: gzip\r\n')],
    [
      'declares a shorter body than it sends',
      Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: 10\r\nConnection: close\r\n\r\n${ENVELOPE}`),
    ],
    [
      'declares a longer body than it sends',
      Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: 9999\r\nConnection: close\r\n\r\n${ENVELOPE}`),
    ],
    ['sends its code as text', makeResponse('{"code":"200","data":{}}')],
    ['sends a code outside the number range', makeResponse('{"code":1e999,"data":{}}')],
    ['answers with an invalid HTTP status', makeResponse(ENVELOPE, '', '999 X')],
    ['answers without a body', Buffer.from('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n')],
    ['sends an HTML page', makeResponse('<!doctype html>', 'Content-Disposition: attachment\r\n', '302 Found')],
  ])('%s leads to 502 for calls and uploads', async (_what, bytes) => {
    behave = (socket) => socket.end(bytes)
    for (const name of ['call', 'login', 'upload'] as const) {
      const reply = await ask(name)
      expect([name, reply.statusCode, reply.json().code]).toEqual([name, 502, 502])
      expect(reply.headers['content-disposition']).toBeUndefined()
    }
  })

  it('sends one byte at a time leads to 504 at the time limit', async () => {
    await waitOnlyShortly()
    behave = (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
      const trickle = setInterval(() => socket.write('1\r\n \r\n'), 20)
      socket.on('close', () => clearInterval(trickle))
    }
    const replies = await Promise.all([ask('call'), ask('login'), ask('upload')])
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([504, 504, 504])
  })

  it('redirects a picture leads to an uncached 404 without the redirect', async () => {
    behave = (socket) => socket.end(makeResponse('', 'Location: https://evil.test/\r\nETag: "a"\r\n', '302 Found'))
    const reply = await ask('file')
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([404, 'no-store'])
    expect([reply.headers.location, reply.headers.etag]).toEqual([undefined, undefined])
  })

  it('sends deeply nested data leads to an error response, not a crash', async () => {
    const deep = `{"code":200,"message":"","extra":{},"data":{"x":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}}`
    behave = (socket) => socket.end(makeResponse(deep))
    expect((await ask('call')).statusCode).toBe(502)
    expect((await ask('login')).statusCode).toBe(500)
  })

  it('never answers leads to 504 at the time limit, also for requests that wait for a connection', async () => {
    await waitOnlyShortly()
    behave = () => undefined
    const asked = Array.from({ length: 140 }, () => ask('call'))
    const statuses = new Set((await Promise.all(asked)).map(({ statusCode }) => statusCode))
    expect([...statuses]).toEqual([504])
  })
})

describe('clients that stop reading files', () => {
  it('do not exhaust the connections for calls', async () => {
    const part = Buffer.alloc(64 * 1024, 1)
    behave = (socket, head) => {
      if (!head.startsWith('GET /file/')) return void socket.end(makeResponse(ENVELOPE))
      socket.write(`HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: ${1e9}\r\n\r\n`)
      const fill = () => {
        while (socket.writable && socket.write(part));
      }
      socket.on('drain', fill)
      fill()
    }
    const { port } = await listen()
    const readers = Array.from({ length: 130 }, () => connect(port, '127.0.0.1').pause())
    for (const reader of readers)
      reader.on('error', () => undefined).write('GET /file/img/a.png HTTP/1.1\r\nHost: site.test\r\n\r\n')
    await vi.waitFor(() => expect(connections.size).toBe(130), { timeout: 30_000 })
    expect((await site.app.inject('/v1/webSiteInfo')).statusCode).toBe(200)
    for (const reader of readers) reader.destroy()
    await vi.waitFor(() => expect(connections.size).toBeLessThan(130), { timeout: 30_000 })
  }, 90_000)
})

describe('an upload', () => {
  it('leaves the site running and no connection open when either side aborts it', async () => {
    const { port } = await listen()
    const head = `POST /file/upload HTTP/1.1\r\nHost: site.test\r\nCookie: ${cookie}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 6000000\r\n\r\n`
    behave = () => undefined
    const client = connect(port, '127.0.0.1').on('error', () => undefined)
    client.write(head + 'a'.repeat(500_000))
    await vi.waitFor(() => expect(connections.size).toBe(1), { timeout: 20_000 })
    client.destroy()
    await vi.waitFor(() => expect(connections.size).toBe(0), { timeout: 20_000 })

    behave = (socket) => socket.resetAndDestroy()
    const answer = await new Promise<string>((resolve) => {
      const other = connect(port, '127.0.0.1').on('error', () => undefined)
      let text = ''
      other.on('data', (chunk) => {
        text += chunk.toString()
      })
      other.on('close', () => resolve(text))
      other.write(head + 'a'.repeat(500_000))
    })
    expect(answer).toMatch(/^HTTP\/1\.1 502 /)
    expect(answer).toMatch(/connection: close/i)
    expect((await site.app.inject('/healthz')).statusCode).toBe(200)
  })

  it('has a size limit through PROXY_ALLOW too', async () => {
    const headers = { cookie, 'content-type': 'text/plain', 'content-length': String(11 * 1024 * 1024) }
    expect((await site.app.inject({ method: 'POST', url: '/v1/extra', headers, payload: 'a' })).statusCode).toBe(413)
  })
})

async function listen(): Promise<AddressInfo> {
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  return site.app.server.address() as AddressInfo
}
