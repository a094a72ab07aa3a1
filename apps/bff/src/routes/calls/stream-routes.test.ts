import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeSite, type TestSite, TOKEN } from '#testing/make-site.ts'
import { failure, ok, startStubUpstream } from '#testing/stub-upstream.ts'

let site: TestSite
let cookie: string
beforeEach(async () => {
  site = await makeSite({ env: { PROXY_ALLOW: 'GET /v1/extra/report, POST /v1/extra/' } })
  cookie = await site.logIn()
})
afterEach(() => site.close())

const MULTIPART = { 'content-type': 'multipart/form-data; boundary=b' }
const BODY = '--b\r\ncontent-disposition: form-data; name="multipartFile"; filename="a.png"\r\n\r\nPNG\r\n--b--\r\n'

describe('uploads', () => {
  it('are streamed upstream with the token, and answered with an envelope', async () => {
    site.upstream.answer = () => ok('/file/img/0a.png')
    const reply = await upload(BODY)
    expect(reply.json()).toEqual({ code: 200, message: '成功', data: '/file/img/0a.png', extra: {} })
    const [seen] = site.upstream.seen
    expect([seen?.method, seen?.url, seen?.body]).toEqual(['POST', '/file/upload', BODY])
    expect(seen?.headers).toMatchObject({ authorization: TOKEN, ...MULTIPART })
    expect(seen?.headers.cookie).toBeUndefined()
  })

  it('require a login', async () => {
    expect(
      (await site.app.inject({ method: 'POST', url: '/file/upload', headers: MULTIPART, payload: BODY })).statusCode,
    ).toBe(401)
  })

  it('above 10 MB are refused before anything is sent', async () => {
    const reply = await upload('x'.repeat(10 * 1024 * 1024 + 70_000))
    expect(reply.statusCode).toBe(413)
    expect(site.upstream.seen).toEqual([])
  })

  it('that are not multipart are refused', async () => {
    const reply = await site.app.inject({ method: 'POST', url: '/file/upload', headers: { cookie }, payload: { a: 1 } })
    expect(reply.statusCode).toBe(400)
  })

  it('clear the cookie on 401', async () => {
    site.upstream.answer = () => failure(401, '当前会话已过期，请重新登录')
    expect(String((await upload(BODY)).headers['set-cookie'])).toMatch(/^session=;/)
  })

  it('are answered 502 when upstream is unreachable', async () => {
    await site.upstream.stop()
    const reply = await upload(BODY)
    expect([reply.statusCode, reply.json().code]).toEqual([502, 502])
    await site.upstream.start()
  })

  it('are sent to the certificate in their address, and to no other path', async () => {
    site.upstream.answer = () => ok({ file: 'a.jpg' })
    const send = (url: string) =>
      site.app.inject({ method: 'POST', url, headers: { ...MULTIPART, cookie }, payload: BODY })
    const path = '/v1/manage/certificates/SH20261103001285/pictures'
    expect((await send(path)).json().data).toEqual({ file: 'a.jpg' })
    expect(site.upstream.seen.map(({ url }) => url)).toEqual([path])
    for (const url of [`${path}/`, path.replace('SH', 'S%48'), path.replace('/SH20261103001285', '/a%2f..')]) {
      expect([url, (await send(url)).statusCode]).toEqual([url, 404])
    }
    expect(site.upstream.seen).toHaveLength(1)
  })

  it('are forwarded from no other path below /file', async () => {
    for (const [method, url] of [
      ['GET', '/file/list'],
      ['POST', '/file/delBatchFile'],
      ['POST', '/file/upload/'],
      ['POST', '/file/upload/more'],
      ['GET', '/file/upload'],
    ] as const) {
      expect([url, (await site.app.inject({ method, url, headers: { cookie } })).statusCode]).toEqual([url, 404])
    }
    expect(site.upstream.seen).toEqual([])
  })
})

describe('the download of a member’s own data', () => {
  const download = (headers: Record<string, string> = { cookie }) =>
    site.app.inject({ url: '/v1/user/export', headers })

  it('is fetched with the token, and sent as an uncached attachment', async () => {
    site.upstream.answer = () => ({
      headers: { 'content-type': 'application/zip', 'content-disposition': 'inline', 'cache-control': 'public' },
      body: 'PK',
    })
    const reply = await download()
    expect([reply.statusCode, reply.body]).toEqual([200, 'PK'])
    expect(reply.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="my-data.zip"',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    expect(site.upstream.seen[0]?.headers.authorization).toBe(TOKEN)
  })

  it('forwards a refusal as an envelope, and clears a session that has ended', async () => {
    site.upstream.answer = () => failure(500, '今天下载的次数已达上限，请明天再试')
    expect((await download()).json()).toMatchObject({ code: 500, message: '今天下载的次数已达上限，请明天再试' })
    site.upstream.answer = () => failure(401, '当前会话已过期，请重新登录')
    expect(String((await download()).headers['set-cookie'])).toMatch(/^session=;/)
  })

  it('answers 404 where upstream has no such call', async () => {
    site.upstream.answer = () => ({ status: 404, body: '<h1>Not Found</h1>' })
    expect((await download()).json()).toMatchObject({ code: 404 })
  })

  it('is refused for a visitor, for another site and for a navigation', async () => {
    expect((await download({})).statusCode).toBe(401)
    expect((await download({ cookie, 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    expect((await download({ cookie, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' })).statusCode).toBe(
      403,
    )
    const link = { cookie, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'empty' }
    expect((await download({ ...link, 'sec-fetch-site': 'none' })).statusCode).toBe(403)
    expect((await download({ ...link, 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    expect(site.upstream.seen).toEqual([])
  })
})

const RAW_RECORD = {
  version: 1,
  fileName: 'a.csv',
  kind: 'text',
  bytes: 3,
  sha256: '0'.repeat(64),
  instrument: '电子天平',
  byName: '周检',
  time: '2026-11-20 10:00:00',
  isApproved: false,
}
describe('raw records of a certificate', () => {
  const path = '/v1/manage/certificates/SH20261103001285/records'
  const id = 'a'.repeat(32)
  const type = 'application/octet-stream'

  it('are uploaded with the instrument, and no other member of the query', async () => {
    site.upstream.answer = () => ok({ ...RAW_RECORD, id })
    const url = `${path}?instrument=${encodeURIComponent('电子天平')}`
    const reply = await site.app.inject({
      method: 'POST',
      url: `${url}&token=x`,
      headers: { ...MULTIPART, cookie },
      payload: BODY,
    })
    expect(reply.json().data).toEqual({ ...RAW_RECORD, id })
    expect(site.upstream.seen.map((request) => request.url)).toEqual([url])
  })

  it('are downloaded as files that no browser runs, under the name that the page gives them', async () => {
    const html = '<script>alert(1)</script>'
    site.upstream.answer = () => ({
      headers: { 'content-type': type, 'content-disposition': 'inline', 'cache-control': 'public' },
      body: html,
    })
    const reply = await site.app.inject({ url: `${path}/${id}`, headers: { cookie } })
    expect([reply.statusCode, reply.body]).toEqual([200, html])
    expect(reply.headers).toMatchObject({
      'content-type': type,
      'content-disposition': 'attachment',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
  })

  it('reach no visitor, and nothing beyond their folder', async () => {
    expect((await site.app.inject({ url: `${path}/${id}` })).statusCode).toBe(401)
    for (const url of [`${path}/..%2f..`, `${path}/${id}/`, `${path}//${id}`]) {
      expect([url, (await site.app.inject({ url, headers: { cookie } })).statusCode]).toEqual([url, 404])
    }
    expect(site.upstream.seen).toEqual([])
    site.upstream.answer = () => failure(500, '没有这个原始记录，可能已移除')
    const reply = await site.app.inject({ url: `${path}/${id}`, headers: { cookie } })
    expect(reply.json()).toMatchObject({ code: 500, message: '没有这个原始记录，可能已移除' })
  })
})

it('lets a link of our own pages save a workbook, with its filters', async () => {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  site.upstream.answer = () => ({ headers: { 'content-type': type }, body: 'PK' })
  const link = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'empty' }
  const url = '/v1/manage/certificates/exportXlsx?category=jade'
  const reply = await site.app.inject({ url: `${url}&token=x`, headers: { cookie, ...link } })
  expect([reply.statusCode, reply.body, reply.headers['content-type']]).toEqual([200, 'PK', type])
  expect(reply.headers['content-disposition']).toBe('attachment; filename="certificates.xlsx"')
  expect(site.upstream.seen.map((request) => request.url)).toEqual([url])
})

describe('pictures in reports', () => {
  const NAME = `${'a'.repeat(32)}.webp`
  const show = (headers: Record<string, string> = { cookie }, name = NAME) =>
    site.app.inject({
      url: `/v1/review/reportPicture/${name}`,
      headers: { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image', ...headers },
    })

  it('may be uploaded by visitors, from our own pages only', async () => {
    site.upstream.answer = () => ok(NAME)
    const send = (headers: Record<string, string>) =>
      site.app.inject({
        method: 'POST',
        url: '/v1/certificate/report/picture',
        headers: { ...MULTIPART, ...headers },
        payload: BODY,
      })
    expect((await send({ 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    expect((await send({ origin: 'https://evil.example' })).statusCode).toBe(403)
    expect(site.upstream.seen).toEqual([])
    expect((await send({ 'sec-fetch-site': 'same-origin' })).json()).toMatchObject({ code: 200, data: NAME })
    expect(site.upstream.seen[0]?.body).toBe(BODY)
  })

  it('are fetched with the token, and sent uncached', async () => {
    site.upstream.answer = () => ({
      headers: { 'content-type': 'image/webp', 'cache-control': 'public' },
      body: 'RIFF',
    })
    const reply = await show()
    expect([reply.statusCode, reply.body]).toEqual([200, 'RIFF'])
    expect(reply.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-disposition': 'attachment',
      'content-security-policy': expect.stringContaining('sandbox'),
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    expect(site.upstream.seen[0]).toMatchObject({ url: `/v1/review/reportPicture/${NAME}` })
    expect(site.upstream.seen[0]?.headers.authorization).toBe(TOKEN)
  })

  it('forward a refusal as an envelope, and no other content than a bitmap picture', async () => {
    site.upstream.answer = () => failure(-7, '权限不足')
    expect((await show()).json()).toMatchObject({ code: -7 })
    site.upstream.answer = () => ({ headers: { 'content-type': 'text/html' }, body: '<script>alert(1)</script>' })
    expect((await show()).body).not.toContain('<script>')
    site.upstream.answer = () => ({ headers: { 'content-type': 'image/svg+xml' }, body: '<svg/>' })
    expect((await show()).body).not.toContain('<svg')
  })

  it('are refused for visitors, other sites, navigations and invalid names', async () => {
    expect((await show({})).statusCode).toBe(401)
    expect((await show({ cookie, 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    expect((await show({ cookie, 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' })).statusCode).toBe(403)
    expect((await show({ cookie }, '..%2f..%2fupstream.key')).statusCode).toBe(404)
    expect(site.upstream.seen).toEqual([])
  })
})

describe('pictures in answers', () => {
  const NAME = `${'a'.repeat(32)}.webp`
  const PASS = `1763600000000.${'A'.repeat(43)}`
  const show = (search: string, headers: Record<string, string> = {}) =>
    site.app.inject({
      url: `/v1/feedback/conversation/picture/${NAME}${search}`,
      headers: { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image', ...headers },
    })

  it('are shown to visitors with the pass alone, uncached, and in our own pages only', async () => {
    site.upstream.answer = () => ({ headers: { 'content-type': 'image/webp' }, body: 'RIFF' })
    const reply = await show(`?pass=${PASS}&key=secret`)
    expect([reply.statusCode, reply.body, reply.headers['cache-control']]).toEqual([200, 'RIFF', 'no-store'])
    expect(site.upstream.seen.map(({ url }) => url)).toEqual([`/v1/feedback/conversation/picture/${NAME}?pass=${PASS}`])
    expect((await show(`?pass=${PASS}`, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    const opened = { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' }
    expect((await show(`?pass=${PASS}`, opened)).statusCode).toBe(403)
    expect(site.upstream.seen).toHaveLength(1)
  })
})

describe('files', () => {
  it('are cached for good and never rendered as a page', async () => {
    site.upstream.answer = () => ({
      headers: { 'content-type': 'image/svg+xml', 'set-cookie': 'a=b', server: 'x' },
      body: '<svg/>',
    })
    const reply = await site.app.inject({
      url: '/file/img/fig-a.svg?x=1',
      headers: { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' },
    })
    expect(reply.payload).toBe('<svg/>')
    expect(reply.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': 'attachment',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    expect([reply.headers['set-cookie'], reply.headers.server]).toEqual([undefined, undefined])
    expect(site.upstream.seen[0]?.url).toBe('/file/img/fig-a.svg')
    expect(site.upstream.seen[0]?.headers.authorization).toBeUndefined()
  })

  it('are kept by no cache when upstream sends the whole picture for a width', async () => {
    const headers = { 'content-type': 'image/webp', 'cache-control': 'no-store' }
    site.upstream.answer = () => ({ headers, body: 'RIFF' })
    for (const url of [`/file/img/${'0a'.repeat(16)}-480.webp`, `/file/img/m/${'0a'.repeat(16)}/a-480.webp`]) {
      expect((await site.app.inject(url)).headers['cache-control']).toBe('no-store')
    }
  })

  it.each(['/file/img/a.html', '/file/img/..%2f..%2fv1', '/file/img/a.svg/b', '/file/img/.svg', '/file/img/a%2esvg'])(
    'answer 404 for an invalid name: %s',
    async (url) => {
      expect((await site.app.inject(url)).statusCode).toBe(404)
      expect(site.upstream.seen).toEqual([])
    },
  )

  it('have no rate limit when they are requested one after another', async () => {
    site.upstream.answer = () => ({ headers: { 'content-type': 'image/png' }, body: Buffer.from('PNG') })
    for (let asked = 0; asked < 300; asked += 1) {
      expect((await site.app.inject('/file/img/a.png')).statusCode).toBe(200)
    }
  })

  it('answer 404 when upstream sends something other than a picture', async () => {
    site.upstream.answer = () => ({ body: '<html><script>1</script></html>' })
    const reply = await site.app.inject('/file/img/a.png')
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8'])
  })

  it.each([500, 502, 503, 504, 429])(
    'are neither absent nor kept by a cache when upstream answers %i',
    async (status) => {
      site.upstream.answer = () => ({ status, headers: { 'cache-control': 'public, max-age=60' }, body: 'fault' })
      for (const url of ['/file/img/a.png', `/file/img/m/${'0a'.repeat(16)}/a.webp`]) {
        const { statusCode, body, headers } = await site.app.inject(url)
        expect([statusCode, body, headers['cache-control']]).toEqual([
          502,
          '这个文件暂时取不到，请稍后再试',
          'no-store',
        ])
      }
    },
  )
})

describe('files of the library', () => {
  const id = '0a'.repeat(16)
  const PDF = {
    'content-type': 'application/pdf',
    etag: '"a"',
    'cache-control': 'public, immutable',
    'set-cookie': 'a=b',
  }
  const NAMED = `attachment; filename="a.pdf"; filename*=UTF-8''%E8%A1%A8.pdf`
  const get = (url: string, headers = {}) => site.app.inject({ url, headers })

  it('are asked for again after ten minutes, and a PDF is saved under its name', async () => {
    site.upstream.answer = () => ({ headers: { ...PDF, 'content-disposition': NAMED }, body: '%PDF-' })
    const { headers, statusCode } = await get(`/file/doc/m/${id}/a.pdf`, { range: 'bytes=0-4', 'if-range': '"a"' })
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': NAMED,
      'cache-control': 'public, max-age=600',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
      etag: '"a"',
    })
    expect(headers['set-cookie']).toBeUndefined()
    expect(site.upstream.seen[0]?.headers).toMatchObject({ range: 'bytes=0-4', 'if-range': '"a"' })
    expect(site.upstream.seen[0]?.headers.authorization).toBeUndefined()
    site.upstream.answer = () => ({ headers: { ...PDF, 'content-disposition': 'inline; filename="a.html"' }, body: '' })
    expect((await get(`/file/doc/m/${id}/a.pdf`)).headers['content-disposition']).toBe('attachment')
    site.upstream.answer = () => ({ headers: { ...PDF, 'x-robots-tag': 'all' }, body: '' })
    expect((await get(`/file/doc/m/${id}/a.pdf`)).headers['x-robots-tag']).toBe('all')
    site.upstream.answer = () => ({ headers: { ...PDF, 'x-robots-tag': 'unavailable_after: 2020-01-01' }, body: '' })
    expect((await get(`/file/doc/m/${id}/a.pdf`)).headers['x-robots-tag']).toBe('noindex')
  })

  it('show as pictures, and answer 410 after their deletion', async () => {
    site.upstream.answer = () => ({ headers: { 'content-type': 'image/webp' }, body: 'RIFF' })
    const { headers } = await get(`/file/img/m/${id}/a.webp`)
    expect(headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'public, max-age=600' })
    expect(headers['x-robots-tag']).toBeUndefined()
    site.upstream.answer = () => ({ status: 410, body: '' })
    const gone = await get(`/file/img/m/${id}/a.webp`)
    expect([gone.statusCode, gone.body, gone.headers['cache-control']]).toEqual([410, '这个文件已删除', 'no-store'])
  })

  it('let nginx replace a kept picture only when it is gone, not when it cannot be read', async () => {
    const replaces = async (status: number, path: string) => {
      site.upstream.answer = () => ({ status, body: '' })
      const names = Object.keys((await get(path)).headers)
      const at = names.indexOf('x-accel-expires')
      return at >= 0 && at < names.indexOf('cache-control')
    }
    for (const path of [`/file/img/m/${id}/a.webp`, '/file/img/a.webp']) {
      expect([await replaces(404, path), await replaces(410, path)]).toEqual([true, true])
      expect([await replaces(500, path), await replaces(502, path), await replaces(429, path)]).toEqual([
        false,
        false,
        false,
      ])
    }
  })

  it('have no other type and no other address', async () => {
    for (const [path, type] of [
      [`/file/img/m/${id}/a.webp`, 'application/pdf'],
      [`/file/img/m/${id}/a.webp`, 'image/svg+xml'],
      [`/file/doc/m/${id}/a.pdf`, 'text/html'],
      [`/file/doc/m/${id}/a.pdf`, 'image/png'],
    ] as const) {
      site.upstream.answer = () => ({ headers: { 'content-type': type }, body: '<script>' })
      expect([type, (await get(path)).statusCode]).toEqual([type, 404])
    }
    const { length } = site.upstream.seen
    for (const path of [
      `${id}/a.html`,
      `${id}/..%2fa.pdf`,
      `${id.toUpperCase()}/a.pdf`,
      `../a.pdf`,
      `${id}/a.pdf/`,
      id,
    ]) {
      expect([path, (await get(`/file/doc/m/${path}`)).statusCode]).toEqual([path, 404])
    }
    expect(site.upstream.seen).toHaveLength(length)
  })
})

describe('PROXY_ALLOW', () => {
  it('forwards exactly the listed calls', async () => {
    site.upstream.answer = () => ({
      headers: { 'content-type': 'application/json', 'set-cookie': 'a=b' },
      body: '{"any":1}',
    })
    const reply = await site.app.inject({ url: '/v1/extra/report?a=1', headers: { cookie } })
    expect(reply.json()).toEqual({ any: 1 })
    expect(reply.headers['set-cookie']).toBeUndefined()
    expect(site.upstream.seen[0]?.url).toBe('/v1/extra/report?a=1')
    expect(site.upstream.seen[0]?.headers.authorization).toBe(TOKEN)
    const posted = await site.app.inject({ method: 'POST', url: '/v1/extra/', headers: { cookie }, payload: { a: 1 } })
    expect(posted.statusCode).toBe(200)
    expect(site.upstream.seen[1]?.body).toBe('{"a":1}')
    for (const url of ['/v1/extra/report/', '/v1/extra', '/v1/extra/report/more', '/v1/extra/%72eport']) {
      expect([url, (await site.app.inject({ url, headers: { cookie } })).statusCode]).toEqual([url, 404])
    }
    expect(site.upstream.seen).toHaveLength(2)
  })
})

describe('a PROXY_ALLOW entry that conflicts with a route of the site', () => {
  it.each(['GET /v1/tag/', 'POST /file/upload', 'GET /robots.txt', 'GET /v1/x, GET /v1/x'])(
    'stops the start with a line that names the entry: %s',
    async (value) => {
      await expect(makeSite({ env: { PROXY_ALLOW: value } })).rejects.toThrow(/^PROXY_ALLOW is "\w+ \S+": accepted is /)
    },
  )
})

describe('an upstream with a self-signed certificate', () => {
  it('receives no request, neither by JSON call nor by stream, unless its CA is trusted', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'tls-'))
    const [keyFile, certFile] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
    const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2', '-nodes']
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-keyout', keyFile, '-out', certFile, ...subject], {
      stdio: 'ignore',
    })
    const [key, cert] = [readFileSync(keyFile, 'utf8'), readFileSync(certFile, 'utf8')]

    const upstream = await startStubUpstream({ key, cert })
    const wary = await makeSite({ upstream })
    expect((await wary.app.inject('/v1/tag/')).statusCode).toBe(502)
    expect((await wary.app.inject('/file/img/a.png')).statusCode).toBe(502)
    expect(upstream.seen).toEqual([])

    const trusting = await makeSite({ upstream, upstreamCa: cert })
    upstream.answer = () => ok([])
    expect((await trusting.app.inject('/v1/tag/')).statusCode).toBe(200)
    upstream.answer = () => ({ headers: { 'content-type': 'image/png' }, body: Buffer.from('png') })
    expect((await trusting.app.inject('/file/img/a.png')).statusCode).toBe(200)
    await trusting.app.close()
    await wary.close()
  })
})

function upload(payload: string) {
  return site.app.inject({ method: 'POST', url: '/file/upload', headers: { ...MULTIPART, cookie }, payload })
}
