import { DAY_MS } from '@portal/contract/constants.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createDailyCounts } from '#platform/figures/daily-counts.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'
import { listMissing } from './address-hits.ts'

type Hit = [path: string, times: number]

describeDatabases('counts by address', (make) => {
  let upstream: TestUpstream
  let editor: Member
  let nowMs: number
  beforeEach(async () => {
    nowMs = Date.parse('2026-11-20T02:00:00Z')
    upstream = await makeUpstreamOn(make, { now: () => nowMs })
    editor = await join(upstream, '沈砚秋', 'editor')
  })
  afterEach(() => upstream.close())

  const toHits = (hits: readonly Hit[]) => hits.map(([path, times]) => ({ path, times }))
  const report = async (missing: readonly Hit[], moved: readonly Hit[] = []) => {
    const payload = { missing: toHits(missing), moved: toHits(moved) }
    return (await upstream.app.inject({ method: 'POST', url: '/v1/site/addressHits', payload })).json().code
  }
  const list = async () =>
    (await editor.ask('GET /v1/manage/redirects/missing')).data.map(({ path, times }: Record<string, unknown>) => [
      path,
      times,
    ])
  const sweep = () =>
    createDailyCounts({ db: upstream.db, now: () => nowMs, flushMs: 1, onError: () => undefined }).sweep()
  const countRows = async () =>
    (await upstream.db.selectFrom('daily_counts').select('key').where('kind', 'in', ['missing', 'moved']).execute())
      .length

  it('are shown from three requests on, over days, the most requested first', async () => {
    expect(
      await report([
        ['/cert', 2],
        ['/wenti.html', 5],
        ['/once', 1],
      ]),
    ).toBe(200)
    expect(await list()).toEqual([['/wenti.html', 5]])
    nowMs += DAY_MS
    await report([['/cert', 9]])
    expect(await list()).toEqual([
      ['/cert', 11],
      ['/wenti.html', 5],
    ])
  })

  it('leave the list when the address is redirected, and count the uses of the redirect', async () => {
    await report([
      ['/wenti.html', 5],
      ['/news/2024/a', 4],
    ])
    await editor.ask('POST /v1/manage/redirects', { rows: [{ from: '/wenti.html', to: '/question' }] })
    await editor.ask('POST /v1/manage/redirects', { rows: [{ from: '/news/2024/*', to: '/hot' }] })
    expect(await list()).toEqual([])
    await report(
      [],
      [
        ['/wenti.html', 3],
        ['/news/2024/*', 2],
        ['/unknown', 7],
      ],
    )
    await report([], [['/wenti.html', 1]])
    const rows = (await editor.ask('GET /v1/manage/redirects')).data
    expect(Object.fromEntries(rows.map(({ from, times }: Record<string, string>) => [from, times]))).toEqual({
      '/wenti.html': 4,
      '/news/2024/*': 2,
    })
    expect(await countRows()).toBe(4)
  })

  it('are deleted after 30 days', async () => {
    await report([['/wenti.html', 5]])
    nowMs += 29 * DAY_MS
    await sweep()
    expect(await listMissing(upstream.db, nowMs, [])).toEqual([{ path: '/wenti.html', times: 5 }])
    nowMs += DAY_MS
    expect(await listMissing(upstream.db, nowMs, [])).toEqual([])
    await sweep()
    expect(await countRows()).toBe(0)
  })

  it('store the most requested addresses of a day and drop a flood of others', async () => {
    await report([['/wenti.html', 5]])
    for (let round = 0; round < 4; round += 1) {
      await report(Array.from({ length: 500 }, (_one, at): Hit => [`/flood-${round}-${at}`, 1]))
    }
    expect(await countRows()).toBe(1000)
    expect(await list()).toEqual([['/wenti.html', 5]])
    const many = Array.from({ length: 501 }, (_one, at): Hit => [`/more-${at}`, 1])
    expect(await report(many)).toBe(400)
  })

  it.each([
    ['/a\u0007b'],
    ['/a\u202Eb'],
    ['/A.html'],
    ['/wp-login.php'],
    ['/v1/none'],
    ['/about'],
    ['/li@a.cn'],
    ['/u/13800138000.html'],
    ['/id/53010219900307123x'],
    ['https://evil.example'],
  ])('drop %j, which the BFF would not report', async (path) => {
    expect(await report([[path, 9]])).toBe(200)
    expect(await countRows()).toBe(0)
  })

  it('refuse a path that is too long, and a number that is none', async () => {
    expect(await report([[`/${'a'.repeat(200)}`, 1]])).toBe(400)
    expect(await report([['/a', 0]])).toBe(400)
    expect(await report([['/a\u0000b', 3]])).toBe(400)
    expect(await report([['/a', 1e9]])).toBe(400)
    expect(await countRows()).toBe(0)
  })

  it('are for staff with the duty to edit', async () => {
    const member = await join(upstream, '林知微', 'user')
    expect(await member.ask('GET /v1/manage/redirects/missing')).toMatchObject({ code: 403 })
    const refused = await upstream.app.inject('/v1/manage/redirects/missing')
    expect(refused.json().code).toBe(401)
  })
})
