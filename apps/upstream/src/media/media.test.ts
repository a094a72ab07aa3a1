import { randomBytes } from 'node:crypto'
import { sampleForm } from '@portal/contract/articles/content.ts'
import { DAY_MS, PUBLISH_STATE } from '@portal/contract/constants.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { recordFaults } from '#articles/publishing/content-faults.ts'
import type { Loose, TestAnswer } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makePdf } from '#testing/make-pdf.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'
import { listNames } from '#testing/stores.ts'
import { createMediaSweep } from './media-sweep.ts'

const PATH = '/v1/manage/media'
const UNFIT = '只收 JPG、PNG、WebP、GIF 图片和 PDF。Word、Excel、PPT 请先“另存为 PDF”，SVG 请先导出为 PNG'

describeDatabases('the library of pictures and files', (make) => {
  let upstream: TestUpstream
  let [editor, colleague, member] = [{}, {}, {}] as Member[] as [Member, Member, Member]
  let clock = Date.UTC(2026, 10, 20, 2)
  const now = () => clock

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now, env: { MEDIA_TOTAL_GB: '3' } })
    ;[editor, colleague] = [await join(upstream, '林知微', 'editor'), await join(upstream, '周观澜', 'editor')]
    member = await join(upstream, '江疏影')
  })
  afterAll(() => upstream.close())
  beforeEach(async () => {
    await prove()
  })

  async function prove() {
    await upstream.db
      .updateTable('sessions')
      .set({ factor_at: clock, expires_at: clock + 365 * DAY_MS })
      .execute()
  }
  async function pass(days: number) {
    clock += days * DAY_MS
    await prove()
  }
  const makePhoto = (width = 60) =>
    sharp({ create: { width, height: 40, channels: 3, background: `#${randomBytes(3).toString('hex')}` } })
      .png()
      .toBuffer()
  async function send(
    path: string,
    bytes: Buffer | string,
    { name = '绿松石 tq.png', by = editor as { token?: string } } = {},
  ) {
    const head = `--b\r\nContent-Disposition: form-data; name="multipartFile"; filename="${name}"\r\n\r\n`
    const answer = await upstream.app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'multipart/form-data; boundary=b', ...(by.token && { authorization: by.token }) },
      payload: Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from('\r\n--b--\r\n')]),
    })
    return answer.json<TestAnswer>()
  }
  const upload = async (bytes: Buffer | string, more = {}) => await send(PATH, bytes, more)
  const add = async (more = {}, bytes?: Buffer): Promise<Loose> => {
    const { code, message, data } = await upload(bytes ?? (await makePhoto()), more)
    expect([code, message]).toEqual([200, '成功'])
    return data.item
  }
  const read = async (id: string): Promise<Loose> => (await colleague.ask(`GET ${PATH}/${id}`)).data
  const list = async (query: Loose = {}): Promise<string[]> =>
    (await colleague.ask(`GET ${PATH}?${new URLSearchParams(query)}`)).data.records.map(({ id }: Loose) => id)
  const get = (url: string, headers = {}) => upstream.app.inject({ url, headers })
  const erase = async (id: string, by = editor) => {
    const { version } = (await read(id)).item
    return by.ask(`DELETE ${PATH}/${id}?version=${version}`)
  }
  const restore = async (id: string, revision: number | null) => {
    const { version } = (await read(id)).item
    return editor.ask(`POST ${PATH}/${id}/restore`, { version, revision })
  }
  async function write(contentMd: string, title = '铁线'): Promise<number> {
    const { data } = await editor.ask('POST /v1/manage/articles', { form: { ...sampleForm, title, contentMd } })
    return data.id
  }
  async function rewrite(id: number, contentMd: string) {
    const { version } = (await editor.ask(`GET /v1/manage/articles/${id}`)).data
    const saved = await editor.ask(`PUT /v1/manage/articles/${id}`, { version, form: { ...sampleForm, contentMd } })
    expect(saved).toMatchObject({ code: 200 })
  }

  it('stores a picture under an address that says nothing, and offers the present one for the same content', async () => {
    const bytes = await makePhoto()
    const item = await add({ name: '../../绿松石 tq.png' }, bytes)
    expect(item).toMatchObject({ kind: 'picture', name: '绿松石 tq.png', alt: '', width: 60, height: 40, uses: 0 })
    expect(item).toMatchObject({ byName: '林知微', isStable: true, isUnused: true, goneOn: null })
    expect(item.url).toMatch(/^\/file\/img\/m\/[0-9a-f]{32}\/tq\.(?:png|webp)$/)
    const again = await upload(bytes, { name: 'b.png', by: colleague })
    expect(again.data).toMatchObject({ isKnown: true, item: { id: item.id, name: '绿松石 tq.png' } })
    const answer = await get(item.url)
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=600',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'attachment',
      'content-security-policy': expect.stringContaining('sandbox'),
      'content-type': expect.stringMatching(/^image\/(?:png|webp)$/),
    })
    expect((await get(item.url, { 'if-none-match': answer.headers.etag })).statusCode).toBe(304)
    expect((await get(item.url.replace('tq', 'other'))).statusCode).toBe(404)
    expect((await get(item.url.replace('/img/', '/doc/').replace(/\.\w+$/, '.pdf'))).statusCode).toBe(404)
  })

  it('refuses what is no picture and no PDF, and leaves nothing on the disk', async () => {
    const before = await listNames(upstream.files.uploads)
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    for (const [bytes, name] of [
      [svg, 'a.svg'],
      [svg, 'a.png'],
      ['PK\u0003\u0004', 'a.docx'],
      ['<script>', 'a.html'],
    ] as const) {
      expect([name, (await upload(bytes, { name })).message]).toEqual([name, UNFIT])
    }
    expect((await upload('<script>', { name: 'a.pdf' })).message).toContain('不是完整的 PDF')
    const script = makePdf({ objects: ['<< /S /JavaScript /JS (1) >>'] })
    expect((await upload(script, { name: 'a.pdf' })).message).toContain('脚本（JavaScript）')
    expect((await upload(Buffer.alloc((30 << 20) + 1), { name: 'a.pdf' })).code).toBe(400)
    expect(await listNames(upstream.files.uploads)).toEqual(before)
  })

  it('sends a PDF as a download under its name, whole or in parts', async () => {
    const bytes = makePdf()
    const item = await add({ name: '能力 附表(2026).pdf' }, bytes)
    expect(item).toMatchObject({ kind: 'pdf', pages: 1, bytes: bytes.length })
    const answer = await get(item.url)
    expect(answer.rawPayload.equals(bytes)).toBe(true)
    expect(item.url).toMatch(/^\/file\/doc\/m\/[0-9a-f]{32}\/2026\.pdf$/)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="2026.pdf"; filename*=UTF-8''%E8%83%BD%E5%8A%9B%20%E9%99%84%E8%A1%A8%282026%29.pdf`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-robots-tag': 'noindex',
      'accept-ranges': 'bytes',
    })
    const part = await get(item.url, { range: 'bytes=0-3' })
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([
      206,
      '%PDF',
      `bytes 0-3/${bytes.length}`,
    ])
    expect((await get(item.url, { range: 'bytes=-6' })).body).toBe('%%EOF\n')
    expect((await get(item.url, { range: 'bytes=999999-' })).statusCode).toBe(416)
    expect((await get(item.url, { range: 'bytes=0-3', 'if-range': '"old"' })).statusCode).toBe(200)
    expect((await get(item.url.replace('/doc/', '/img/'))).statusCode).toBe(404)
  })

  it('lets search engines list a PDF that staff have opened for them', async () => {
    const item = await add({ name: '附表.pdf' }, makePdf({ catalog: '/Lang (en)' }))
    const body = { version: 1, name: '附表.pdf', alt: '', isDecorative: false, source: '', isSearchable: true }
    expect((await editor.ask(`PUT ${PATH}/${item.id}`, body)).data).toMatchObject({ isSearchable: true })
    expect((await get(item.url)).headers['x-robots-tag']).toBe('all')
    const { data } = await editor.ask(`PUT ${PATH}/${item.id}`, { ...body, version: 2, isSearchable: false })
    expect(data).toMatchObject({ isSearchable: false })
    expect((await get(item.url)).headers['x-robots-tag']).toBe('noindex')
  })

  it('refuses a file that the storage has no room for, with the limit that the operator set', async () => {
    const { usedBytes, totalBytes } = (await editor.ask(`GET ${PATH}`)).data
    expect(totalBytes).toBe(3 * 1024 ** 3)
    const item = await add()
    const fill = (bytes: number) => upstream.db.updateTable('media').set({ bytes }).where('id', '=', item.id).execute()
    await fill(totalBytes - usedBytes)
    expect((await upload(await makePhoto())).message).toBe('图片与文件已满 3 GB，请先删除未使用的文件')
    await fill(1)
    expect((await upload(await makePhoto())).code).toBe(200)
  })

  it('keeps control characters, line ends and directions out of names and headers', async () => {
    const item = await add({}, makePdf({ catalog: '/Lang (zh)' }))
    const rename = (name: string, version: number) =>
      editor.ask(`PUT ${PATH}/${item.id}`, {
        version,
        name,
        alt: '',
        isDecorative: false,
        source: '',
        isSearchable: false,
      })
    const { data } = await rename('附表\r\nSet-Cookie: a=b\u202efdp.exe"; x="', 1)
    expect(data.name).toBe('附表 Set-Cookie: a=bfdp.exe"; x="')
    const { headers } = await get(item.url)
    expect(headers['set-cookie']).toBeUndefined()
    expect(String(headers['content-disposition'])).toMatch(
      /^attachment; filename="[a-z0-9.-]+"; filename\*=UTF-8''[\w%.~-]+$/,
    )
    await rename('附表.hta', 2)
    expect((await get(item.url)).headers['content-disposition']).toMatch(/%E8%A1%A8\.hta\.pdf$/)
    expect((await rename(' \u200b ', 3)).message).toBe('请填写文件名')
    expect(await rename('b.pdf', 1)).toMatchObject({ code: 409, extra: { current: { version: 3 } } })
  })

  it('finds where a picture is used, and deletes it only when nothing needs it', async () => {
    const item = await add({ name: 'use.png' })
    const article = await write(`![铁线](${item.url})`, '绿松石铁线')
    expect((await read(item.id)).usedIn).toEqual([
      { place: 'article', articleId: article, pageKey: null, title: '绿松石铁线', member: null, day: null },
    ])
    expect(await erase(item.id)).toMatchObject({ code: 409, message: '还在使用，不能删除：“绿松石铁线”' })
    expect(await list({ search: '绿松石铁线' })).toEqual([item.id])
    expect(await list({ view: 'unused' })).not.toContain(item.id)
    await rewrite(article, '没有图片')
    // The version before can be restored.
    expect((await read(item.id)).item).toMatchObject({ uses: 0, isUnused: false })
    expect(await erase(item.id)).toMatchObject({ code: 409 })
    await pass(91)
    expect(await list({ view: 'unused' })).toContain(item.id)
    expect(await erase(item.id)).toMatchObject({ code: 200 })
    expect((await get(item.url)).statusCode).toBe(410)
    expect(await list()).not.toContain(item.id)
    expect(await list({ view: 'deleted' })).toEqual([item.id])
    expect(await restore(item.id, null)).toMatchObject({ code: 200 })
    expect((await get(item.url)).statusCode).toBe(200)
  })

  it('is known to the check of texts, which finds a file in the recycle bin', async () => {
    const item = await add({ name: 'checked.png' })
    const id = await write(`![图](${item.url})`, '检查')
    const body = { version: 1, form: { ...sampleForm, contentMd: `![图](${item.url})` }, state: 'published' }
    expect(await editor.ask(`PUT /v1/manage/articles/${id}`, body)).toMatchObject({ code: 200 })
    const findTargets = () =>
      upstream.db.selectFrom('content_faults').select(['kind', 'target']).where('article_id', '=', id).execute()
    expect(await findTargets()).toEqual([])
    await upstream.db.updateTable('media').set({ deleted_at: clock }).where('id', '=', item.id).execute()
    await recordFaults(upstream.db, id, clock)
    expect(await findTargets()).toEqual([{ kind: 'missingFile', target: item.url }])
  })

  it('counts drafts, settings, and pictures of an article', async () => {
    const [cover, drafted, seal] = [await add(), await add(), await add()]
    const form = { ...sampleForm, title: '封面', avatar: cover.url }
    const { data } = await editor.ask('POST /v1/manage/articles', { form })
    const draft = { baseVersion: 1, form: { ...form, contentMd: `![](${drafted.url})` } }
    expect(await editor.ask(`PUT /v1/manage/articles/${data.id}/draft`, draft)).toMatchObject({ code: 200 })
    await upstream.db
      .insertInto('site_settings')
      .values({ name: 'a-test', value: `"${seal.url}"` })
      .execute()
    expect((await read(cover.id)).usedIn).toMatchObject([{ place: 'article', title: '封面' }, { place: 'draft' }])
    expect((await read(drafted.id)).usedIn).toMatchObject([{ place: 'draft', title: '封面' }])
    expect((await read(seal.id)).usedIn).toMatchObject([{ place: 'setting', title: '站点设置' }])
    await upstream.db.deleteFrom('site_settings').where('name', '=', 'a-test').execute()
    expect((await read(seal.id)).usedIn).toEqual([])
  })

  it('is used in a scheduled article by the title that will be published, and in a published one by that of now', async () => {
    const item = await add({ name: 'scheduled.png' })
    const id = await write(`![铁线](${item.url})`, '未命名文章')
    const form = { ...sampleForm, title: '岁末开放日', contentMd: `![铁线](${item.url})` }
    const publishAt = toWireDateTime(clock + DAY_MS).slice(0, 16)
    const schedule = async (title: string) => {
      const { version } = (await editor.ask(`GET /v1/manage/articles/${id}`)).data
      const body = { version, publishAt, form: { ...form, title } }
      expect(await editor.ask(`PUT /v1/manage/articles/${id}/schedule`, body)).toMatchObject({ code: 200 })
    }
    const findTitles = async () => new Set((await read(item.id)).usedIn.map(({ title }: Loose) => title))
    await schedule('岁末开放日')
    expect(await findTitles()).toEqual(new Set(['岁末开放日']))
    const published = { version: 1, form, state: 'published' }
    expect(await editor.ask(`PUT /v1/manage/articles/${id}`, published)).toMatchObject({ code: 200 })
    await schedule('岁末开放日（改期）')
    expect(await findTitles()).toEqual(new Set(['岁末开放日']))
  })

  it('is kept while the front page has it as a qualification', async () => {
    const item = await add({ name: 'cma.png' })
    const owner = await join(upstream, '顾怀瑾', 'owner')
    const put = async (qualifications: object[] | null) => {
      const { version } = (await owner.ask('GET /v1/manage/site')).data
      return await owner.ask('PUT /v1/manage/site', { version, settings: { home: { qualifications } } })
    }
    expect(await put([{ name: '资质认定证书', note: '', url: item.url }])).toMatchObject({ code: 200 })
    expect((await read(item.id)).usedIn).toMatchObject([
      { place: 'setting', member: 'qualifications' },
      { place: 'settingVersion', member: null },
    ])
    expect(await erase(item.id)).toMatchObject({ code: 409 })
    await put(null)
    expect((await read(item.id)).usedIn).not.toContainEqual(expect.objectContaining({ place: 'setting' }))
  })

  it('lists pictures without alternative text, and finds names, texts and sources', async () => {
    const item = await add({ name: 'no-alt.png' })
    expect(await list({ view: 'noAlt' })).toContain(item.id)
    const body = {
      version: 1,
      name: '铁线.png',
      alt: '褐黑色铁线',
      isDecorative: false,
      source: '本中心拍摄',
      isSearchable: false,
    }
    expect(await editor.ask(`PUT ${PATH}/${item.id}`, body)).toMatchObject({ code: 200, data: { alt: '褐黑色铁线' } })
    expect(await list({ view: 'noAlt' })).not.toContain(item.id)
    for (const search of ['铁线.PNG', '褐黑', '本中心']) expect(await list({ search })).toEqual([item.id])
    expect(await list({ search: '%' })).toEqual([])
    expect(await list({ kind: 'pdf', search: '铁线' })).toEqual([])
  })

  it('filters by uploader, day and size, counts each view, and knows the neighbours of a file in a filtered list', async () => {
    await pass(3)
    const day = new Date(clock + 8 * 3_600_000).toISOString().slice(0, 10)
    const before = new Date(clock + 8 * 3_600_000 - DAY_MS).toISOString().slice(0, 10)
    const countsBefore = (await editor.ask(`GET ${PATH}`)).data.counts
    const third = await join(upstream, '顾怀瑾', 'editor')
    const mine: string[] = []
    for (const nth of [1, 2, 3]) {
      clock += 1000
      mine.push((await add({ name: `三${nth}.png`, by: third })).id)
    }
    const [oldest = '', middle = '', newest = ''] = mine
    expect(await list({ by: third.id })).toEqual([newest, middle, oldest])
    expect(await list({ by: third.id, from: day, to: day })).toHaveLength(3)
    expect(await list({ by: third.id, to: before })).toEqual([])
    await upstream.db
      .updateTable('media')
      .set({ bytes: 5 << 20 })
      .where('id', '=', middle)
      .execute()
    expect(await list({ by: third.id, minMb: '5' })).toEqual([middle])
    expect(await list({ by: third.id, minMb: '6' })).toEqual([])
    const { counts, uploaders } = (await editor.ask(`GET ${PATH}?by=${third.id}&minMb=6`)).data
    for (const view of ['all', 'picture', 'noAlt', 'unused']) expect(counts[view]).toBe(countsBefore[view] + 3)
    expect([counts.pdf, counts.deleted]).toEqual([countsBefore.pdf, countsBefore.deleted])
    expect(uploaders).toContainEqual({ id: third.id, name: '顾怀瑾' })
    expect(uploaders).not.toContainEqual(expect.objectContaining({ id: member.id }))
    const neighbours = async (id: string, query = '') =>
      (await editor.ask(`GET ${PATH}/${id}?by=${third.id}${query}`)).data
    expect(await neighbours(middle)).toMatchObject({ newerId: newest, olderId: oldest })
    expect(await neighbours(newest)).toMatchObject({ newerId: null, olderId: middle })
    expect(await neighbours(oldest)).toMatchObject({ newerId: middle, olderId: null })
    expect(await neighbours(oldest, '&minMb=5')).toMatchObject({ newerId: middle, olderId: null })
    expect((await editor.ask(`GET ${PATH}?from=2026`)).code).toBe(400)
  })

  it('shows 60 on a page', async () => {
    const ids = Array.from({ length: 61 }, () => randomBytes(16).toString('hex'))
    const facts = {
      bytes: 1,
      width: 1,
      height: 1,
      pages: null,
      sha256: '0',
      alt: '装饰',
      is_decorative: 0,
      source: '翻页',
    }
    const state = { by_id: null, file_by_id: null, revision: 1, version: 1, deleted_at: null, address_name: 'a.png' }
    const rows = ids.map((id) => ({
      id,
      file: `${id}.png`,
      name: 'a.png',
      kind: 'picture' as const,
      at: clock,
      file_at: clock,
      ...facts,
      ...state,
    }))
    await upstream.db.insertInto('media').values(rows).execute()
    const first = (await editor.ask(`GET ${PATH}?search=${encodeURIComponent('翻页')}`)).data
    expect(first.records).toHaveLength(60)
    const second = (await editor.ask(`GET ${PATH}?search=${encodeURIComponent('翻页')}&after=${first.next}`)).data
    expect(second).toMatchObject({ next: null, records: { length: 1 } })
    expect(new Set([...first.records, ...second.records].map(({ id }: Loose) => id)).size).toBe(61)
    await upstream.db.deleteFrom('media').where('source', '=', '翻页').execute()
  })

  it('replaces a file under the same address, and restores the one before', async () => {
    const item = await add({ name: 'first.png' })
    const before = await get(item.url)
    const photo = await makePhoto(80)
    const replace = (bytes: Buffer) => send(`${PATH}/${item.id}/file`, bytes, { by: colleague })
    expect((await replace(makePdf({ catalog: '/A 1' }))).message).toBe('图片只能换成图片，PDF 只能换成 PDF')
    expect(await replace(photo)).toMatchObject({ code: 200, data: { url: item.url, width: 80, name: 'first.png' } })
    const after = await get(item.url, { 'if-none-match': before.headers.etag })
    expect([after.statusCode, after.rawPayload.equals(before.rawPayload)]).toEqual([200, false])
    expect((await replace(photo)).message).toBe('选择的文件与现在的内容相同')
    const { files } = await read(item.id)
    expect(files).toMatchObject([{ revision: 1, width: 60, byName: '林知微' }])
    expect(await restore(item.id, 1)).toMatchObject({ code: 200, data: { width: 60, url: item.url } })
    expect((await get(item.url)).rawPayload.equals(before.rawPayload)).toBe(true)
    expect((await read(item.id)).files).toMatchObject([{ revision: 2, width: 80 }])
    await pass(91)
    expect((await read(item.id)).files).toEqual([])
    expect((await restore(item.id, 2)).message).toBe('这个旧文件已不在，可能超过了 90 天')
  })

  it('offers smaller widths to readers of an article, which follow the picture', async () => {
    const makeNoise = (width: number) =>
      sharp({ create: { width, height: 40, channels: 3, background: '#888', noise: { type: 'gaussian', sigma: 40 } } })
        .jpeg()
        .toBuffer()
    const item = await add({ name: 'wide photo.jpg' }, await makeNoise(1200))
    const small = await add({ name: 'small.png' }, await makePhoto(300))
    const id = await write(`![宽](${item.url})\n\n![窄](${small.url})\n\n![外](https://x.example/a.png)`)
    const width = (px: number) => item.url.replace(/(?=\.\w+$)/, `-${px}`)
    const { data } = await editor.ask(`GET /v1/article/info?id=${id}`)
    const set = `${width(480)} 480w, ${width(960)} 960w, ${item.url} 1200w`
    expect(data.content).toContain(`<img width="1200" height="40" srcset="${set}" src="${item.url}"`)
    expect(data.content).toContain(`<img width="300" height="40" src="${small.url}"`)
    expect(data.content).toContain('<img src="https://x.example/a.png"')
    expect(data.contentMd).not.toContain('-480.')

    const first = await get(width(480))
    expect(first.headers).toMatchObject({ 'cache-control': 'public, max-age=600', 'content-type': /^image\// })
    expect(await sharp(first.rawPayload).metadata()).toMatchObject({ width: 480, height: 16 })
    expect((await get(width(480), { 'if-none-match': first.headers.etag })).statusCode).toBe(304)
    for (const url of [width(481), width(480).replace('-480', '-480-480'), width(480).replace(item.id, small.id)]) {
      expect((await get(url)).statusCode).toBe(404)
    }
    await send(`${PATH}/${item.id}/file`, await makeNoise(700), { by: colleague })
    const after = await get(width(480), { 'if-none-match': first.headers.etag })
    expect([after.statusCode, (await sharp(after.rawPayload).metadata()).height]).toEqual([200, 27])
    expect((await editor.ask(`GET /v1/article/info?id=${id}`)).data.content).toContain(`${item.url} 700w`)
    const whole = await get(width(960))
    expect(whole.rawPayload.equals((await get(item.url)).rawPayload)).toBe(true)
    const bin = await add({ name: 'bin.png' }, await makePhoto(1200))
    await erase(bin.id)
    expect((await get(bin.url.replace('.', '-480.'))).statusCode).toBe(410)
  })

  it('offers smaller widths of covers in lists, of pictures in short posts, and of uploads of members', async () => {
    const cover = await add({ name: 'cover.png' }, await makePhoto(1300))
    const form = { ...sampleForm, title: '封面', avatar: cover.url, isPublish: PUBLISH_STATE.published, tagList: [] }
    expect(await editor.ask('POST /v1/article/', form)).toMatchObject({ code: 200 })
    const animated = await sharp(await Promise.all([makePhoto(700), makePhoto(700)]), { join: { animated: true } })
      .webp({ lossless: true })
      .toBuffer()
    const urls: string[] = []
    const toWidth = (url = '', px: number) => url.replace(/(?=\.\w+$)/, `-${px}`)
    for (const bytes of [await makePhoto(900), animated]) {
      urls.push((await send('/file/upload', bytes, { by: member })).data)
    }
    await editor.ask('POST /v1/article/', { ...form, title: '外链', avatar: 'https://x.example/a.png' })
    const { records } = (await member.ask('GET /v1/article/?pageNo=1&pageSize=10')).data
    const widths = records.map((one: { title: string; srcSet?: string }) => [one.title, one.srcSet])
    expect(widths).toContainEqual([
      '封面',
      `${toWidth(cover.url, 480)} 480w, ${toWidth(cover.url, 960)} 960w, ${cover.url} 1300w`,
    ])
    expect(widths).toContainEqual(['外链', undefined])

    const id = await write(urls.map((url) => `![图](${url})`).join('\n\n'))
    const { content } = (await editor.ask(`GET /v1/article/info?id=${id}`)).data
    expect(content).toContain('<img width="900" height="40" srcset="')
    expect(content).toContain('<img width="700" height="40" srcset="')

    const owner = await join(upstream, '石衡', 'owner')
    const imgUrl = [...urls, 'https://x.example/a.png', `/file/img/${'0'.repeat(32)}.png`].join(',')
    expect(await owner.ask('POST /v1/say/insertSay', { content: '到样', imgUrl })).toMatchObject({ code: 200 })
    const [post] = (await member.ask('GET /v1/say/getSayList')).data.records
    expect(new Set(post.imgSets)).toEqual(
      new Set(
        [900, 700].map((px, at) => ({
          imgUrl: urls[at],
          srcSet: `${toWidth(urls[at], 480)} 480w, ${urls[at]} ${px}w`,
        })),
      ),
    )
  })

  it('takes in pictures that staff uploaded before, and forgets what was deleted 90 days ago', async () => {
    const name = `${randomBytes(16).toString('hex')}.png`
    await upstream.files.uploads.put(name, await makePhoto(33))
    await write(`![旧图](/file/img/${name})`, '旧文章')
    const bin = await add()
    expect(await erase(bin.id)).toMatchObject({ code: 200 })
    const sweeper = createMediaSweep({ db: upstream.db, uploads: upstream.files.uploads, now })
    await sweeper.sweep()
    const { item, usedIn } = await read(name.slice(0, 32))
    expect(item).toMatchObject({ url: `/file/img/${name}`, isStable: false, byName: null, width: 33, height: 40 })
    expect(usedIn).toMatchObject([{ title: '旧文章' }])
    const replaced = await send(`${PATH}/${item.id}/file`, await makePhoto())
    expect(replaced.message).toContain('地址不能保留')
    expect(await list({ view: 'deleted' })).toContain(bin.id)
    await pass(90)
    await sweeper.sweep()
    expect(await list({ view: 'deleted' })).not.toContain(bin.id)
    expect((await get(bin.url)).statusCode).toBe(404)
  })

  it('is closed to members and visitors, and records what staff did', async () => {
    const item = await add({ name: '记录.png' })
    expect((await upload(await makePhoto(), { by: member })).code).toBe(403)
    expect((await upload(await makePhoto(), { by: {} })).code).toBe(401)
    expect((await member.ask(`GET ${PATH}`)).code).toBe(403)
    expect((await erase(item.id, member)).code).toBe(403)
    await erase(item.id)
    const entries = await upstream.db
      .selectFrom('audit_log')
      .select(['action', 'outcome', 'target_name', 'actor_name'])
      .where('target_id', '=', item.id)
      .orderBy('id')
      .execute()
    expect(entries.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      'media.upload done',
      'media.delete done',
    ])
    expect(entries[1]).toMatchObject({ target_name: '记录.png', actor_name: '林知微' })
  })
})
