import { afterEach, describe, expect, it } from 'vitest'
import { makeSite, type TestSite } from '#testing/make-site.ts'
import { ok } from '#testing/stub-upstream.ts'

let site: TestSite | undefined
afterEach(() => site?.close())

async function open(publicOrigin: string): Promise<TestSite> {
  site = await makeSite({ env: { PUBLIC_ORIGIN: publicOrigin } })
  site.upstream.answer = () => ok({ name: 'home' })
  return site
}

describe('a site at a loopback origin', () => {
  it.each([
    ['http://localhost:8080', '127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://localhost:8080', '[::1]:8080', 'http://[::1]:8080'],
    ['http://127.0.0.1:8080', 'LOCALHOST:8080', 'http://localhost:8080'],
    ['http://localhost', '127.0.0.1', 'http://127.0.0.1'],
    ['http://localhost:8080', '127.0.0.1:9090', 'http://localhost:8080'],
    ['http://localhost:8080', 'evil.test:8080', 'http://localhost:8080'],
    ['http://localhost:8080', 'localhost.evil.test:8080', 'http://localhost:8080'],
    ['https://www.example.cn', '127.0.0.1', 'https://www.example.cn'],
  ])('%s requested as %s uses the origin %s', async (publicOrigin, host, expected) => {
    const { app } = await open(publicOrigin)
    const page = await app.inject({ url: '/', headers: { host } })
    expect(page.body).toContain(`href="${expected}/"`)
    const robots = await app.inject({ url: '/robots.txt', headers: { host } })
    expect(robots.body).toContain(`Sitemap: ${expected}/sitemap.xml`)
  })

  it('accepts calls from its own origin under each loopback name, and from no other origin', async () => {
    const { app } = await open('http://localhost:8080')
    const requestStatus = async (host: string, origin: string) =>
      (await app.inject({ url: '/v1/webSiteInfo', headers: { host, origin } })).statusCode
    expect(await requestStatus('127.0.0.1:8080', 'http://127.0.0.1:8080')).toBe(200)
    expect(await requestStatus('localhost:8080', 'http://localhost:8080')).toBe(200)
    expect(await requestStatus('127.0.0.1:8080', 'http://localhost:8080')).toBe(403)
    expect(await requestStatus('127.0.0.1:8080', 'http://127.0.0.1:9090')).toBe(403)
    expect(await requestStatus('evil.test:8080', 'http://evil.test:8080')).toBe(403)
  })
})
