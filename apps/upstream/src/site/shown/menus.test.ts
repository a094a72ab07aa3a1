import type { MenuTarget } from '@portal/contract/site/menu-calls.ts'
import type { ShownItem } from '@portal/contract/site/site.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'

describeDatabases('the menus', (make) => {
  let upstream: TestUpstream
  let owner: Member
  beforeEach(async () => {
    upstream = await makeUpstreamOn(make)
    owner = await join(upstream, '顾怀瑾', 'owner')
  })
  afterEach(() => upstream.close())

  const save = (version: number, menus: object) => owner.ask('PUT /v1/manage/site', { version, settings: { menus } })
  const readInfo = async () => (await owner.ask('GET /v1/webSiteInfo')).data
  const readHeader = async (): Promise<ShownItem[]> => (await readInfo()).headerMenu
  const listTexts = (items: readonly ShownItem[]) =>
    items.flatMap(({ text, links }) => [text, ...(links ?? []).map((link) => ` ${link.text}`)])
  const findTarget = async (to: string) =>
    (await owner.ask('GET /v1/manage/menus/targets')).data.find((one: MenuTarget) => one.to === to)
  const publish = (title: string, isPublish: number) =>
    upstream.db.updateTable('articles').set({ is_publish: isPublish }).where('title', '=', title).execute()

  it('are those of the specification, without what has no content', async () => {
    await upstream.db.deleteFrom('standing_pages').execute()
    await upstream.db.updateTable('categories').set({ article_count: 0 }).where('id', 'in', [33, 35]).execute()
    expect(listTexts(await readHeader())).toEqual([
      ...['首页', '检测业务', ' 证书查询', '新闻资讯', '宝石百科'],
      ...['关于我们', ' 联系我们'],
    ])
    await upstream.db.updateTable('categories').set({ article_count: 0 }).execute()
    expect(listTexts(await readHeader())).toEqual(['首页', '检测业务', ' 证书查询', '关于我们', ' 联系我们'])
    expect(await findTarget('/surrounding')).toMatchObject({ kind: 'category', state: 'empty', articles: 0 })
    expect(await findTarget('/about')).toMatchObject({ kind: 'page', state: 'unpublished' })
  })

  it('link 关于我们 to the page with that title', async () => {
    const links = (await readHeader()).flatMap((item) => item.links ?? [])
    expect(links.find(({ text }) => text === '关于我们')).toBeUndefined()
    expect((await readInfo()).closedPages).toContain('/about')
    expect((await readInfo()).closedPages).not.toContain('/contact-us')
    const { articleId } = (await owner.ask('POST /v1/manage/pages/about/open', {})).data
    await upstream.db.updateTable('articles').set({ is_publish: 1 }).where('id', '=', articleId).execute()
    expect((await readInfo()).closedPages).not.toContain('/about')
    const shown = (await readHeader()).flatMap((item) => item.links ?? [])
    expect(shown.find(({ text }) => text === '关于我们')).toMatchObject({ to: '/about' })
  })

  it('leave the words of a link of the bulletin, and no link, while readers cannot open its page', async () => {
    const readBulletin = async () => (await readInfo()).bulletin
    const link = '<a href="/about">关于<b>我们</b></a>'
    const others = '<a href="/certificate-check">查询</a>、<a href="https://openstd.samr.gov.cn/">标准</a>'
    const settings = { bulletin: { bulletin: `见${link}、${others}` } }
    expect(await owner.ask('PUT /v1/manage/site', { version: 0, settings })).toMatchObject({ code: 200 })
    expect(await readBulletin()).toBe(`见关于<b>我们</b>、${others}`)
    const { data } = await owner.ask('POST /v1/manage/pages/about/open', {})
    await upstream.db.updateTable('articles').set({ is_publish: 1 }).where('id', '=', data.articleId).execute()
    expect(await readBulletin()).toBe(settings.bulletin.bulletin)
    // Staff keep the text with the link.
    expect((await owner.ask('GET /v1/manage/site')).data.settings.bulletin.bulletin).toContain(link)
  })

  it('show an article while it is published, and tell staff why not otherwise', async () => {
    const { id, title } = await upstream.db
      .selectFrom('articles')
      .select(['id', 'title'])
      .where('is_publish', '=', 1)
      .where('category_id', '=', 32)
      .limit(1)
      .executeTakeFirstOrThrow()
    const headerMenu = [{ text: '送检须知', to: `/article/${id}`, note: '带什么' }]
    expect(await save(0, { headerMenu })).toMatchObject({ code: 200 })
    expect(await readHeader()).toEqual(headerMenu)
    await publish(title, 0)
    expect(await readHeader()).toEqual([])
    expect(await findTarget(`/article/${id}`)).toMatchObject({ kind: 'article', name: title, state: 'offShelf' })
    await publish(title, 3)
    expect(await findTarget(`/article/${id}`)).toMatchObject({ state: 'unpublished' })
  })

  it('stay empty when they were saved empty, and are the default ones again when staff unset them', async () => {
    expect(await save(0, { headerMenu: [], footerLinks: [] })).toMatchObject({ code: 200 })
    expect(await readInfo()).toMatchObject({ headerMenu: [], footerLinks: [] })
    expect((await owner.ask('GET /v1/manage/site')).data.settings.menus).toEqual({ headerMenu: [], footerLinks: [] })
    await save(1, { headerMenu: null })
    expect(listTexts(await readHeader())).toContain('首页')
  })

  it('hide what staff have switched off, and groups of the footer without a link', async () => {
    const links = [
      { text: '证书查询', to: '/certificate-check' },
      { text: '国家标准', to: 'https://openstd.samr.gov.cn/', isOff: true },
    ]
    const footerLinks = [
      { title: '服务', links },
      { title: '空的', links: [{ text: '站点导航', to: '/navigation', isOff: true }] },
    ]
    await save(0, { footerLinks })
    expect((await readInfo()).footerLinks).toEqual([
      { title: '服务', links: [{ text: '证书查询', to: '/certificate-check' }] },
    ])
    const { settings } = (await owner.ask('GET /v1/manage/site')).data
    expect(settings.menus.footerLinks).toEqual(footerLinks)
  })

  it.each([
    [{ headerMenu: [{ text: '坏', to: 'javascript:alert(1)' }] }],
    [{ headerMenu: [{ text: '坏', to: '//evil.example' }] }],
    [{ headerMenu: Array.from({ length: 9 }, () => ({ text: '多', to: '/' })) }],
    [{ headerMenu: [{ text: '甲', to: '/', links: [{ text: '乙', to: '/', links: [{ text: '丙', to: '/' }] }] }] }],
    [{ footerLinks: [{ title: '组', links: [{ text: '\u200b', to: '/' }] }] }],
  ])('refuse %j', async (menus) => {
    expect(await save(0, menus)).toMatchObject({ code: 400 })
    expect((await owner.ask('GET /v1/manage/site')).data.version).toBe(0)
  })

  it('are shown in a preview before they are saved', async () => {
    const settings = { menus: { headerMenu: [{ text: '证书', to: '/certificate-check' }] } }
    const { data } = await owner.ask('POST /v1/manage/site/preview', { settings, path: '/' })
    const key = new URLSearchParams(data.address.split('?')[1]).get('preview') ?? ''
    const preview = (await owner.ask(`GET /v1/manage/preview?key=${encodeURIComponent(key)}`)).data
    const info = preview.answers.find(({ path }: { path: string }) => path === '/v1/webSiteInfo')
    expect(info.data.headerMenu).toEqual(settings.menus.headerMenu)
    expect(listTexts(await readHeader())).toContain('首页')
  })
})
