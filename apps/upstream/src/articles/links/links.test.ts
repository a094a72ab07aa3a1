import { DAY_MS } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeDatabases } from '#testing/databases.ts'
import { startLinkSites } from '#testing/link-sites.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'

describeDatabases('links to other sites', (make) => {
  let upstream: TestUpstream
  let editor: Member
  let sites: Awaited<ReturnType<typeof startLinkSites>>
  let clock = Date.parse('2026-11-20T02:00:00Z')
  let statuses: Record<string, number> = {}
  let isOffline = false
  let id = 0
  beforeAll(async () => {
    sites = await startLinkSites((request, response) => {
      response.writeHead(statuses[request.headers.host ?? ''] ?? 200).end()
    })
    const { resolve, dial } = sites.network
    const linkNetwork = {
      dial,
      resolve: (name: string) => (isOffline ? Promise.reject(new Error('offline')) : resolve(name)),
    }
    upstream = await makeUpstreamOn(make, { content: 'none', now: () => clock, linkNetwork })
    editor = await join(upstream, '沈砚秋', 'editor')
    await upstream.db.updateTable('sessions').set({ factor_at: clock }).execute()
    const contentMd = [
      '[旧站](http://gone.example/a) [旧站又一次](http://gone.example/a) [好站](http://good.example/)',
      '![图](/file/img/0123456789abcdef0123456789abcdef.webp)',
    ].join('\n\n')
    const { data } = await editor.ask('GET /v1/category/')
    const form = { title: '外链', summary: '', avatar: '', keywords: '', isOriginal: 1, originalUrl: '', contentMd }
    const more = { categoryId: data[0].id, tagList: [], isStick: 0, isRecommend: 0, isCarousel: 0 }
    id = (await editor.ask('POST /v1/manage/articles', { form: { ...form, ...more } })).data.id
    const body = { version: 1, form: { ...form, ...more }, state: 'published' }
    expect(await editor.ask(`PUT /v1/manage/articles/${id}`, body)).toMatchObject({ code: 200 })
  })
  afterAll(async () => {
    await upstream.close()
    await sites.close()
  })

  const readChecks = async () => (await editor.ask('GET /v1/manage/checks')).data
  async function check() {
    sites.seen.splice(0)
    expect(await editor.ask('POST /v1/manage/checks')).toMatchObject({ code: 200 })
    await expect.poll(async () => (await readChecks()).check.isRunning, { timeout: 10_000 }).toBe(false)
    return await readChecks()
  }
  const toFaults = (records: readonly { kind: string; target: string }[]) =>
    records.map(({ kind, target }) => `${kind} ${target}`).sort()

  const FILE = 'missingFile /file/img/0123456789abcdef0123456789abcdef.webp'

  it('are followed once a day, and listed after failing on two days; missing files are listed at once', async () => {
    statuses = { 'gone.example': 404 }
    const first = await check()
    expect(sites.seen.sort()).toEqual(['GET gone.example/a', 'HEAD gone.example/a', 'HEAD good.example/'])
    expect(toFaults(first.records)).toEqual([FILE])
    expect(first.check).toMatchObject({ linksChecked: 2, linksTotal: 2 })
    expect(toFaults((await check()).records)).toEqual([FILE])
    expect(sites.seen).toEqual([])

    clock += DAY_MS
    const { records } = await check()
    expect(toFaults(records)).toEqual(['deadLink http://gone.example/a', FILE])
    const dead = records.find(({ kind }: { kind: string }) => kind === 'deadLink')
    expect(dead).toMatchObject({ articleId: id, problem: '404', followTime: '2026-11-21 10:00:00' })
    const { data } = await editor.ask('GET /v1/manage/articles')
    expect(data.records[0]).toMatchObject({ id, brokenLinks: 2 })
  })

  it('are no longer listed as faulty once they answer', async () => {
    statuses = {}
    clock += DAY_MS
    expect(toFaults((await check()).records)).toEqual([FILE])
  })

  it('do not count as faulty while this server itself is offline', async () => {
    isOffline = true
    for (let day = 0; day < 2; day += 1) {
      clock += DAY_MS
      const { records, check: state } = await check()
      expect(toFaults(records)).toEqual([FILE])
      expect(state).toMatchObject({ linksChecked: 0, linksTotal: 2, finishTime: expect.any(String) })
    }
    isOffline = false
  })

  it('are deleted when no published text contains them', async () => {
    const { version, form } = (await editor.ask(`GET /v1/manage/articles/${id}`)).data
    await editor.ask(`PUT /v1/manage/articles/${id}`, { version, form: { ...form, contentMd: '没有链接' } })
    clock += DAY_MS
    expect((await check()).records).toEqual([])
    expect(sites.seen).toEqual([])
    expect(await upstream.db.selectFrom('external_links').selectAll().execute()).toEqual([])
  })

  it('include those of footer and navigation, named with the settings', async () => {
    editor = await join(upstream, '顾怀瑾', 'owner')
    await upstream.db.updateTable('sessions').set({ factor_at: clock }).execute()
    const url = 'http://gone.example/standards'
    const navigation = [{ title: '标准', sites: [{ name: '旧站', url, info: '' }] }]
    const body = { version: 0, settings: { links: { navigation } } }
    expect(await editor.ask('PUT /v1/manage/site', body)).toMatchObject({ code: 200 })
    statuses = { 'gone.example': 404 }
    isOffline = false
    const dead = async () => (await editor.ask('GET /v1/manage/site')).data.deadLinks
    for (const found of [[], [url]]) {
      clock += DAY_MS
      await upstream.db.updateTable('sessions').set({ factor_at: clock }).execute()
      await check()
      expect(await dead()).toEqual(found)
    }
  })
})
