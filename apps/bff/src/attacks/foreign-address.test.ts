import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPictureReader } from '#certificates/pdf/picture-reader.ts'
import { makeSite, type TestSite } from '#testing/make-site.ts'
import { readStatuses, sendRaw } from '#testing/raw-socket.ts'
import { ok } from '#testing/stub-upstream.ts'
import { createUpstreamClient } from '#upstream/upstream-client.ts'

/** An internal server that only this machine can reach. Any request to it is a request forgery. */
let inside: Server
let visits: string[]
let host: string
let site: TestSite
let cookie: string
beforeAll(async () => {
  inside = createServer((request, response) => {
    visits.push(`${request.method} ${request.url}`)
    response.writeHead(200, { 'content-type': 'image/png' }).end('{"code":200,"message":"","data":null,"extra":{}}')
  })
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(inside.address() as AddressInfo).port}`
  site = await makeSite({ env: { PUBLIC_ORIGIN: '', PROXY_ALLOW: 'GET /v1/extra' } })
  await site.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await site.close()
  await new Promise((resolve) => inside.close(resolve))
})
beforeEach(async () => {
  visits = []
  cookie = await site.logIn()
  site.upstream.answer = () => ok(null)
})
afterEach(() => {
  expect(visits).toEqual([])
})

function send(line: string, head = '', body = ''): Promise<string> {
  const length = body ? `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` : ''
  const own = /^host:/im.test(head) ? '' : 'Host: site.test\r\n'
  return sendRaw(
    site.app,
    `${line} HTTP/1.1\r\n${own}Connection: close\r\nCookie: ${cookie}\r\n${head}${length}\r\n${body}`,
  )
}

describe('the address of an internal server', () => {
  it('is not contacted when it is in the request line', async () => {
    for (const address of [
      `http://${host}/v1/webSiteInfo`,
      `//${host}/v1/webSiteInfo`,
      `/@${host}/v1/webSiteInfo`,
      `/v1@${host}/webSiteInfo`,
      `/v1/webSiteInfo@${host}`,
      `/v1/extra/@${host}/`,
      `/file/img/@${host}/a.png`,
      `/file/img/http:%2f%2f${host}%2fa.png`,
      `/oauth/render/http:%2f%2f${host}%2f`,
      `/oauth/callback/@${host}?code=a&state=b`,
      `/http://${host}/`,
      `\\\\${host}\\`,
    ]) {
      await send(`GET ${address}`)
    }
    expect(site.upstream.seen.filter(({ url }) => url.includes(host) && !url.startsWith('/oauth/render/'))).toEqual([])
  })

  it('is not contacted when it is in the query, even where the query is forwarded upstream', async () => {
    for (const name of ['url', 'uri', 'src', 'next', 'callback', 'redirect', 'target', 'host', 'file']) {
      await send(`GET /v1/extra?${name}=http://${host}/`)
      await send(`GET /v1/webSiteInfo?${name}=http://${host}/`)
      await send(`GET /?${name}=http://${host}/`)
    }
  })

  it('is not contacted when it is in a header', async () => {
    for (const line of [
      `Host: ${host}`,
      `X-Forwarded-Host: ${host}`,
      `Forwarded: host=${host}`,
      `X-Original-URL: http://${host}/`,
      `Referer: http://${host}/`,
      `X-Forwarded-For: ${host}`,
      `Proxy: http://${host}`,
    ]) {
      await send('GET /', `${line}\r\n`)
      await send('GET /v1/user/info', `${line}\r\n`)
      await send('GET /file/img/a.png', `${line}\r\n`)
    }
  })

  it('is forwarded as text and not fetched when it is in a request body', async () => {
    const body = JSON.stringify({
      name: 'a',
      url: `http://${host}/`,
      avatar: `http://${host}/a.png`,
      info: 'b',
      email: 'a@b.test',
    })
    await send('POST /v1/link/', '', body)
    await send(
      'POST /v1/im/chat',
      '',
      JSON.stringify({ code: 1, toUserId: '2', content: `<img src="http://${host}/a.png">` }),
    )
    await send('POST /wechat?signature=a', '', `<xml><PicUrl>http://${host}/</PicUrl></xml>`)
  })
})

describe('a redirect of upstream', () => {
  it.each([301, 302, 303, 307, 308])('is not followed: %i', async (status) => {
    site.upstream.answer = () => ({ status, headers: { location: `http://${host}/` }, body: '' })
    const lines = [
      'GET /v1/user/info',
      'GET /v1/extra',
      'GET /file/img/a.png',
      'GET /oauth/render/qq',
      'GET /wechat?echostr=a',
    ]
    for (const line of lines) {
      const answer = await send(line)
      // Responses of PROXY_ALLOW pass unchanged, except for Location.
      expect([line, answer.includes(host)]).toEqual([line, false])
      expect(readStatuses(answer)).toHaveLength(1)
    }
  })
})

describe('a picture of a certificate', () => {
  it('is read from the upload folder only, whatever URL the certificate names', async () => {
    const upstream = createUpstreamClient({ origin: site.upstream.origin, prefix: '', timeoutMs: 1_000 })
    const read = createPictureReader(upstream)
    site.upstream.seen.length = 0
    const addresses = [
      `http://${host}/a.png`,
      `//${host}/a.png`,
      `/file/img/../../${host}/a.png`,
      `/file/img/@${host}/a.png`,
      `/file/img/a.png?x=http://${host}/`,
      `/file/img/%2e%2e/a.png`,
      `/file/img/a.png\r\nHost: ${host}`,
    ]
    expect(await read(addresses.map((url) => ({ url })))).toEqual(addresses.map(() => null))
    expect(site.upstream.seen.filter(({ url }) => !/^\/file\/img\/[\w.-]+$/.test(url))).toEqual([])
    await upstream.close()
  })
})
