import { DAY_MS, MINUTE_MS } from '@portal/contract/constants.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createVisitLog } from '#site/visits/visit-log.ts'
import { ask } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'

describeDatabases('hot searches', (make) => {
  let upstream: TestUpstream
  let nowMs: number
  beforeEach(async () => {
    nowMs = Date.UTC(2026, 10, 22, 3)
    upstream = await makeUpstreamOn(make, { now: () => nowMs })
  })
  afterEach(() => upstream.close())

  const search = (keyword: string, from: string) => ask(upstream, 'POST /v1/hot', { from, body: { keyword } })
  const queryStored = () =>
    upstream.db.selectFrom('search_terms').select(['keyword', 'times']).orderBy('keyword').execute()
  async function readShown(): Promise<string[]> {
    const { data } = await ask(upstream, 'GET /v1/hot?type=site')
    return data.data.map(({ keyword }: { keyword: string }) => keyword)
  }

  it('show normalised words that several different clients searched for on one day', async () => {
    // One client searches repeatedly, in several spellings.
    for (const keyword of ['翡翠', ' 翡翠 !!! ', '（翡翠）']) await search(keyword, '192.0.2.1')
    for (const from of ['192.0.2.2', '192.0.2.3']) await search('钻石。', from)
    await expect.poll(queryStored).toEqual([
      { keyword: '翡翠', times: 1 },
      { keyword: '钻石', times: 2 },
    ])
    expect(await readShown()).toEqual([])
    await search('钻石', '192.0.2.4')
    await expect.poll(readShown).toEqual(['钻石'])

    // The same client counts once, even on several days.
    for (let day = 1; day <= 5; day += 1) {
      nowMs += DAY_MS
      await search('翡翠', '192.0.2.1')
    }
    await expect.poll(async () => (await queryStored()).length).toBe(7)
    expect(await readShown()).toEqual(['钻石'])
  })

  it('store no word without hits, and a client only as a daily hash', async () => {
    for (const keyword of ['没有这样的词', '翡翠 处理 !!! 假', 'someone@example.test', '13800138000']) {
      for (const from of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) await search(keyword, from)
    }
    await search('翡翠', '192.0.2.9')
    await expect.poll(queryStored).toEqual([{ keyword: '翡翠', times: 1 }])
    const [client] = await upstream.db.selectFrom('search_clients').selectAll().execute()
    expect(client?.client_hash).toMatch(/^[\w-]{43}$/)
    nowMs += DAY_MS
    await search('翡翠', '192.0.2.9')
    await expect.poll(async () => (await queryStored()).length).toBe(2)
    const hashes = await upstream.db.selectFrom('search_clients').select('client_hash').execute()
    expect(new Set(hashes.map((one) => one.client_hash)).size).toBe(2)
  })

  it('count at most twenty words of a client in a minute', async () => {
    const words = ['翡', '翠', '钻', '石', '玉', '红', '外', '光', '谱', '手', '镯', '检', '测', '鉴', '定', '证', '书']
    const more = ['折', '射', '率', '松', '绿', '放', '大', '镜', '十', '倍']
    for (const word of [...words, ...more]) await search(word, '192.0.2.1')
    await expect.poll(async () => (await queryStored()).length).toBeGreaterThan(5)
    expect((await queryStored()).length).toBeLessThanOrEqual(20)
    nowMs += 2 * MINUTE_MS
    await search('拉曼', '192.0.2.1')
    await expect.poll(async () => (await queryStored()).some(({ keyword }) => keyword === '拉曼')).toBe(true)
  })

  it('are deleted after thirty days, and their clients after one', async () => {
    await search('翡翠', '192.0.2.1')
    await expect.poll(queryStored).toHaveLength(1)
    const visits = createVisitLog({ db: upstream.db, now: () => nowMs, countingMs: 1, onError: () => undefined })
    nowMs += DAY_MS
    await visits.sweep()
    expect(await upstream.db.selectFrom('search_clients').selectAll().execute()).toEqual([])
    expect(await queryStored()).toHaveLength(1)
    nowMs += 29 * DAY_MS
    await visits.sweep()
    expect(await queryStored()).toEqual([])
  })
})
