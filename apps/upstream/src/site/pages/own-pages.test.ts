import { OWN_TEMPLATES } from '@portal/contract/articles/page-templates.ts'
import { findSlugFault, OWN_PAGES_MAX } from '@portal/contract/articles/slug-rules.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'

const makeForm = (title: string, contentMd = '## 送检\n\n请清洁样品。') => ({
  title,
  summary: '送检之前看这里',
  keywords: '',
  contentMd,
})

describe('templates of own pages', () => {
  it.each(OWN_TEMPLATES.slice(0, 4))('are complete texts with gaps and without figures: $title', ({ slug, text }) => {
    const length = text.replace(/\s/g, '').length
    expect(length).toBeGreaterThanOrEqual(400)
    expect(length).toBeLessThanOrEqual(900)
    expect(text.match(/【[^】]+】/g)?.length).toBeGreaterThan(4)
    expect(text.replace(/^\d+\. /gm, '')).not.toMatch(/\d/)
    expect(findSlugFault(slug)).toBeNull()
  })

  it('have addresses and titles of their own', () => {
    for (const member of ['slug', 'title'] as const) {
      expect(new Set(OWN_TEMPLATES.map((template) => template[member])).size).toBe(OWN_TEMPLATES.length)
    }
  })
})

describeDatabases('own pages', (make) => {
  let upstream: TestUpstream
  let editor: Member
  let owner: Member
  let visitor: Member
  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { content: 'none' })
    editor = await join(upstream, 'editor', 'editor')
    owner = await join(upstream, 'owner', 'owner')
    visitor = await join(upstream, 'visitor')
  })
  afterAll(() => upstream.close())

  const create = (slug: string, title = '送检须知') =>
    editor.ask('POST /v1/manage/ownPages', { slug, form: makeForm(title) })
  const createPublished = async (slug: string, title?: string): Promise<number> => {
    const { articleId } = (await create(slug, title)).data
    const body = { version: 1, form: makeForm(title ?? '送检须知') }
    expect(await editor.ask(`PUT /v1/manage/ownPages/${articleId}`, body)).toMatchObject({ data: { version: 2 } })
    return articleId
  }
  const read = async (slug: string) => (await visitor.ask(`GET /v1/page/info?slug=${slug}`)).data
  const list = async () => (await visitor.ask('GET /v1/page/')).data
  const readRedirects = async () => (await visitor.ask('GET /v1/site/redirects')).data
  const move = (id: number, slug: string) => editor.ask(`PUT /v1/manage/ownPages/${id}/address`, { slug })

  it('are drafts until they are published, and then open at their address', async () => {
    const { code, data } = await create('song-jian')
    expect(code).toBe(200)
    expect(await read('song-jian')).toBeNull()
    expect(await list()).toEqual([])
    const managed = (await editor.ask('GET /v1/manage/pages')).data.at(-1)
    expect(managed).toMatchObject({ key: null, path: '/p/song-jian', state: 'draft', articleId: data.articleId })
    const body = { version: 1, form: makeForm('送检须知') }
    await editor.ask(`PUT /v1/manage/ownPages/${data.articleId}`, body)
    expect(await read('song-jian')).toEqual({
      id: data.articleId,
      title: '送检须知',
      summary: '送检之前看这里',
      content: expect.stringContaining('请清洁样品。'),
    })
    expect(await list()).toMatchObject([{ path: '/p/song-jian', title: '送检须知' }])
  })

  it('are found by search with their address, and are in no list of articles or standing pages', async () => {
    await createPublished('by-search', '翡翠送检须知')
    const found = (await visitor.ask('GET /v1/article/search?keyword=翡翠送检')).data.records
    expect(found).toMatchObject([{ slug: 'by-search', categoryId: '36' }])
    for (const query of ['', '?categoryId=36']) {
      const { records, total } = (await visitor.ask(`GET /v1/article/${query}`)).data
      expect({ slugs: records.filter(({ slug }: { slug?: string }) => slug), total }).toEqual({ slugs: [], total: 0 })
    }
    expect((await editor.ask('GET /v1/manage/articles')).data.records).toEqual([])
  })

  it.each([
    ['收费', '只能用小写字母'],
    ['a--b', '可以用 a-b'],
    ['New', '可以用 new-2'],
    ['admin', '可以用 admin-2'],
    ['2026', '可以用 page-2026'],
    ['../manage', '只能用小写字母'],
    ['by-search', '可以用 by-search-2'],
  ])('refuse the address %s with a reason or a valid one', async (slug, reason) => {
    const { code, message } = await create(slug)
    expect({ code, message }).toEqual({ code: 400, message: expect.stringContaining(reason) })
  })

  it('are not published while a gap of a template is left', async () => {
    const { articleId } = (await create('gaps')).data
    const form = makeForm('送检须知', '致电【电话】，见【公告】')
    expect(await editor.ask(`PUT /v1/manage/ownPages/${articleId}`, { version: 1, form })).toMatchObject({
      code: 400,
      message: '还有 1 处待填：【电话】',
    })
  })

  it('redirect from an address that readers know, and not from that of a draft', async () => {
    const { articleId } = (await create('never-seen')).data
    expect((await move(articleId, 'still-draft')).data).toEqual({ isRedirected: false })
    const id = await createPublished('first')
    expect((await move(id, 'second')).data).toEqual({ isRedirected: true })
    expect(await read('first')).toBeNull()
    expect(await read('second')).toMatchObject({ id })
    expect(await readRedirects()).toEqual([{ from: '/p/first', to: '/p/second' }])
    await move(id, 'third')
    expect(await readRedirects()).toEqual([
      { from: '/p/first', to: '/p/third' },
      { from: '/p/second', to: '/p/third' },
    ])
  })

  it('get an old address back without a circle', async () => {
    const id = await createPublished('there')
    await move(id, 'away')
    await move(id, 'there')
    const ofPage = (await readRedirects()).filter(({ from }: { from: string }) => /there|away/.test(from))
    expect(ofPage).toEqual([{ from: '/p/away', to: '/p/there' }])
    // A new page takes over an address that was left.
    await createPublished('away', '另一页')
    expect(await readRedirects()).not.toContainEqual(expect.objectContaining({ from: '/p/away' }))
  })

  it('hold their address against a redirect while they are published', async () => {
    await createPublished('held')
    const { code, message } = await editor.ask('POST /v1/manage/redirects', {
      rows: [{ from: '/p/held', to: '/about' }],
    })
    expect({ code, message }).toEqual({ code: 400, message: '/p/held 有文章或页面在用，不能跳转' })
    const rows = [{ from: '/p/nobody', to: '/about' }]
    expect(await editor.ask('POST /v1/manage/redirects', { rows })).toMatchObject({ code: 200 })
  })

  describe('in the menus', () => {
    const readMenu = async () => (await visitor.ask('GET /v1/webSiteInfo')).data.headerMenu
    const setMenu = async (to: string) => {
      const { version } = (await owner.ask('GET /v1/manage/site')).data
      const headerMenu = [
        { text: '联系我们', to: '/contact-us' },
        { text: '送检', to: '', links: [{ text: '须知', to, note: '先看' }] },
      ]
      const saved = await owner.ask('PUT /v1/manage/site', { version, settings: { menus: { headerMenu } } })
      expect(saved.code).toBe(200)
    }

    it('are targets, hidden until they are published', async () => {
      const { articleId } = (await create('in-menu')).data
      await setMenu('/p/in-menu')
      const target = { to: '/p/in-menu', name: '送检须知', kind: 'page' }
      const listTargets = async () => (await editor.ask('GET /v1/manage/menus/targets')).data
      expect(await listTargets()).toContainEqual({ ...target, state: 'unpublished' })
      expect(JSON.stringify(await readMenu())).not.toContain('/p/in-menu')
      await editor.ask(`PUT /v1/manage/ownPages/${articleId}`, { version: 1, form: makeForm('送检须知') })
      expect(await listTargets()).toContainEqual({ ...target, state: 'shown' })
      expect(JSON.stringify(await readMenu())).toContain('/p/in-menu')
    })

    it('keep their entries when the address changes, and take them along when they are deleted', async () => {
      const id = await createPublished('listed')
      await setMenu('/p/listed')
      await move(id, 'listed-too')
      expect((await owner.ask('GET /v1/manage/site')).data.settings.menus.headerMenu[1].links).toEqual([
        { text: '须知', to: '/p/listed-too', note: '先看' },
      ])
      expect(await editor.ask(`DELETE /v1/manage/ownPages/${id}?version=2`)).toMatchObject({ code: 403 })
      expect(await owner.ask(`DELETE /v1/manage/ownPages/${id}?version=1`)).toMatchObject({ code: 409 })
      expect(await owner.ask(`DELETE /v1/manage/ownPages/${id}?version=2`)).toMatchObject({ code: 200 })
      expect(await read('listed-too')).toBeNull()
      // The heading has lost its only entry.
      expect((await owner.ask('GET /v1/manage/site')).data.settings.menus.headerMenu).toEqual([
        { text: '联系我们', to: '/contact-us' },
      ])
      const { data } = await owner.ask('GET /v1/manage/audit?action=page')
      expect(data.records[0]).toMatchObject({ action: 'page.delete', targetId: 'listed-too', targetName: '送检须知' })
      expect(data.records).toContainEqual(
        expect.objectContaining({
          action: 'page.address',
          changes: [{ member: 'slug', before: '/p/listed', after: '/p/listed-too' }],
        }),
      )
    })
  })

  it('cannot be changed as articles, and articles not as pages', async () => {
    const id = await createPublished('no-article')
    const form = { ...makeForm('题'), avatar: '', isOriginal: 1, originalUrl: '', categoryId: 36, tagList: [] }
    const body = { version: 2, form: { ...form, isStick: 0, isRecommend: 0, isCarousel: 0 } }
    expect((await editor.ask(`PUT /v1/manage/articles/${id}`, body)).code).not.toBe(200)
    expect((await owner.ask(`DELETE /v1/manage/articles/${id}?version=2`)).code).not.toBe(200)
    const { articleId } = (await editor.ask('POST /v1/manage/pages/about/open')).data
    const page = { version: 1, form: makeForm('关于我们') }
    expect((await editor.ask(`PUT /v1/manage/ownPages/${articleId}`, page)).code).toBe(500)
    expect((await move(articleId, 'about-us')).code).toBe(500)
    expect((await owner.ask(`DELETE /v1/manage/ownPages/${articleId}?version=1`)).code).toBe(500)
  })

  it('are previewed at their address', async () => {
    const { articleId } = (await create('previewed')).data
    const { address } = (await editor.ask(`POST /v1/manage/articles/${articleId}/preview`, { version: 1 })).data
    expect(address).toMatch(/^\/p\/previewed\?preview=/)
    const key = new URL(address, 'https://site.test').searchParams.get('preview')
    const { answers } = (await editor.ask(`GET /v1/manage/preview?key=${key}`)).data
    expect(answers).toContainEqual(expect.objectContaining({ path: '/v1/page/info', query: { slug: 'previewed' } }))
  })

  it('are limited in number', async () => {
    const { rows } = await upstream.db
      .selectFrom('articles')
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .where('slug', 'is not', null)
      .executeTakeFirstOrThrow()
    const template = await upstream.db.selectFrom('articles').selectAll().limit(1).executeTakeFirstOrThrow()
    const { id: _id, ...row } = template
    const added = Array.from({ length: OWN_PAGES_MAX - Number(rows) }, (_unused, nth) => ({
      ...row,
      category_id: 36,
      slug: `filler-${nth}`,
    }))
    for (let at = 0; at < added.length; at += 20) {
      await upstream.db
        .insertInto('articles')
        .values(added.slice(at, at + 20))
        .execute()
    }
    expect(await create('one-more')).toMatchObject({ code: 400, message: '最多 200 个自建页面' })
  })
})

describeDatabases('pages that are taken off the site', (make) => {
  let upstream: TestUpstream
  let editor: Member
  let visitor: Member
  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { content: 'demo' })
    editor = await join(upstream, 'editor', 'editor')
    visitor = await join(upstream, 'visitor')
  })
  afterAll(() => upstream.close())

  const find = async (name: string) =>
    (await editor.ask('GET /v1/manage/pages')).data.find(({ path }: { path: string }) => path === name)
  const takeOff = async (path: string) => {
    const { articleId, version } = await find(path)
    return await editor.ask('POST /v1/manage/pages/offline', { articleId, version })
  }
  const readShown = async () => {
    const { closedPages: _closed, ...shown } = (await visitor.ask('GET /v1/webSiteInfo')).data
    return JSON.stringify(shown)
  }
  const listPaths = async () =>
    (await visitor.ask('GET /v1/page/')).data.map(({ path }: { path: string }) => path) as string[]

  it('disappear for readers, in the menus and the list of pages, until they are published again', async () => {
    expect(await readShown()).toContain('/statement')
    expect(await listPaths()).toContain('/statement')
    expect(await takeOff('/statement')).toMatchObject({ code: 200, data: { version: 2 } })
    expect(await readShown()).not.toContain('/statement')
    expect(await listPaths()).not.toContain('/statement')
    expect(await find('/statement')).toMatchObject({ state: 'offline', version: 2 })
    const targets = (await editor.ask('GET /v1/manage/menus/targets')).data
    expect(targets).toContainEqual(expect.objectContaining({ to: '/statement', state: 'offShelf' }))
    const missing = (await editor.ask('GET /v1/manage/missing')).data
    expect(missing).not.toContainEqual({ kind: 'page', name: 'statement' })
    expect(await takeOff('/statement')).toMatchObject({ code: 400, message: '这一页没有发布' })
    const form = makeForm('公正性声明')
    expect((await editor.ask('PUT /v1/manage/pages/statement', { version: 2, form })).code).toBe(200)
    expect(await readShown()).toContain('/statement')
  })

  it.each(['/privacy', '/contact-us'])('never are %s', async (path) => {
    expect(await takeOff(path)).toMatchObject({ code: 400, message: '隐私说明与联系我们须让读者看得到，不能下线' })
    expect(await listPaths()).toContain(path)
  })

  it('never are articles', async () => {
    const articleId = (await editor.ask('GET /v1/manage/articles?view=published')).data.records[0].id
    expect((await editor.ask('POST /v1/manage/pages/offline', { articleId, version: 1 })).code).toBe(500)
  })

  it('may be the second page about the laboratory, whose text and address lead to the first', async () => {
    const { version } = await find('/about-gic')
    const source = await find('/about-gic')
    const { contentMd } = (await editor.ask(`GET /v1/manage/articles/${source.articleId}`)).data.form
    expect(
      await editor.ask('POST /v1/manage/redirects', { rows: [{ from: '/about-gic', to: '/about' }] }),
    ).toMatchObject({
      code: 400,
    })
    expect(await editor.ask('POST /v1/manage/pages/merge', { version })).toMatchObject({ code: 200 })
    expect(await listPaths()).not.toContain('/about-gic')
    expect((await visitor.ask('GET /v1/site/redirects')).data).toEqual([{ from: '/about-gic', to: '/about' }])
    const target = (await editor.ask(`GET /v1/manage/articles/${(await find('/about')).articleId}`)).data
    expect(target.draft.form.contentMd).toBe(`${target.form.contentMd.trimEnd()}\n\n${contentMd.trim()}\n`)
    // Published again, the page has its address back.
    const form = makeForm('机构介绍')
    expect((await editor.ask('PUT /v1/manage/pages/about-gic', { version: version + 1, form })).code).toBe(200)
    expect((await visitor.ask('GET /v1/site/redirects')).data).toEqual([])
  })
})
