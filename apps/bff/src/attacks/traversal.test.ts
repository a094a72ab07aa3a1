import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeSite, type TestSite } from '#testing/make-site.ts'
import { readStatuses, sendRaw } from '#testing/raw-socket.ts'
import { ok } from '#testing/stub-upstream.ts'

const SECRET = 'nobody may read this'
let site: TestSite
beforeAll(async () => {
  site = await makeSite({ env: { UPSTREAM_PREFIX: '/api' } })
  // The file is next to the served folder, where the keys are stored too.
  writeFileSync(path.join(site.dataDir, 'secret.txt'), SECRET)
  site.upstream.answer = ({ url }) =>
    url === '/api/v1/webSiteInfo' ? ok({ name: '石衡' }) : { headers: { 'content-type': 'image/png' }, body: 'a' }
  await site.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => site.close())
beforeEach(() => {
  site.upstream.seen.length = 0
})

/** Ways to write «one folder up», plain, encoded, encoded twice, with other slashes, overlong, with a parameter. */
const UP = [
  '../',
  '%2e%2e/',
  '..%2f',
  '%2e%2e%2f',
  '..%252f',
  '%252e%252e%252f',
  '..\\',
  '..%5c',
  '..;/',
  '..%c0%af',
  '.%00./',
]
const DESK = '/v1/manage/certificates'
const FOLDERS = ['/', '/assets/', '/file/img/', '/v1/article/', '/.well-known/', '/oauth/render/']

const get = (address: string) =>
  sendRaw(site.app, `GET ${address} HTTP/1.1\r\nHost: site.test\r\nConnection: close\r\n\r\n`)

describe('a path that leaves its folder', () => {
  it.each(FOLDERS)('opens no file and reaches no other upstream path: %s', async (folder) => {
    for (const up of UP) {
      for (const target of ['secret.txt', 'v1/admin', 'etc/passwd']) {
        const answer = await get(folder + up.repeat(4) + target)
        expect([up, target, readStatuses(answer)[0]]).toEqual([up, target, expect.toSatisfy((status) => status >= 400)])
        expect(answer).not.toContain(SECRET)
        // A missing page makes its own calls only, without any part of the URL.
        const foreign = site.upstream.seen.filter(({ url }) => url !== '/api/v1/webSiteInfo')
        expect([up, target, foreign]).toEqual([up, target, []])
      }
    }
  })

  it.each(['//evil.test/', '///', '/\\evil.test', '/./', '/assets/../assets/entry-1a2b3c4d.js', '/v1//webSiteInfo'])(
    'is neither a page nor an asset in another spelling: %s',
    async (address) => {
      expect(readStatuses(await get(address))).toEqual([404])
    },
  )

  it.each(['/V1/webSiteInfo', '/v1/webSiteInfo/', '/v1/webSiteInfo;a=b', '/v1/webSiteInfo%00', '/v1/%77ebSiteInfo'])(
    'is not a call in another spelling: %s',
    async (address) => {
      expect(readStatuses(await get(address))).toEqual([404])
      expect(site.upstream.seen).toEqual([])
    },
  )
})

it.each(['..%2Fx', '..%5Cx', '..', 'a%2F..%2Fb'])(
  'is no value in the address of a streamed call: %s',
  async (value) => {
    for (const address of [`${DESK}/${value}/dossier`, `${DESK}/SH20261103001285/records/${value}`])
      expect([address, readStatuses(await get(address))]).toEqual([address, [404]])
  },
)

describe('a file request', () => {
  it.each(['a.png?../../x', 'a.png#/../x'])(
    'passes only the plain file name upstream, without query and fragment: %s',
    async (name) => {
      await get(`/file/img/${name}`)
      expect(site.upstream.seen.every(({ url }) => url === '/api/file/img/a.png')).toBe(true)
    },
  )

  it.each(['.env', '.git/config', 'package.json', 'server/entry-server.js', '.vite/manifest.json', 'assets/'])(
    'is answered with 404 for build files that browsers do not need: %s',
    async (name) => {
      const answer = await get(`/${name}`)
      expect(readStatuses(answer)).toEqual([404])
    },
  )
})
