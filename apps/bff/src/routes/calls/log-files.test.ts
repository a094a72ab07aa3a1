import { afterEach, beforeEach, expect, it } from 'vitest'
import { CLIENT_BUDGETS } from '#config/limits.ts'
import { makeSite, type TestSite } from '#testing/make-site.ts'
import { failure, ok } from '#testing/stub-upstream.ts'

let site: TestSite
beforeEach(async () => {
  site = await makeSite({ env: { UPSTREAM_PREFIX: '/api' } })
})
afterEach(() => site.close())

const get = async (url: string) => {
  const { statusCode, headers, body } = await site.app.inject({ url, headers: { 'accept-encoding': 'gzip' } })
  return { status: statusCode, type: headers['content-type'], cache: headers['cache-control'], headers, body }
}
const TILE = { 'content-type': 'application/octet-stream', 'cache-control': 'public, max-age=31536000, immutable' }
const NOTE = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=2' }

it('forwards checkpoint, key and tiles with their type and lifetime', async () => {
  for (const path of ['/log/checkpoint', '/log/key']) {
    site.upstream.answer = () => ({ headers: { ...NOTE, 'set-cookie': 'a=b', etag: '"1"' }, body: 'lab.example/log\n' })
    const { status, type, cache, headers, body } = await get(path)
    expect([status, type, cache, body]).toEqual([200, NOTE['content-type'], NOTE['cache-control'], 'lab.example/log\n'])
    expect([headers['set-cookie'], headers.etag, headers['content-encoding']]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  }
  site.upstream.answer = () => ({ headers: TILE, body: 'hashes' })
  const tiles = ['0/000', '0/000.p/7', '1/x001/234', 'entries/x001/x234/067', 'entries/x001/x234/067.p/255']
  for (const tile of tiles) {
    expect(await get(`/log/tile/${tile}`)).toMatchObject({ status: 200, cache: TILE['cache-control'], body: 'hashes' })
  }
  const paths = ['checkpoint', 'key', ...tiles.map((tile) => `tile/${tile}`)].map((path) => `/api/log/${path}`)
  expect(site.upstream.seen.map(({ url }) => url)).toEqual(paths)
})

it('answers 404 for other paths below /log, without a page and without calling upstream', async () => {
  const others = [
    '',
    'tile',
    'tile/',
    'tile/0',
    'tile/0/0',
    'tile/0/000.p/256',
    'tile/0/000/',
    'tile/0/x000/000',
    'tile/0/%3000',
  ]
  for (const path of [...others, 'checkpoint/', 'keys', 'tile/0/x001/x001/x001/x001/001']) {
    const { status, type } = await get(`/log/${path}`)
    expect([path, status, String(type)]).toEqual([path, 404, expect.stringContaining('application/json')])
  }
  expect(site.upstream.seen).toEqual([])
})

it('never caches that a tile is missing, and never sends a page in its place', async () => {
  for (const answer of [
    { status: 404, headers: { 'content-type': 'application/json', 'cache-control': 'public, max-age=60' }, body: '{}' },
    { headers: { 'content-type': 'text/html', 'cache-control': 'public, max-age=60' }, body: '<h1>Log</h1>' },
    failure(404, '没有'),
    ok(null),
  ]) {
    site.upstream.answer = () => answer
    expect(await get('/log/tile/0/000')).toMatchObject({
      status: 404,
      cache: 'no-store',
      type: 'text/plain; charset=utf-8',
      body: '公开日志中没有这个文件',
    })
  }
  for (const [status, answered] of [
    [429, 502],
    [500, 502],
    [503, 503],
  ] as const) {
    site.upstream.answer = () => ({ status, body: 'x' })
    expect(await get('/log/tile/0/000')).toMatchObject({
      status: answered,
      cache: 'no-store',
      body: '暂时无法读取公开日志',
    })
  }
})

it('lets a client fetch all files of a million entries in a minute', () => {
  expect(CLIENT_BUDGETS.logFiles.limit).toBeGreaterThan(2 * 3_907 + 17)
})
