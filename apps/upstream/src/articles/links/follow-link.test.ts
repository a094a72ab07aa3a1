import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { PUBLIC_IP, startLinkSites } from '#testing/link-sites.ts'
import { followLink } from './follow-link.ts'

let sites: Awaited<ReturnType<typeof startLinkSites>>
beforeAll(async () => {
  sites = await startLinkSites((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://any')
    const to = searchParams.get('to')
    if (to !== null) return void response.writeHead(302, { location: to }).end()
    if (/get|endless/.test(pathname) && request.method === 'HEAD') return void response.writeHead(405).end()
    if (pathname === '/silent') return
    if (pathname === '/endless') {
      response.writeHead(200)
      const timer = setInterval(() => response.write('x'.repeat(1000)), 1)
      return void response.on('close', () => clearInterval(timer))
    }
    response.writeHead(Number(pathname.slice(1)) || 200).end()
  })
  sites.names.set('inside.example', ['10.0.0.5'])
  sites.names.set('half.example', [PUBLIC_IP, '127.0.0.1'])
})
beforeEach(() => void sites.seen.splice(0))
afterAll(() => sites.close())

const follow = (address: string, signal = new AbortController().signal) =>
  followLink(address, { agent: 'check', network: sites.network, signal })

it.each([
  ['http://a.example/', null],
  ['http://a.example/only-get', null],
  ['http://a.example/endless', null],
  ['http://a.example/?to=/later', null],
  ['http://a.example/404', '404'],
  ['http://a.example/500', '500'],
  ['http://a.example/?to=http://b.example/410', '410'],
  // The page requires a login or refuses programs: readers may be able to open it.
  ['http://a.example/403', null],
  ['http://a.example/429', null],
  ['http://unknown.invalid/', 'name'],
  ['https://a.example/', 'connection'],
])('%s: %s', async (address, problem) => {
  expect((await follow(address)).problem).toBe(problem)
})

it.each([
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://[::1]/',
  'http://[::ffff:10.0.0.1]/',
  'http://inside.example/',
  'http://half.example/',
  'http://a.example:25/',
])('connects to no private network or other service: %s', async (address) => {
  expect(await follow(address)).toEqual({ problem: 'private', isAnswered: false })
  expect(sites.seen).toEqual([])
})

it.each(['http://inside.example/secret', 'http://169.254.169.254/latest', 'file:///etc/passwd', 'gopher://a.example/'])(
  'follows no redirect to %s',
  async (to) => {
    expect((await follow(`http://a.example/?to=${encodeURIComponent(to)}`)).problem).toBe('private')
    expect(sites.seen).toHaveLength(1)
  },
)

it('gives up a chain of redirects, and a server that does not answer', async () => {
  const endless = await follow('http://a.example/?to=%3Fto%3D%253Fto%253D%25253Fto%25253D%2525253Fto%2525253D%2525253F')
  expect(endless.problem).toBe(null)
  const loop = `http://a.example/?to=${encodeURIComponent('http://a.example/loop?to=http://a.example/loop')}`
  expect((await follow(loop)).problem).toBe(null)
  const given = new AbortController()
  const silent = follow('http://a.example/silent', given.signal)
  await expect.poll(() => sites.seen.includes('HEAD a.example/silent')).toBe(true)
  given.abort()
  expect((await silent).problem).toBe('timeout')
})
