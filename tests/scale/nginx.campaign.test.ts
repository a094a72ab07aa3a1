import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hasNginx, type RunningNginx, startNginx } from './nginx.ts'

/** An instance that records its requests. */
interface Instance {
  server: Server
  address: string
  asked: IncomingMessage[]
  answer: (request: IncomingMessage, response: ServerResponse) => void
}

async function startInstance(): Promise<Instance> {
  const instance: Instance = {
    server: createServer((request, response) => {
      if (request.url !== '/readyz') instance.asked.push(request)
      request.resume().once('end', () => instance.answer(request, response))
    }),
    address: '',
    asked: [],
    answer: (_request, response) => void response.end('served'),
  }
  instance.server.listen(0, '127.0.0.1')
  await once(instance.server, 'listening')
  instance.address = `127.0.0.1:${(instance.server.address() as AddressInfo).port}`
  return instance
}

describe.skipIf(!hasNginx())('nginx in front of several instances', () => {
  let sites: [Instance, Instance]
  let upstreams: [Instance, Instance]
  let nginx: RunningNginx
  let release: string
  beforeEach(async () => {
    sites = [await startInstance(), await startInstance()]
    upstreams = [await startInstance(), await startInstance()]
    release = mkdtempSync(path.join(tmpdir(), 'release-'))
    mkdirSync(path.join(release, 'assets'))
    writeFileSync(path.join(release, 'assets/page-11111111.js'), 'export {}')
    nginx = await startNginx({
      servers: {
        SITE_1: sites[0].address,
        SITE_2: sites[1].address,
        UPSTREAM_1: upstreams[0].address,
        UPSTREAM_2: upstreams[1].address,
      },
      assetFolders: [path.join(release, 'assets')],
    })
  })
  afterEach(async () => {
    await nginx.stop()
    for (const { server } of [...sites, ...upstreams]) {
      server.closeAllConnections()
      server.close()
    }
    rmSync(release, { recursive: true })
  })

  /** Returns the number of requests to each instance since its last call. */
  const takeCounts = (instances: readonly Instance[]) => instances.map(({ asked }) => asked.splice(0).length)
  const times = (count: number) => Array.from({ length: count }, (_none, at) => at)

  it('accepts the visitor’s address and protocol on Caddy’s port only', async () => {
    const claimed = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' }
    const asked = async (url: string) => {
      await fetch(url, { headers: claimed })
      const { headers } = sites.flatMap((site) => site.asked.splice(0))[0] as IncomingMessage
      return [headers['x-forwarded-for'], headers['x-forwarded-proto']]
    }
    expect(await asked(nginx.behindTlsUrl)).toEqual(['203.0.113.7', 'https'])
    expect(await asked(nginx.url)).toEqual(['203.0.113.7, 127.0.0.1', 'http'])
  })

  it('sends a POST to one instance only, and answers its failure with 502 as an envelope', async () => {
    for (const site of sites) site.answer = (request) => request.socket.destroy()
    const answer = await fetch(`${nginx.url}/v1/comment/`, { method: 'POST', body: '{}' })
    expect(takeCounts(sites).reduce((sum, count) => sum + count)).toBe(1)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([502, '5'])
    expect(await answer.json()).toMatchObject({ code: 502, data: null, extra: {} })
  })

  it('retries a GET on another instance after a broken connection, a POST only after a refused one', async () => {
    sites[0].answer = (request) => request.socket.destroy()
    for (const _ of times(6)) expect((await fetch(`${nginx.url}/`)).status).toBe(200)
    sites[1].server.closeAllConnections()
    sites[1].server.close()
    sites[0].answer = (_request, response) => void response.end('served')
    for (const _ of times(6)) expect((await fetch(`${nginx.url}/v1/comment/`, { method: 'POST' })).status).toBe(200)
  })

  it('sends no request to an instance whose readiness check failed', async () => {
    sites[0].answer = ({ url }, response) => void response.writeHead(url === '/readyz' ? 503 : 200).end()
    expect(await nginx.look()).toBe(true)
    for (const _ of times(10)) await fetch(`${nginx.url}/`)
    expect(takeCounts(sites)).toEqual([0, 10])
  })

  it('is ready for a load balancer if a site and an upstream are, and nobody drains the machine', async () => {
    const ask = () => fetch(`${nginx.url}/readyz`).then(({ status }) => status)
    const refuse: Instance['answer'] = (_request, response) => void response.writeHead(503).end()
    const serve: Instance['answer'] = (_request, response) => void response.end('served')
    expect(await ask()).toBe(200)
    for (const instances of [sites, upstreams]) {
      for (const one of instances) one.answer = refuse
      expect(await ask()).toBe(503)
      for (const one of instances) one.answer = (request) => request.socket.destroy()
      expect(await ask()).toBe(503)
      for (const one of instances) one.answer = serve
      await expect.poll(ask).toBe(200)
    }
    writeFileSync(path.join(nginx.folder, 'draining'), '')
    expect(await ask()).toBe(503)
    expect((await fetch(`${nginx.url}/`)).status).toBe(200)
  })

  it('passes on a 503 of an instance that sheds load, and keeps the instance in rotation', async () => {
    sites[0].answer = (_request, response) => void response.writeHead(503, { 'retry-after': '7' }).end('too many')
    const answers = await Promise.all(times(10).map(() => fetch(`${nginx.url}/`)))
    expect(answers.filter(({ status }) => status === 503)).toHaveLength(5)
    expect(answers.find(({ status }) => status === 503)?.headers.get('retry-after')).toBe('7')
    expect(takeCounts(sites)).toEqual([5, 5])
  })

  it('tries the instances again when all have failed', async () => {
    for (const site of sites) site.answer = (_request, response) => void response.writeHead(503).end()
    expect(await nginx.look()).toBe(false)
    for (const site of sites) site.answer = (_request, response) => void response.end('served')
    expect((await fetch(`${nginx.url}/`)).status).toBe(200)
  })

  it('tries both upstreams again at once when both have failed', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    const ask = (method: string) => fetch(`${nginx.internalUrl}/v1/x`, { method, headers }).then(({ status }) => status)
    for (const upstream of upstreams) upstream.answer = (request) => request.socket.destroy()
    expect(await ask('GET')).toBe(502)
    takeCounts(upstreams)
    for (const upstream of upstreams) upstream.answer = (_request, response) => void response.end('served')
    expect([await ask('GET'), await ask('POST')]).toEqual([200, 200])
    expect(takeCounts(upstreams).reduce((sum, count) => sum + count)).toBe(2)
  })

  it('sends a POST to one upstream only', async () => {
    for (const upstream of upstreams) upstream.answer = (request) => request.socket.destroy()
    const answer = await fetch(`${nginx.internalUrl}/v1/x`, { method: 'POST', body: '{}' })
    expect([answer.status, takeCounts(upstreams).reduce((sum, count) => sum + count)]).toEqual([502, 1])
  })

  it('spreads the requests of one client over both upstreams', async () => {
    const ask = () => fetch(`${nginx.internalUrl}/v1/x`, { headers: { 'x-forwarded-for': '203.0.113.7' } })
    for (const _ of times(10)) await ask()
    expect(takeCounts(upstreams)).toEqual([5, 5])
  })

  it('appends the client address, overwrites other forwarding headers, and logs no query', async () => {
    const headers = {
      'x-forwarded-for': '198.51.100.1',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
    }
    await fetch(`${nginx.url}/a//b/../c?token=secret`, { headers })
    const [asked] = sites.flatMap((site) => site.asked)
    expect(asked?.headers).toMatchObject({ 'x-forwarded-for': '198.51.100.1, 127.0.0.1', 'x-forwarded-proto': 'http' })
    expect(asked?.headers.host).toBe(new URL(nginx.url).host)
    expect(asked?.headers['x-forwarded-host']).toBeUndefined()
    expect(asked?.headers.connection).not.toBe('close')
    await expect.poll(() => nginx.passed().length).toBe(1)
    expect(JSON.stringify(nginx.passed())).not.toContain('secret')
  })

  it('logs neither the secret of a share nor invalid bytes', async () => {
    const secret = 'Sh4red-_'.padEnd(43, 'x')
    const hidden = [
      ...[`//share/${secret}`, `/en//share/${secret}`, `/x/share/${secret}`, `/share%252f${secret}`],
      ...[`/v1/gp_${secret.replaceAll('-', 'x')}`, `/%3Ftoken=${secret}`, '/%ff%fe', '/%0a%22'],
    ]
    const shares = [`/share/${secret}`, `/EN/%73hare/${secret}`, `/share/%20${secret}`, `/share//${secret.slice(1)}`]
    const plain = ['/certificate-check/share', '/en/share/revoke', '/share/revoke']
    const all = [...hidden, ...shares, ...plain]
    for (const at of all) await fetch(nginx.url + at)
    await expect.poll(() => nginx.passed().length).toBe(all.length)
    const logged = nginx.passed().map(({ path: at }) => at)
    const expected = [...hidden.map(() => '-'), '/share/-', '/en/share/-', '/share/-', '/share/-', ...plain]
    expect(logged.sort()).toEqual(expected.sort())
  })

  it('writes no address to its error log, even when it cannot store a body', async () => {
    chmodSync(path.join(nginx.folder, 'bodies'), 0)
    const answer = await fetch(`${nginx.url}/?token=secret`, { method: 'POST', body: new Uint8Array(100_000) })
    expect([answer.status, takeCounts(sites)]).toEqual([500, [0, 0]])
    await expect.poll(() => nginx.passed().length).toBe(1)
    expect(nginx.errors()).toBe('')
  })

  it('refuses bodies above the limits of the site with 413 as an envelope', async () => {
    const upload = (address: string, bytes: number) =>
      fetch(nginx.url + address, { method: 'POST', body: new Uint8Array(bytes) })
    const refused = await upload('/v1/comment/', 4 * 1024 * 1024 + 1)
    expect(refused.status).toBe(413)
    expect(await refused.json()).toMatchObject({ code: 413, data: null, extra: {} })
    expect(takeCounts(sites)).toEqual([0, 0])
    expect((await upload('/v1/comment/', 4 * 1024 * 1024)).status).toBe(200)
    expect((await upload('/file/upload', 10 * 1024 * 1024 + 1024)).status).toBe(200)
  })

  it('serves built files of every release itself, and requests others from the site', async () => {
    for (const site of sites) {
      site.answer = (_request, response) => {
        response.writeHead(404, { 'content-type': 'text/plain', 'cache-control': 'no-store' }).end('not mine')
      }
    }
    const kept = await fetch(`${nginx.url}/assets/page-11111111.js`)
    expect([kept.status, await kept.text()]).toEqual([200, 'export {}'])
    expect(kept.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(kept.headers.get('cache-control')).toContain('immutable')
    expect(takeCounts(sites)).toEqual([0, 0])
    const gone = await fetch(`${nginx.url}/assets/page-22222222.js`)
    expect([gone.status, gone.headers.get('cache-control')]).toEqual([404, 'no-store'])
    expect(gone.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(await (await fetch(`${nginx.url}/page`)).text()).toBe('not mine')
  })

  it('caches files of the public log for their declared time, and never a missing one', async () => {
    const state = { answers: new Map([['/log/tile/0/000', 'hashes']]) }
    for (const site of sites) {
      site.answer = ({ url = '' }, response) => {
        const found = state.answers.get(url.split('?')[0] ?? '')
        const cache = url.startsWith('/log/tile') ? 'public, max-age=31536000, immutable' : 'public, max-age=2'
        response.setHeader('x-request-id', 'of the first reader')
        response.writeHead(found ? 200 : 404, { 'cache-control': found ? cache : 'no-store' }).end(found ?? 'absent')
      }
    }
    const get = async (address: string) => {
      const answer = await fetch(nginx.url + address)
      if (address !== '/log') expect(answer.headers.has('x-request-id')).toBe(false)
      return await answer.text()
    }
    const absent = '/log/tile/0/001.p/1'
    expect([await get('/log/tile/0/000'), await get('/log/tile/0/000?fresh=1'), await get(absent)]).toEqual([
      ...['hashes', 'hashes', 'absent'],
    ])
    expect(takeCounts(sites).reduce((sum, count) => sum + count, 0)).toBe(2)
    state.answers.set(absent, 'hash').set('/log/checkpoint', 'first')
    expect([await get(absent), await get('/log/checkpoint')]).toEqual(['hash', 'first'])
    state.answers.set('/log/checkpoint', 'second').set('/log', 'page')
    expect([await get('/log/checkpoint'), await get('/log')]).toEqual(['first', 'page'])
    await expect.poll(() => get('/log/checkpoint'), { timeout: 5000 }).toBe('second')
  })
})
