import { afterAll, beforeAll, expect, it } from 'vitest'
import { ask } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'

describeDatabases('the site', (make) => {
  let upstream: TestUpstream

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make)
  })
  afterAll(() => upstream.close())

  it('returns the sanitised settings and the available login types', async () => {
    const { data, extra } = await ask(upstream, 'GET /v1/webSiteInfo')
    expect(data).toMatchObject({
      id: 1,
      name: '石衡检测',
      bulletin: '春节期间<b>正常收样</b>',
      showList: '1',
      loginTypeList: '1',
      startedAt: '2019-06-01',
      lantern: false,
    })
    expect(data.aboutMe).toContain('<p>以数据说话。</p>')
    expect(extra).toEqual({ siteAccess: 0, visitorAccess: 0 })
  })

  it('returns every field of the site information, null when unset', async () => {
    await upstream.db.deleteFrom('site_settings').where('name', 'in', ['email', 'recordNum']).execute()
    const { data } = await ask(upstream, 'GET /v1/webSiteInfo')
    const listed = `id logo name webUrl summary keyword author recordNum aliPay weixinPay github gitee qqNumber qqGroup
      email wechat showList loginTypeList openComment openAdmiration authorInfo authorAvatar touristAvatar bulletin aboutMe
      isMusicPlayer createTime updateTime`.split(/\s+/)
    expect(Object.keys(data)).toEqual(expect.arrayContaining(listed))
    expect(data).toMatchObject({ logo: null, email: null, recordNum: null, isMusicPlayer: null, openComment: 1 })
  })

  it('drops settings that the contract does not name', async () => {
    await upstream.db.insertInto('site_settings').values({ name: 'smtpPassword', value: '"hush"' }).execute()
    expect(JSON.stringify(await ask(upstream, 'GET /v1/webSiteInfo'))).not.toContain('hush')
  })

  it('returns the content of the home page', async () => {
    const { data, extra } = await ask(upstream, 'GET /v1/')
    expect(data).toBeNull()
    expect(extra.articles).toHaveLength(1)
    expect(extra.articles[0]).toMatchObject({ title: '开放日：来看(不确定度)怎么算', avatar: '/file/img/loupe.svg' })
    expect(extra.newArticleList.map(({ title }: { title: string }) => title)).toEqual([
      '开放日：来看(不确定度)怎么算',
      '翡翠',
      '绿松石注胶的红外特征',
    ])
    expect(extra.tagCloud.length).toBeGreaterThan(3)
  })

  it('lists categories and tags with their numbers of published articles', async () => {
    const { data: categories } = await ask(upstream, 'GET /v1/category/')
    expect(categories).toEqual([
      { id: 32, name: '新闻资讯', icon: null, articleNum: 3 },
      { id: 33, name: '研究', icon: null, articleNum: 3 },
      { id: 34, name: '宝石百科', icon: null, articleNum: 2 },
      { id: 35, name: '品牌周边', icon: null, articleNum: 1 },
    ])
    const { data: tags } = await ask(upstream, 'GET /v1/tag/')
    expect(tags.find(({ name }: { name: string }) => name === '公告')).toMatchObject({ articleNum: 3 })
  })

  it('counts every page view, and each visitor once', async () => {
    const report = (from: string, agent: string) =>
      ask(upstream, 'GET /v1/report', { from, headers: { 'user-agent': agent } })
    expect(await report('192.0.2.1', 'one')).toMatchObject({ code: 200, data: null })
    await report('192.0.2.1', 'one')
    await report('192.0.2.1', 'two')
    const readCounters = async () => (await ask(upstream, 'GET /v1/webSiteInfo')).extra
    await expect.poll(readCounters, { timeout: 20_000 }).toEqual({ siteAccess: 3, visitorAccess: 2 })
    await report('192.0.2.1', 'one')
    await expect.poll(readCounters, { timeout: 20_000 }).toEqual({ siteAccess: 4, visitorAccess: 2 })
    const rows = JSON.stringify(await upstream.db.selectFrom('visitors').selectAll().execute())
    expect(rows).not.toContain('192.0.2.1')
  })

  it('counts at most sixty page views a minute for a client', async () => {
    const before = (await ask(upstream, 'GET /v1/webSiteInfo')).extra.siteAccess
    for (let nth = 0; nth < 80; nth += 1) await ask(upstream, 'GET /v1/report', { from: '192.0.2.77' })
    const countVisits = async () => (await ask(upstream, 'GET /v1/webSiteInfo')).extra.siteAccess - before
    await expect.poll(countVisits, { timeout: 20_000 }).toBe(60)
  })
})
