import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ok, type StubAnswer, type StubUpstream, startStubUpstream } from '@portal/bff/src/testing/stub-upstream.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { collectFindings, diagnose } from '#testing/diagnose.ts'
import { answerHealthily } from '#testing/healthy-upstream.ts'
import { makeTlsCertificate } from '#testing/tls-certificate.ts'

let upstream: StubUpstream
let folder: string
let env: Record<string, string>

beforeEach(async () => {
  upstream = await startStubUpstream()
  upstream.answer = answerHealthily
  folder = mkdtempSync(path.join(tmpdir(), 'doctor-'))
  const site = { PORT: '0', HOST: '127.0.0.1', ADMIN_PORT: '0', WEB_DIST: 'none' }
  env = { ...site, UPSTREAM_URL: upstream.origin, DATA_DIR: folder }
})
afterEach(async () => {
  await upstream.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Makes upstream healthy except at one path. */
function answerAt(wanted: string, answer: (request: { url: string }) => StubAnswer | Promise<StubAnswer>) {
  upstream.answer = (request) => (request.url === wanted ? answer(request) : answerHealthily(request))
}

describe('the doctor, on upstream,', () => {
  it('reports an upstream whose name DNS does not know', async () => {
    expect(await diagnose({ ...env, UPSTREAM_URL: 'https://api.example.invalid' })).toEqual([
      expect.stringMatching(/^fault upstream: UPSTREAM_URL .*: its name is not known to DNS → .*correct UPSTREAM_URL$/),
    ])
  })

  it('reports an upstream that is not started', async () => {
    await upstream.stop()
    expect(await diagnose(env)).toEqual([
      `fault upstream: UPSTREAM_URL ${upstream.origin}: nothing listens there → Start it, or correct UPSTREAM_URL`,
    ])
    await upstream.start()
  })

  it('reports an upstream with an untrusted certificate', async () => {
    const tls = makeTlsCertificate(30)
    const encrypted = await startStubUpstream(tls)
    encrypted.answer = answerHealthily
    try {
      expect(await diagnose({ ...env, UPSTREAM_URL: encrypted.origin })).toEqual([
        expect.stringMatching(/^fault upstream: .*: its TLS certificate is not trusted → .*NODE_EXTRA_CA_CERTS=FILE/),
      ])
      expect(await diagnose({ ...env, UPSTREAM_URL: encrypted.origin }, { ca: tls.cert })).toEqual([])
    } finally {
      await encrypted.stop()
    }
  })

  it('reports an upstream without TLS at an https URL', async () => {
    expect(await diagnose({ ...env, UPSTREAM_URL: upstream.origin.replace('http:', 'https:') })).toEqual([
      expect.stringMatching(/^fault upstream: .*: it does not speak TLS → Use the port that speaks TLS/),
    ])
  })

  it('reports a missing UPSTREAM_PREFIX', async () => {
    upstream.answer = ({ url }) =>
      url.startsWith('/api/')
        ? answerHealthily({ url: url.slice('/api'.length) })
        : { status: 404, body: '<h1>404 Not Found</h1>' }
    expect(await diagnose(env)).toEqual([
      'fault upstream: upstream answers 404 to GET /v1/webSiteInfo → Set UPSTREAM_PREFIX to the path that upstream puts before /v1 (it is empty now)',
    ])
    expect(await diagnose({ ...env, UPSTREAM_PREFIX: '/api' })).toEqual([])
  })

  it('reports an upstream that serves articles under its own path', async () => {
    const article = { id: 88, title: '和田玉' }
    upstream.answer = ({ url }) => {
      if (url.startsWith('/v1/article/info?')) return { status: 404, body: '<h1>Whitelabel Error Page</h1>' }
      if (url === '/v1/article/info/88') return ok(article)
      return url.startsWith('/v1/article/') ? ok({ records: [article], pages: 1 }) : answerHealthily({ url })
    }
    const paths = 'GET /v1/article/info=/v1/article/info/{id}'
    expect(await diagnose(env)).toEqual([
      `fault upstream: upstream serves articles under a path of its own → Set UPSTREAM_PATHS="${paths}"; npm run test:contract names all variants`,
    ])
    expect(await diagnose({ ...env, UPSTREAM_PATHS: paths })).toEqual([])
  })

  it('reports a missing call, even if no article can be fetched either', async () => {
    const articles = ok({ records: [{ id: 88, title: '和田玉' }], pages: 1 })
    upstream.answer = ({ url }) => {
      if (url.startsWith('/v1/article/info')) throw new Error('the connection breaks')
      if (url === '/v1/category/') return { status: 404, body: '<h1>Not Found</h1>' }
      return url.startsWith('/v1/article/') ? articles : answerHealthily({ url })
    }
    expect(await diagnose(env)).toEqual([expect.stringMatching(/^fault upstream: .*\/v1\/category\//)])
  })

  it('reports a website in the place of the API', async () => {
    upstream.answer = () => ({ body: '<!doctype html><title>Welcome</title>' })
    expect(await diagnose(env)).toEqual([
      expect.stringMatching(/^fault upstream: .* with a web page \(status 200\) → Set UPSTREAM_URL to the API/),
    ])
  })

  it('reports an upstream that redirects', async () => {
    upstream.answer = () => ({ status: 301, headers: { location: 'https://api.example.cn/v1/' }, body: '' })
    expect(await diagnose(env)).toEqual([
      expect.stringMatching(/^fault upstream: upstream sends .* elsewhere → .*https:\/\/api\.example\.cn$/),
    ])
  })

  it('reports answers without an envelope', async () => {
    upstream.answer = () => ({ body: { name: '石衡' } })
    expect(await diagnose(env)).toEqual([
      expect.stringMatching(
        /^fault upstream: .* JSON without an envelope .* → Have upstream corrected; npm run test:contract/,
      ),
    ])
  })

  it('reports a member of the site settings that breaks the contract', async () => {
    answerAt('/v1/webSiteInfo', () => ({
      body: { code: 200, message: '', data: { name: 7, isMusicPlayer: 'yes' }, extra: {} },
    }))
    expect(await diagnose(env)).toEqual([
      expect.stringMatching(
        /^fault upstream: upstream departs from the contract: GET \/v1\/webSiteInfo: \/\w+ must be .* → /,
      ),
    ])
  })

  it('reports a member of the categories that breaks the contract', async () => {
    answerAt('/v1/category/', () => ({
      body: { code: 200, message: '', data: [{ id: '34', name: '宝石' }], extra: {} },
    }))
    expect(await diagnose(env)).toEqual([
      expect.stringMatching(
        /^fault upstream: .*: GET \/v1\/category\/: \/0\/id must be integer → Have upstream corrected/,
      ),
    ])
  })

  it('reports a call that fails', async () => {
    answerAt('/v1/tag/', () => ({ body: { code: 500, message: '系统异常', data: null, extra: {} } }))
    expect(await diagnose(env)).toEqual([
      'fault upstream: upstream answers GET /v1/tag/ with code 500 → Look at upstream’s log',
    ])
  })

  it('reports an upstream that needs over half of its time limit', async () => {
    answerAt('/v1/category/', async () => {
      await delay(2_050)
      return answerHealthily({ url: '/v1/category/' })
    })
    expect(await diagnose({ ...env, UPSTREAM_TIMEOUT_MS: '4000' })).toEqual([
      expect.stringMatching(
        /^warn upstream: upstream took \d+ ms .* over half of UPSTREAM_TIMEOUT_MS \(4000\) → Look at/,
      ),
    ])
  })

  it('reports an upstream that does not answer at all', async () => {
    upstream.answer = () => ({ body: null })
    expect(await diagnose({ ...env, UPSTREAM_TIMEOUT_MS: '300' })).toEqual([
      expect.stringMatching(/^fault upstream: .*: it does not answer in time → Look at its load/),
    ])
  })

  it('reports a clock that is two minutes ahead', async () => {
    expect(await diagnose(env, { now: () => Date.now() + 120_000 })).toEqual([
      expect.stringMatching(/^fault upstream: this machine’s clock is 1(?:19|20|21) s ahead of upstream’s → .*NTP/),
    ])
    expect(await diagnose(env, { now: () => Date.now() - 20_000 })).toEqual([])
  })

  it('reports an upstream without certificate lookups', async () => {
    answerAt('/v1/certificate/check', () => ({ status: 404, body: '<h1>404</h1>' }))
    expect(await diagnose(env)).toEqual([
      expect.stringMatching(/^fault upstream: upstream has no certificate lookup \(404\) → Set CERTIFICATE_SOURCE=off/),
    ])
    expect(await diagnose({ ...env, CERTIFICATE_SOURCE: 'off' })).toEqual([])
  })

  it('reports missing filing numbers and a wrong webUrl of a public site', async () => {
    answerAt('/v1/webSiteInfo', () => ({
      body: {
        code: 200,
        message: '',
        data: { name: '石衡', phone: '1', webUrl: 'https://old.example.invalid/' },
        extra: {},
      },
    }))
    const found = await diagnose({ ...env, PUBLIC_ORIGIN: 'https://www.example.invalid', TRUST_PROXY: '1' })
    expect(found).toEqual([
      expect.stringMatching(/^warn upstream: the site shows no ICP filing number .* → Fill it in/),
      expect.stringMatching(/^warn upstream: the site shows no public-security filing number .* → Fill it in/),
      expect.stringMatching(/^warn upstream: upstream calls the site https:\/\/old.* → Correct webUrl/),
    ])
  })
})

describe('the doctor, on the upstream socket,', () => {
  it('reports an address without a WebSocket', async () => {
    const address = `${upstream.origin.replace('http', 'ws')}/websocket`
    expect(await diagnose({ ...env, UPSTREAM_WS_URL: address })).toEqual([
      expect.stringMatching(
        /^fault upstream socket: .* does not upgrade to WebSocket \(status 404\) → Correct address and path/,
      ),
    ])
  })

  it('reports a port at which nothing listens', async () => {
    expect(await diagnose({ ...env, UPSTREAM_WS_URL: 'ws://127.0.0.1:1/websocket' })).toEqual([
      expect.stringMatching(/^fault upstream socket: .*: nothing listens there → .*or leave UPSTREAM_WS_URL out/),
    ])
  })

  it('reports a socket that is closed at once', async () => {
    await runWithSocketServer(
      (socket) => socket.close(1011),
      async (address) => {
        expect(await diagnose({ ...env, UPSTREAM_WS_URL: address })).toEqual([
          expect.stringMatching(/^warn upstream socket: .* accepts a socket and closes it at once with 1011 → Look at/),
        ])
      },
    )
  })

  it('reports a socket that accepts a client without a token', async () => {
    await runWithSocketServer(
      () => undefined,
      async (address) => {
        expect(await diagnose({ ...env, UPSTREAM_WS_URL: address })).toEqual([
          expect.stringMatching(
            /^warn upstream socket: .* keeps a socket without a token open.* → Let only the site reach/,
          ),
        ])
      },
    )
  })

  it('reports nothing for a socket that requires a login', async () => {
    await runWithSocketServer(
      (socket) => socket.close(4401),
      async (address) => {
        expect(await diagnose({ ...env, UPSTREAM_WS_URL: address })).toEqual([])
      },
    )
  })
})

async function runWithSocketServer(
  take: (socket: import('ws').WebSocket) => void,
  work: (address: string) => Promise<void>,
): Promise<void> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await new Promise((resolve) => server.once('listening', resolve))
  server.on('connection', take)
  try {
    await work(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/websocket`)
  } finally {
    for (const socket of server.clients) socket.terminate()
    server.close()
  }
}

it('accepts that the embedded upstream has not started yet', async () => {
  await upstream.stop()
  expect(await diagnose({ ...env, EMBEDDED_UPSTREAM: '1' })).toEqual([])
  await upstream.start()
})

it('prints no secret of a URL', async () => {
  const found = await collectFindings({ ...env, REDIS_URL: 'redis://:s3cret-word@127.0.0.1:1' })
  expect(JSON.stringify(found)).not.toContain('s3cret-word')
  expect(found).toContainEqual(expect.objectContaining({ check: 'redis', level: 'fault' }))
})
