import { ownCallHeaders } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPictureReader } from '#certificates/pdf/picture-reader.ts'
import { readUpstreamPaths } from '#config/upstream-paths.ts'
import { makeSite, type TestSite } from '#testing/make-site.ts'
import { ok } from '#testing/stub-upstream.ts'
import { createUpstreamAddress } from './upstream-address.ts'
import { createUpstreamClient } from './upstream-client.ts'

const PATHS = [
  'GET /v1/article/info=/v1/article/info/{id}',
  'POST /file/upload=/system/file/upload',
  'GET /file/img/{name}=/img/{name}',
  'GET /oauth/render/{source}=/auth/{source}/render',
  'GET /v1/webSiteInfo=/v1/web/site',
].join(', ')
const MULTIPART = { 'content-type': 'multipart/form-data; boundary=b' }
const BODY = '--b\r\ncontent-disposition: form-data; name="multipartFile"; filename="a.png"\r\n\r\nPNG\r\n--b--\r\n'

let site: TestSite
let cookie: string
beforeAll(async () => {
  site = await makeSite({ env: { UPSTREAM_PREFIX: '/api', UPSTREAM_PATHS: PATHS } })
  cookie = await site.logIn()
})
afterAll(() => site.close())
beforeEach(() => {
  site.upstream.seen.length = 0
  site.upstream.answer = () => ok(null)
})

const listPaths = () => site.upstream.seen.map(({ method, url }) => `${method} ${url}`)

async function upload(data: unknown) {
  site.upstream.answer = () => ok(data)
  const headers = { ...MULTIPART, cookie }
  return (await site.app.inject({ method: 'POST', url: '/file/upload', headers, payload: BODY })).json()
}

describe('the BFF with UPSTREAM_PATHS', () => {
  it('calls upstream by its own paths, with parameters of the path and of the query', async () => {
    site.upstream.answer = () => ok({ id: 88, title: '和田玉' })
    const article = await site.app.inject({ url: '/v1/article/info?id=88' })
    expect(article.json().data).toEqual({ id: 88, title: '和田玉' })
    await site.app.inject({ url: '/oauth/render/github', headers: ownCallHeaders })
    await site.app.inject({ url: '/v1/tag/' })
    expect(listPaths()).toEqual(['GET /api/v1/article/info/88', 'GET /api/auth/github/render', 'GET /api/v1/tag/'])
  })

  it('accepts the paths of the contract only from browsers', async () => {
    for (const [method, url] of [
      ['GET', '/v1/article/info/88'],
      ['POST', '/system/file/upload'],
      ['GET', '/img/a.png'],
    ] as const) {
      const reply = await site.app.inject({ method, url, headers: { cookie } })
      expect([url, reply.statusCode]).toEqual([url, 404])
    }
    expect(listPaths()).toEqual([])
  })

  it('serves the pictures of the folder that the path names, also to a PDF', async () => {
    site.upstream.answer = () => ({
      headers: { 'content-type': 'image/png' },
      body: Buffer.from('89504e470d0a1a0a', 'hex'),
    })
    expect((await site.app.inject({ url: '/file/img/0a.png' })).statusCode).toBe(200)
    const paths = readUpstreamPaths(PATHS)
    const upstream = createUpstreamClient({ origin: site.upstream.origin, prefix: '/api', paths, timeoutMs: 1_000 })
    const [picture] = await createPictureReader(upstream)([{ url: '/file/img/1b.png' }])
    expect(picture).not.toBeNull()
    expect(listPaths()).toEqual(['GET /api/img/0a.png', 'GET /api/img/1b.png'])
    await upstream.close()
  })

  it('probes upstream by its own path', async () => {
    await site.app.inject({ url: '/readyz' })
    expect(listPaths()).toContain('GET /api/v1/web/site')
  })

  it('answers an upload with an address that this site serves', async () => {
    const { origin } = site.upstream
    for (const [data, address] of [
      [{ url: '/api/img/0a.png', path: '2025/0a.png' }, '/file/img/0a.png'],
      [{ url: `${origin}/api/img/0a.mp4` }, '/file/img/0a.mp4'],
      [`${origin}/api/img/0a.png`, '/file/img/0a.png'],
      ['/file/img/0a.png', '/file/img/0a.png'],
      [{ url: 'https://img.example.cn/2025/0a.png' }, 'https://img.example.cn/2025/0a.png'],
      [{ url: '/profile/0a.png' }, `${origin}/profile/0a.png`],
    ]) {
      expect(await upload(data)).toEqual({ code: 200, message: '成功', data: address, extra: {} })
    }
    expect(new Set(listPaths())).toEqual(new Set(['POST /api/system/file/upload']))
  })

  it('answers 502 when an upload has no address', async () => {
    for (const data of [null, {}, { url: 7 }, { path: '2025/0a.png' }, { url: '' }]) {
      expect([data, (await upload(data)).code]).toEqual([data, 502])
    }
  })
})

describe('the address of a call', () => {
  it('keeps the rest of the query, and the path of the contract when a segment would be empty or dots', () => {
    const paths = readUpstreamPaths(
      'GET /v1/user/selectUserInfoByToken=/v1/user/token,GET /v1/im/read=/v1/im/{userId}/read',
    )
    const { getPath } = createUpstreamAddress({ origin: 'http://up.test', prefix: '', paths })
    expect(getPath('GET', '/v1/user/selectUserInfoByToken?token=a%26b')).toBe('/v1/user/token?token=a%26b')
    expect(getPath('GET', '/v1/im/read?userId=a%2Fb&x=1')).toBe('/v1/im/a%2Fb/read?x=1')
    expect(getPath('POST', '/v1/im/read?userId=1')).toBe('/v1/im/read?userId=1')
    for (const id of ['', '..', '%2e%2E', '.']) {
      expect(getPath('GET', `/v1/im/read?userId=${id}`)).toBe(`/v1/im/read?userId=${id}`)
    }
  })
})

describe('UPSTREAM_PATHS', () => {
  it.each([
    ['GET /v1/nothing=/v1/a', 'a call of the contract'],
    ['/v1/article/info=/v1/article/info/{id}', 'a call of the contract'],
    ['GET /v1/article/info', 'a path such as'],
    ['GET /v1/article/info=/v1/../info/{id}', 'a path such as'],
    ['GET /v1/article/info=//evil.test/{id}', 'a path such as'],
    ['GET /v1/article/info=/v1/info?id={id}', 'a path such as'],
    ['GET /v1/article/info=/v1/a=b', 'a path such as'],
    ['GET /v1/article/info=/v1/info/{articleId}', 'a path with no parameters but {id} of the call'],
    ['GET /v1/article/info=/v1/{id}/{id}', 'a path with no parameters but {id} of the call'],
    ['GET /oauth/render/{source}=/oauth/render', 'a path with the parameters {source} of the call'],
    ['GET /v1/tag/=/v1/tag/{id}', 'a path with no parameters'],
    ['GET /v1/article/=/v1/articles/{categoryId}', 'a path with no parameters'],
    ['GET /v1/tag/=/v1/tags, GET /v1/tag/=/v1/labels', 'each call once'],
  ])('refuses %s', (text, accepted) => {
    expect(() => readUpstreamPaths(text)).toThrow(accepted)
  })
})
