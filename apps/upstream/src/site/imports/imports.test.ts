import { MINUTE_MS } from '@portal/contract/constants.ts'
import type { SiteImport } from '@portal/contract/site/imports.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { describeDatabases } from '#testing/databases.ts'
import { makeWordpress, wordpressHead } from '#testing/exports.ts'
import { startLinkSites } from '#testing/link-sites.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { articleId, join as joinIn, type Member } from '#testing/members.ts'
import { uploadBatchFile } from '#testing/staff/batch-uploads.ts'
import { listNames } from '#testing/stores.ts'
import { makeZip } from '#testing/workbooks.ts'

const PATH = '/v1/manage/imports'
/** Categories of the demo site. */
const NEWS = 32
const RESEARCH = 33

describeDatabases('an import of another site', (make) => {
  let upstream: TestUpstream
  let nowMs = Date.parse('2026-11-20T02:00:00Z')
  let owner: Member

  let sites: Awaited<ReturnType<typeof startLinkSites>>
  let png: Buffer
  beforeAll(async () => {
    png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#0a7' } })
      .png()
      .toBuffer()
    sites = await startLinkSites((request, response) => {
      const { pathname } = new URL(request.url ?? '', 'http://any')
      if (pathname.endsWith('/moved.png')) return void response.writeHead(302, { location: '/uploads/a.png' }).end()
      if (pathname.endsWith('/inside.png')) {
        return void response.writeHead(302, { location: 'http://inside.example/a.png' }).end()
      }
      if (pathname.endsWith('/huge.png')) return void response.end(Buffer.alloc(11 * 1024 * 1024))
      if (pathname.endsWith('/text.png')) return void response.end('<html></html>')
      if (pathname.endsWith('.png') && !pathname.endsWith('/gone.png')) return void response.end(png)
      response.writeHead(404).end()
    })
    sites.names.set('inside.example', ['10.0.0.5'])
    sites.names.set('inside.old.example', ['169.254.169.254'])
    const network = { linkNetwork: sites.network }
    upstream = await makeUpstreamOn(make, { now: () => nowMs, jobTickMs: 10, ...network })
  })
  afterAll(async () => {
    await upstream.close()
    await sites.close()
  })
  beforeEach(async () => {
    nowMs += 61 * MINUTE_MS
    owner = await joinIn(upstream, '顾怀瑾', 'owner')
    await prove()
  })

  const prove = () => upstream.db.updateTable('sessions').set({ factor_at: nowMs }).execute()
  const current = async (): Promise<SiteImport> => (await owner.ask(`GET ${PATH}`)).data
  const upload = (content: string | Buffer, name = '旧站.xml', who = owner) =>
    uploadBatchFile(upstream, who, content, name, PATH)
  const settled = async () => {
    await vi.waitUntil(async () => !['reading', 'storing'].includes((await current()).state), { timeout: 20_000 })
    return await current()
  }
  const read = async (content: string | Buffer, name?: string) => {
    expect(await upload(content, name)).toMatchObject({ code: 200 })
    return await settled()
  }
  let withPictures = false
  const choose = (importId: string, categories: { name: string; categoryId: number }[] = []) => ({
    importId,
    categories,
    otherCategoryId: NEWS,
    pageCategoryId: RESEARCH,
    withPictures,
  })
  const start = async (categories?: { name: string; categoryId: number }[]) => {
    expect(await owner.ask(`POST ${PATH}/start`, choose((await current()).id, categories))).toMatchObject({ code: 200 })
    return await settled()
  }
  const files = () => listNames(upstream.files.contentImports)
  const getArticle = async (title: string) =>
    (await owner.ask(`GET /v1/manage/articles/${await articleId(upstream, title)}`)).data
  const download = async (name: 'report' | 'redirects', query = '') =>
    (await upstream.app.inject({ url: `${PATH}/${name}${query}`, headers: { authorization: owner.token } })).body

  it('shows what is in the file, and stores posts and pages as drafts', async () => {
    const { name: tag } = await upstream.db.selectFrom('tags').select('name').executeTakeFirstOrThrow()
    const found = await read(
      makeWordpress([
        {
          id: 1,
          author: '旧站作者',
          title: '甲',
          categories: ['行业'],
          tags: [tag, '无此标签'],
          content: '<h1>范围</h1><p>依据<b>国标：</b>甲[gallery ids="1"]</p>',
        },
        { id: 2, title: '乙', status: 'private', categories: [] },
        { id: 3, title: '丙', type: 'page', categories: [] },
        { id: 4, type: 'attachment' },
        { id: 5, status: 'trash' },
        { id: 6, title: '丁', more: '<wp:comment><wp:comment_content>好</wp:comment_content></wp:comment>' },
      ]),
    )
    expect(found).toMatchObject({
      state: 'ready',
      total: 4,
      summary: {
        source: 'wordpress',
        site: 'https://old.example.cn',
        posts: 3,
        pages: 1,
        categories: [
          { name: '行业', count: 1 },
          { name: '新闻', count: 1 },
        ],
        tags: 2,
        shortcodes: [{ name: 'gallery', count: 1 }],
      },
    })
    expect(found.summary?.leftOut.map(({ name }) => name)).toEqual(expect.arrayContaining(['评论', '回收站与空草稿']))

    const done = await start([{ name: '行业', categoryId: RESEARCH }])
    expect(done).toMatchObject({ state: 'done', position: 4, outcomes: [{ outcome: 'added', count: 4 }] })
    const { state, form } = await getArticle('甲')
    expect({ state, ...form }).toMatchObject({
      state: 'draft',
      categoryId: RESEARCH,
      keywords: `${tag},无此标签`,
      contentMd: '## 范围\n\n依据**国标**：甲\\[gallery ids="1"\\]',
    })
    expect(form.tagList).toHaveLength(1)
    expect(await getArticle('丙')).toMatchObject({ state: 'draft', form: { categoryId: RESEARCH } })
    expect(await getArticle('丁')).toMatchObject({ form: { categoryId: NEWS } })
    expect(await download('report')).toContain('文章,乙,新建草稿,')
    expect(await download('report')).toMatch(/甲.*原作者 旧站作者；.*短代码：gallery/)
    await vi.waitFor(async () => expect(await files()).toEqual([]))
    const { data } = await owner.ask('GET /v1/manage/audit?action=import.finish')
    expect(data.records[0]).toMatchObject({ targetName: '旧站.xml' })
  })

  it('updates its drafts later, but none that was changed or published here', async () => {
    const items = [11, 12, 13, 14].map((id) => ({ id, title: `题 ${id}` }))
    await read(makeWordpress(items))
    await start()
    const changed = await getArticle('题 12')
    const id = await articleId(upstream, '题 12')
    const saved = { version: changed.version, form: { ...changed.form, contentMd: '本站改过' } }
    expect(await owner.ask(`PUT /v1/manage/articles/${id}`, saved)).toMatchObject({ code: 200 })
    const published = await getArticle('题 13')
    const release = { version: published.version, form: published.form, state: 'published' }
    await owner.ask(`PUT /v1/manage/articles/${await articleId(upstream, '题 13')}`, release)

    await read(makeWordpress(items.map((item) => ({ ...item, content: item.id === 14 ? '<p>正文</p>' : '<p>新</p>' }))))
    expect((await start()).outcomes).toEqual([
      { outcome: 'updated', count: 1 },
      { outcome: 'unchanged', count: 1 },
      { outcome: 'edited', count: 2 },
    ])
    expect((await getArticle('题 11')).form.contentMd).toBe('新')
    expect((await getArticle('题 12')).form.contentMd).toBe('本站改过')
    expect((await getArticle('题 13')).form.contentMd).toBe('正文')
    expect(await download('redirects')).toBe(
      `\ufeff旧地址,去处\r\n/2020/13,/article/${await articleId(upstream, '题 13')}\r\n`,
    )
  })

  it('lists former imports with their own results, and has the files of each', async () => {
    await read(makeWordpress([61, 62].map((id) => ({ id, title: `题 ${id}` }))), '第一次.xml')
    await start()
    const { id: first } = await current()
    nowMs += MINUTE_MS
    await read(makeWordpress([{ id: 61, title: '题 61', content: '<p>新</p>' }]), '第二次.xml')
    await start()
    expect(await upload('', '空.xml')).toMatchObject({ code: 200 })
    await settled()
    const list = async () => (await owner.ask(`GET ${PATH}/former`)).data
    expect((await list()).slice(0, 2)).toEqual([
      expect.objectContaining({ fileName: '第二次.xml', state: 'done', outcomes: [{ outcome: 'updated', count: 1 }] }),
      {
        id: first,
        fileName: '第一次.xml',
        byName: '顾怀瑾',
        state: 'done',
        outcomes: [{ outcome: 'added', count: 2 }],
        startTime: toWireDateTime(nowMs - MINUTE_MS),
      },
    ])
    const query = `?importId=${first}`
    expect(await download('report', query)).toMatch(/题 61,新建草稿,.*\r\n.*题 62,新建草稿,/)
    const { version, form } = await getArticle('题 62')
    const id = await articleId(upstream, '题 62')
    await owner.ask(`PUT /v1/manage/articles/${id}`, { version, form, state: 'published' })
    expect(await download('redirects', query)).toBe(`\ufeff旧地址,去处\r\n/2020/62,/article/${id}\r\n`)
    expect(await download('report')).not.toContain('题 61')
    expect(await download('report', `?importId=${'f'.repeat(32)}`)).toContain('这次导入不在了')
    const editor = await joinIn(upstream, '许听澜', 'editor')
    expect(await editor.ask(`GET ${PATH}/former`)).toMatchObject({ code: 403 })
  })

  it('shows when an attempt that failed is repeated, and gives up after the last one', async () => {
    await read(makeWordpress([{ id: 71, title: '题 71' }]))
    const { id } = await current()
    for (const name of await files()) await upstream.files.contentImports.delete(name)
    expect(await owner.ask(`POST ${PATH}/start`, choose(id))).toMatchObject({ code: 200 })
    const waits = [1, 5, 30, 120, 720]
    for (const [at, minutes] of waits.entries()) {
      const retry = { time: toWireDateTime(nowMs + minutes * MINUTE_MS), attempt: at + 2 }
      await expect.poll(current, { timeout: 20_000 }).toMatchObject({ state: 'storing', retry })
      nowMs += minutes * MINUTE_MS
      await prove()
    }
    await expect.poll(current, { timeout: 20_000 }).toMatchObject({ state: 'failed', retry: null })
  })

  it('keeps the day of the publication', async () => {
    await read(makeWordpress([{ id: 21, title: '旧闻' }]))
    await start()
    const row = upstream.db.selectFrom('articles').select(['created_at', 'published_at', 'is_publish'])
    const published = Date.parse('2020-01-02T03:04:05Z')
    expect(await row.where('title', '=', '旧闻').executeTakeFirst()).toMatchObject({
      created_at: published,
      published_at: published,
    })
  })

  it('stores no text above the limits, and says which', async () => {
    const deep = `${'<blockquote>'.repeat(50)}字${'</blockquote>'.repeat(50)}`
    const long = `<p>${'字'.repeat(200_001)}</p>`
    await read(
      makeWordpress([
        { id: 31, title: '深', content: deep },
        { id: 32, title: '长', content: long },
        { id: 33, title: '短' },
      ]),
    )
    expect((await start()).outcomes).toEqual([
      { outcome: 'added', count: 1 },
      { outcome: 'leftOut', count: 2 },
    ])
    const report = await download('report')
    expect(report).toMatch(/深,未导入,.*嵌套过深/)
    expect(report).toMatch(/长,未导入,.*正文超过 20 万字/)
  })

  it('fetches pictures of the other site on request, and none from private addresses', async () => {
    const address = (name: string) => `http://www.old.example/uploads/${name}.png`
    const inside = 'http://inside.old.example/latest.png'
    const foreign = 'https://cdn.other.example/a.png'
    const names = ['a', 'moved', 'gone', 'huge', 'text', 'inside'].map(address)
    const content = ['/uploads/relative.png', ...names, inside, foreign, 'file:///etc/passwd.png']
      .map((src) => `<p><img src="${src}" alt="图"></p>`)
      .join('')
    const file = makeWordpress([{ id: 41, title: '图', content }]).replace(
      'https://old.example.cn',
      'http://old.example',
    )
    await read(file)
    await start()
    expect(sites.seen).toEqual([])
    expect((await getArticle('图')).form.contentMd).toContain(address('a'))

    await read(file)
    withPictures = true
    const done = await start().finally(() => {
      withPictures = false
    })
    expect(done.outcomes).toEqual([{ outcome: 'updated', count: 1 }])
    const { contentMd } = (await getArticle('图')).form
    // The same content is stored once.
    const own = [...contentMd.matchAll(/!\[图\]\((\/file\/img\/m\/[^)]+)\)/g)].map(([, found]) => found)
    expect(own).toHaveLength(3)
    expect(new Set(own).size).toBe(1)
    expect(contentMd).toContain(foreign)
    expect(contentMd).not.toContain('passwd')
    const report = await download('report')
    for (const remark of [
      `${address('gone')}（原网站回答 404）`,
      `${address('huge')}（超过 10 MB）`,
      `${address('inside')}（地址不在公网上）`,
      `${inside}（地址不在公网上）`,
    ]) {
      expect(report).toContain(remark)
    }
    expect(report).toContain(`图片缺失：${address('text')}`)
    expect(sites.seen.filter((one) => /inside\.(?:old\.)?example|other\.example/.test(one))).toEqual([])
  })

  it('takes the pictures of a Halo export from its folder', async () => {
    const body = '![图](/upload/2020/%E5%9B%BE.png "说明")\n\n![](https://old.example.cn/upload/缺.png)'
    await read(
      makeZip([
        { name: '文.md', content: `---\ntitle: 有图\n---\n${body}` },
        { name: 'upload/2020/图.png', content: png },
      ]),
    )
    withPictures = true
    await start().finally(() => {
      withPictures = false
    })
    const { contentMd } = (await getArticle('有图')).form
    expect(contentMd).toMatch(/^!\[图\]\(\/file\/img\/m\/[0-9a-f]{32}\/[^)]+ "说明"\)/)
    expect(contentMd).toContain('https://old.example.cn/upload/缺.png')
    expect(await download('report')).toContain('（文件里没有）')
  })

  it('continues after an interruption where it was', async () => {
    await read(makeWordpress(Array.from({ length: 30 }, (_, at) => ({ id: 100 + at, title: `续 ${at}` }))))
    const { id } = await current()
    // The process ended after ten texts.
    const choice = JSON.stringify(choose(id))
    await upstream.db
      .updateTable('content_imports')
      .set({ state: 'storing', choice, position: 10 })
      .where('id', '=', id)
      .execute()
    await upstream.db.insertInto('jobs').values({ kind: 'contentImport', ref: id, due_at: 0 }).execute()
    const done = await settled()
    expect(done).toMatchObject({ state: 'done', position: 30, outcomes: [{ outcome: 'added', count: 20 }] })
  })

  it('ends when its starter is no owner any more', async () => {
    await read(makeWordpress([{ id: 190, title: '不存' }]))
    const { id } = await current()
    await joinIn(upstream, '沈砚秋', 'owner')
    const row = upstream.db.updateTable('content_imports').where('id', '=', id)
    await row.set({ state: 'storing', choice: JSON.stringify(choose(id)) }).execute()
    await upstream.db.updateTable('users').set({ status: 0 }).where('id', '=', owner.id).execute()
    await upstream.db.insertInto('jobs').values({ kind: 'contentImport', ref: id, due_at: 0 }).execute()
    const readState = async () =>
      (await upstream.db.selectFrom('content_imports').select('state').where('id', '=', id).executeTakeFirstOrThrow())
        .state
    await expect.poll(readState, { timeout: 20_000 }).toBe('stopped')
    expect(await upstream.db.selectFrom('articles').select('id').where('title', '=', '不存').execute()).toEqual([])
    await vi.waitFor(async () => expect(await files()).toEqual([]))
  })

  it('names 40 kinds of items that it leaves out', async () => {
    const items = Array.from({ length: 60 }, (_, at) => ({ id: 400 + at, type: `kind${at}` }))
    const { summary } = await read(makeWordpress([{ id: 399 }, ...items]))
    expect(summary?.leftOut).toHaveLength(40)
  })

  it('stops, and keeps the drafts that exist', async () => {
    await read(makeWordpress([{ id: 200 }]))
    const { id } = await current()
    expect(await owner.ask(`POST ${PATH}/stop`, { importId: id })).toMatchObject({ code: 200 })
    expect(await current()).toMatchObject({ state: 'stopped' })
    await vi.waitFor(async () => expect(await files()).toEqual([]))
    expect(await owner.ask(`POST ${PATH}/start`, choose(id))).toMatchObject({ code: 409 })
    expect(await owner.ask(`POST ${PATH}/stop`, { importId: 'f'.repeat(32) })).toMatchObject({ code: 409 })
  })

  it('is for owners with a fresh proof, and into existing categories', async () => {
    await read(makeWordpress([{ id: 300 }]))
    const { id } = await current()
    const standing = { ...choose(id), otherCategoryId: 36 }
    expect(await owner.ask(`POST ${PATH}/start`, standing)).toMatchObject({ code: 400 })
    expect(await owner.ask(`POST ${PATH}/start`, { ...choose(id), pageCategoryId: 999 })).toMatchObject({ code: 400 })
    const editor = await joinIn(upstream, '许听澜', 'editor')
    expect(await upload('', 'a.xml', editor)).toMatchObject({ code: 403 })
    nowMs += 20 * MINUTE_MS
    expect(await owner.ask(`POST ${PATH}/start`, choose(id))).toMatchObject({ code: 403, extra: { factor: 'fresh' } })
  })

  it('reads a Markdown export of Halo', async () => {
    const text = (front: string, body: string) => `---\n${front}\n---\n\n${body}\n`
    const zip = makeZip([
      {
        name: 'markdown/旧文.md',
        content: text('title: 翠\nslug: jade\ndate: 2020-01-02 11:04:05\ncategories:\n- 行业\ntags: [甲]', '**正文**'),
      },
      { name: 'markdown/没有文首.md', content: '# 标题\n\n<div>块</div>' },
      { name: 'markdown/错.md', content: text('title: [', '正文') },
      { name: 'markdown/编码.md', content: Buffer.from([0xb9, 0xfa]) },
      { name: 'upload/2020/a.png', content: 'x' },
      { name: 'readme.txt', content: 'x' },
    ])
    expect(await read(zip, '旧站.zip')).toMatchObject({
      state: 'ready',
      total: 4,
      summary: { source: 'halo', posts: 4, categories: [{ name: '行业', count: 1 }], leftOut: [{ count: 1 }] },
    })
    expect((await start()).outcomes).toEqual([
      { outcome: 'added', count: 3 },
      { outcome: 'leftOut', count: 1 },
    ])
    expect(await getArticle('翠')).toMatchObject({ state: 'draft', form: { keywords: '甲', contentMd: '**正文**' } })
    const report = await download('report')
    expect(report).toContain('文章,翠,新建草稿,')
    expect(report).toContain(',/archives/jade,')
    expect(report).toMatch(/没有文首,新建草稿,.*HTML 标签/)
    expect(report).toMatch(/错,新建草稿,.*文首信息读不出/)
    expect(report).toMatch(/编码,未导入,.*不是 UTF-8/)
    const row = upstream.db.selectFrom('articles').select('created_at').where('title', '=', '翠')
    expect(Number((await row.executeTakeFirstOrThrow()).created_at)).toBe(Date.parse('2020-01-02T03:04:05Z'))
  })

  it.each([
    ['the JSON backup of Halo', '\ufeff{"version": "2.0"}', '整站备份'],
    ['a JSON backup in a ZIP file', makeZip([{ name: 'backup.json', content: '{}' }]), '整站备份'],
    ['a ZIP file without texts', makeZip([{ name: 'a.txt', content: 'a' }]), '没有 Markdown'],
    ['paths outside of the folder', makeZip([{ name: '../../a.md', content: 'a' }]), '文件夹之外'],
    ['a truncated ZIP file', makeZip([{ name: 'a.md', content: 'a' }]).subarray(0, -10), '压缩包不完整'],
    ['a bomb', makeZip([{ name: 'a.md', content: Buffer.alloc(30_000_000) }]), '解开后过大'],
    ['a lying size', makeZip([{ name: 'a.md', content: Buffer.alloc(3_000_000), declares: 10 }]), '压缩包不完整'],
    [
      'an entity bomb',
      '<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "甲"><!ENTITY b "&a;&a;">]><rss><channel>&b;</channel></rss>',
      '实体定义',
    ],
    ['a foreign entity', `${wordpressHead}<item><title>&xxe;</title></item></channel></rss>`, '文件不完整'],
    ['a truncated file', makeWordpress([{ id: 1 }]).slice(0, -40), '文件不完整'],
    ['another XML file', '<html><body>甲</body></html>', '文件不完整'],
    ['no XML', '不是', '文件不完整'],
    ['an empty file', '', '文件不完整'],
    ['another encoding', Buffer.concat([Buffer.from(wordpressHead), Buffer.from([0xb9, 0xfa])]), '不是 UTF-8'],
    ['another declared encoding', '<?xml version="1.0" encoding="gb2312"?><rss></rss>', '不是 UTF-8'],
    ['no texts', `${wordpressHead}</channel></rss>`, '没有文章或页面'],
    ['deep tags', `<rss>${'<a>'.repeat(5000)}`, '文件不完整'],
    ['an endless text', `${wordpressHead}<item><title>${'a'.repeat(8_100_000)}`, '超过 800 万字'],
  ])('refuses %s within two seconds', async (_what, content, message) => {
    const started = performance.now()
    const refused = await read(content)
    expect(refused).toMatchObject({ state: 'refused', message: expect.stringContaining(message) })
    // Two seconds on a quiet machine.
    expect(performance.now() - started).toBeLessThan(8000)
    await vi.waitFor(async () => expect(await files()).toEqual([]))
  })
})
