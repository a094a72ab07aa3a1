import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'

describeDatabases('a preview of the settings', (make) => {
  let upstream: TestUpstream
  let owner: Member
  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => Date.parse('2026-11-20T02:00:00Z') })
    owner = await join(upstream, '顾怀瑾', 'owner')
  })
  afterAll(() => upstream.close())

  const makePreview = (settings: Record<string, unknown>, path = '/') =>
    owner.ask('POST /v1/manage/site/preview', { settings, path })
  async function open(address: string) {
    const key = new URLSearchParams(address.split('?')[1]).get('preview') ?? ''
    return (await owner.ask(`GET /v1/manage/preview?key=${encodeURIComponent(key)}`)).data
  }

  it('has the unsaved members over the saved ones, tidied, and saves nothing', async () => {
    const before = (await owner.ask('GET /v1/webSiteInfo')).data
    const { data } = await makePreview({
      contact: { phone: ' 0719-8612046 ' },
      home: { homeTitle: '先检后售' },
      filing: { recordNum: '鄂 ICP 备 2026001234 号' },
      links: {
        navigation: [{ title: '标准', sites: [{ name: '公开系统', url: 'https://std.example.cn', info: '' }] }],
      },
    })
    const { path, notice, answers } = await open(data.address)
    expect([path, notice]).toEqual(['/', '站点设置，4 处改动尚未保存'])
    const [info, home, licence, navigation] = answers
    expect(info).toMatchObject({ path: '/v1/webSiteInfo', extra: {} })
    expect(info.data).toEqual({ ...before, phone: '0719-8612046', recordNum: '鄂ICP备2026001234号' })
    expect(home).toMatchObject({ path: '/v1/site/home', data: { title: ['先检后售'], sections: expect.any(Array) } })
    expect(licence).toMatchObject({ path: '/v1/site/licence', data: { creditCode: null } })
    expect(navigation.data).toMatchObject([{ siteClassName: '标准', navigations: [{ name: '公开系统' }] }])
    expect((await owner.ask('GET /v1/webSiteInfo')).data).toEqual(before)
    expect((await owner.ask('GET /v1/manage/site')).data.version).toBe(0)
  })

  it('shows a bulletin and lanterns that are to begin', async () => {
    const bulletin = { bulletin: '国庆期间暂停收样', bulletinFrom: '2027-09-20 09:00' }
    const { data } = await makePreview({ bulletin, lantern: { lantern: true, lanternFrom: '2027-01-30 00:00' } })
    const { notice, answers } = await open(data.address)
    expect(answers[0].data).toMatchObject({ bulletin: '国庆期间暂停收样', lantern: true })
    expect(notice).toContain('按开始以后的样子')
  })

  it('refuses what a save would refuse', async () => {
    const refusal = await makePreview({ contact: { email: 'service@shiheng' } })
    expect(refusal).toMatchObject({ code: 400, message: expect.stringContaining('缺少域名后缀') })
    expect((await makePreview({}, '/about')).code).toBe(400)
  })
})
