import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSite, type TestSite } from '#testing/make-site.ts'
import { ok } from '#testing/stub-upstream.ts'

let site: TestSite
beforeAll(async () => {
  site = await makeSite()
  site.upstream.answer = () => ok({ name: '石衡' })
})
afterAll(() => site.close())

describe('the pages of staff', () => {
  it.each(['/manage', '/manage/', '/manage/security', '/manage/people/1f0c?view=all'])(
    'are one document at %s, which contains no data of the site',
    async (url) => {
      const cookie = await site.logIn()
      const reply = await site.app.inject({ url, headers: { cookie } })
      expect(reply.statusCode).toBe(200)
      expect(reply.payload).toBe((await site.app.inject('/manage')).payload)
      expect(reply.payload).not.toContain('石衡')
      expect(reply.headers['set-cookie']).toBeUndefined()
      expect(site.upstream.seen).toEqual([])
    },
  )

  it('are not cached, indexed or framed', async () => {
    const { headers } = await site.app.inject('/manage/audit')
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'content-type': 'text/html; charset=utf-8',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
    })
    expect(headers.etag).toBeUndefined()
    for (const file of ['/robots.txt', '/sitemap.xml']) {
      expect((await site.app.inject(file)).payload).not.toContain('/manage')
    }
  })

  it('run our own scripts only, set HTML through named policies only, and have no inline style', async () => {
    const policy = String((await site.app.inject('/manage')).headers['content-security-policy'])
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/]+=';/)
    expect(policy).toContain("style-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types shown parsed")
    expect(policy).not.toContain('unsafe')
  })

  it('may use passkeys, which other pages may not', async () => {
    const fetchPermissions = async (url: string) => String((await site.app.inject(url)).headers['permissions-policy'])
    const own = await fetchPermissions('/manage')
    expect(own).not.toContain('publickey-credentials')
    expect(own).toContain('geolocation=()')
    expect(await fetchPermissions('/')).toContain('publickey-credentials-create=(), publickey-credentials-get=()')
  })

  it('are compressed when the browser accepts it', async () => {
    const reply = await site.app.inject({ url: '/manage', headers: { 'accept-encoding': 'br' } })
    expect(reply.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(brotliDecompressSync(reply.rawPayload).toString()).toBe((await site.app.inject('/manage')).payload)
  })

  it('have separate scripts, which browsers cache', async () => {
    const reply = await site.app.inject('/assets/manage/entry-manage-5e6f.js')
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['cache-control']).toContain('immutable')
  })

  it.each(['/manage/old-script.js', '/manage/..%2fsecret', '/manage//x'])('do not answer %s', async (url) => {
    expect((await site.app.inject(url)).statusCode).toBe(404)
  })

  it('do not include addresses that only begin alike', async () => {
    const reply = await site.app.inject('/management')
    expect(reply.headers['x-robots-tag']).toBeUndefined()
  })
})
