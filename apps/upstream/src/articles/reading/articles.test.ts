import { DAY_MS } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ask } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'

const MISSING = { status: 200, code: 500, message: '抱歉，文章不存在', data: null, extra: {} }

describeDatabases('articles', (make) => {
  let upstream: TestUpstream
  let clock = Date.UTC(2025, 2, 9)
  let clients = 0
  let from = ''

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => clock })
  })
  afterAll(() => upstream.close())
  beforeEach(() => {
    clients += 1
    from = `203.0.113.${clients}`
  })

  const get = (path: string, token?: string) => ask(upstream, `GET ${path}`, { from, token })
  const getTitles = (data: { records: { title: string }[] }) => data.records.map(({ title }) => title)
  async function findId(title: string): Promise<number> {
    const row = await upstream.db
      .selectFrom('articles')
      .select('id')
      .where('title', '=', title)
      .executeTakeFirstOrThrow()
    return row.id
  }

  it('lists published articles, sticky ones first, then the newest', async () => {
    const { data } = await get('/v1/article/')
    expect(getTitles(data).slice(0, 4)).toEqual(['春节收样安排', '开放日：来看(不确定度)怎么算', '十倍放大镜', '钻石'])
    expect(getTitles(data)).not.toContain('未发表的草稿')
    expect(data).toMatchObject({
      total: 9,
      size: 10,
      current: 1,
      pages: 1,
      orders: [],
      hitCount: false,
      searchCount: true,
    })
  })

  it('maps each row to its wire form', async () => {
    const { data } = await get('/v1/article/?categoryId=32')
    expect(data.records[1]).toEqual({
      id: expect.any(Number),
      title: '开放日：来看(不确定度)怎么算',
      avatar: '/file/img/loupe.svg',
      summary: '开放日当天可以参观 100% 全部仪器',
      content: null,
      isStick: 0,
      isOriginal: 1,
      isPublish: null,
      quantity: 214,
      commentCount: 0,
      likeCount: 0,
      collectCount: 0,
      isCollect: null,
      commentContent: null,
      categoryName: '新闻资讯',
      categoryId: '32',
      createTime: '2025-03-08 09:30:00',
      formatCreateTime: '22小时前',
      tagList: [
        {
          id: expect.any(Number),
          name: '公告',
          sort: expect.any(Number),
          clickVolume: 0,
          createTime: '2025-03-09 08:00:00',
          updateTime: null,
        },
        expect.objectContaining({ name: '开放日' }),
      ],
      isLinkFlag: false,
      linkUrl: null,
      nickname: '沈砚秋',
      userId: '1',
    })
    expect(data.records[2]).toMatchObject({ isLinkFlag: true, linkUrl: 'https://news.example.test/report' })
  })

  it('lists a category at both of its paths, and a tag', async () => {
    const gems = await get('/v1/article/?categoryId=34')
    expect(getTitles(gems.data)).toEqual(['钻石', '翡翠'])
    expect((await get('/v1/article/category?categoryId=34')).data).toEqual(gems.data)
    expect((await get('/v1/article/?categoryId=0')).data.total).toBe(9)
    const tag = await upstream.db.selectFrom('tags').select('id').where('name', '=', '软玉').executeTakeFirstOrThrow()
    expect(getTitles((await get(`/v1/article/?tagId=${tag.id}`)).data)).toEqual([
      '和田玉与常见相似玉石的区分',
      '只给关注者看的文章',
    ])
    expect((await get('/v1/article/?tagId=99999')).data).toMatchObject({ records: [], total: 0, pages: 0 })
  })

  it('lists by number of reads', async () => {
    const { data } = await get('/v1/article/?orderByDescColumn=quantity')
    expect(getTitles(data).slice(0, 3)).toEqual(['春节收样安排', '翡翠', '开放日：来看(不确定度)怎么算'])
  })

  it('pages only with both parameters, and caps the page size at 100', async () => {
    const readPage = async (query: string) => (await get(`/v1/article/?${query}`)).data
    expect(await readPage('pageSize=2')).toMatchObject({ size: 10, current: 1 })
    expect(await readPage('pageNo=&pageSize=2')).toMatchObject({ size: 10 })
    expect(await readPage('pageNo=2&pageSize=4')).toMatchObject({ size: 4, current: 2, pages: 3, total: 9 })
    expect(await readPage('pageNo=1&pageSize=500')).toMatchObject({ size: 100 })
    expect(await readPage('pageNo=-3')).toMatchObject({ current: 1, size: 10 })
    expect(await readPage('pageNo=4&pageSize=4')).toMatchObject({ records: [], total: 9, pages: 3 })
    expect(await get('/v1/article/?pageNo=x')).toMatchObject({
      status: 200,
      code: 400,
      message: '系统繁忙，请稍后重试',
    })
    const first = await readPage('pageNo=1&pageSize=5')
    const second = await readPage('pageNo=2&pageSize=5')
    expect(new Set([...getTitles(first), ...getTitles(second)]).size).toBe(9)
  })

  it('returns an article with its text', async () => {
    const { data, headers } = await get(`/v1/article/info?id=${await findId('绿松石注胶的红外特征')}`)
    expect(data).toMatchObject({
      userId: '1',
      nickname: '沈砚秋',
      summary: '一例实测',
      isPublish: 1,
      readType: 0,
      createTime: Date.UTC(2025, 0, 5, 2),
      category: { id: 33, name: '研究', sort: null },
      isLike: false,
      isCollect: 0,
      activeReadType: false,
      isLinkFlag: false,
    })
    expect(data.content).toContain('<h2 id="h-谱图">谱图</h2>')
    expect(data.content).toContain('<h2 id="h-谱图-2">谱图</h2>')
    expect(data.content).toContain('<table>')
    expect(data.contentMd).toContain('## 谱图')
    expect(data).not.toHaveProperty('plain')
    expect(headers['cache-control']).toBeUndefined()
  })

  it('answers for unpublished articles as for missing ones', async () => {
    for (const id of [await findId('未发表的草稿'), await findId('等待审核'), 999_999]) {
      expect(await get(`/v1/article/info?id=${id}`)).toMatchObject(MISSING)
    }
    expect((await get('/v1/article/archive')).extra).toEqual({ total: 9 })
    expect(JSON.stringify(await get('/v1/'))).not.toContain('未发表的草稿')
  })

  it('sends only the beginning of a gated article until the reader likes it', async () => {
    const id = await findId('和田玉与常见相似玉石的区分')
    const { token } = await upstream.signUp(`gate${from}@example.test`)
    for (const reader of [undefined, token]) {
      const { data, headers } = await get(`/v1/article/info?id=${id}`, reader)
      expect(data).toMatchObject({ readType: 2, activeReadType: false, contentMd: null })
      expect(data.content).toMatch(/^<p>折射率.{250,320}…<\/p>$/)
      expect(JSON.stringify(data)).not.toContain('白玉菩提')
      expect(headers['cache-control']).toBe('no-store')
    }
    await get(`/v1/article/like?articleId=${id}`, token)
    const { data } = await get(`/v1/article/info?id=${id}`, token)
    expect(data).toMatchObject({ activeReadType: true, isLike: true, likeCount: 1 })
    expect(data.content).toContain('白玉菩提')
    expect((await get(`/v1/article/info?id=${id}`)).data.content).not.toContain('白玉菩提')
  })

  it('opens a code-gated article for a day to the client that sent a code, and accepts a code once', async () => {
    const id = await findId('只给关注者看的文章')
    await upstream.gates.addCode('482910', clock + 1000)
    expect(await get('/v1/article/checkCode?code=000000')).toMatchObject({
      code: 500,
      message: '验证码不正确或已过期，请重新输入',
    })
    expect(await get('/v1/article/checkCode?code=482910')).toMatchObject({ code: 200, data: '验证成功' })
    expect(await get('/v1/article/checkCode?code=482910')).toMatchObject({ code: 500 })
    expect((await get(`/v1/article/info?id=${id}`)).data).toMatchObject({ activeReadType: true })
    const elsewhere = await ask(upstream, `GET /v1/article/info?id=${id}`, { from: '192.0.2.250' })
    expect(elsewhere.data).toMatchObject({ activeReadType: false, contentMd: null })
    clock += DAY_MS
    expect((await get(`/v1/article/info?id=${id}`)).data).toMatchObject({ activeReadType: false })
    await upstream.gates.addCode('482911', clock)
    expect(await get('/v1/article/checkCode?code=482911')).toMatchObject({ code: 500 })
  })

  it('limits guesses of the official account’s codes', async () => {
    for (let tries = 0; tries < 10; tries += 1) {
      clock += 11_000
      await get(`/v1/article/checkCode?code=${100_000 + tries}`)
    }
    clock += 11_000
    await upstream.gates.addCode('777777', clock + 1000)
    expect(await get('/v1/article/checkCode?code=777777')).toMatchObject({ message: '请求过于频繁,稍后重试' })
  })

  it('toggles a like, also under concurrent clicks', async () => {
    const id = await findId('钻石')
    const { token } = await upstream.signUp(`like${from}@example.test`)
    const like = () => get(`/v1/article/like?articleId=${id}`, token)
    const readLikes = async () => (await get(`/v1/article/info?id=${id}`, token)).data
    expect(await like()).toMatchObject({ code: 200, message: '成功', data: null, extra: {} })
    expect(await readLikes()).toMatchObject({ likeCount: 1, isLike: true })
    await like()
    expect(await readLikes()).toMatchObject({ likeCount: 0, isLike: false })
    await Promise.all(Array.from({ length: 7 }, like))
    expect(await readLikes()).toMatchObject({ likeCount: 1, isLike: true })
    await get(`/v1/article/like?articleId=${id}`, token)
    expect(await get(`/v1/article/like?articleId=${id}`, token)).toMatchObject({
      code: 500,
      message: '请求过于频繁,稍后重试',
    })
  })

  it('refuses a like by a visitor, and of an unpublished article', async () => {
    const id = await findId('未发表的草稿')
    const refusal = { status: 200, code: 401, message: '当前会话已过期，请重新登录', data: null, extra: {} }
    expect(await get(`/v1/article/like?articleId=${id}`)).toMatchObject(refusal)
    expect(await get(`/v1/article/like?articleId=${id}`, 'x'.repeat(128))).toMatchObject(refusal)
    const { token } = await upstream.signUp(`none${from}@example.test`)
    expect(await get(`/v1/article/like?articleId=${id}`, token)).toMatchObject(MISSING)
    expect(await get(`/v1/article/like?articleId=${id}&Authorization=${token}`)).toMatchObject(refusal)
    const cookie = await ask(upstream, `GET /v1/article/like?articleId=${id}`, {
      headers: { cookie: `Authorization=${token}` },
    })
    expect(cookie).toMatchObject(refusal)
    expect(await get(`/v1/article/like?articleId=${id}`, `Bearer ${token}`)).toMatchObject(refusal)
  })

  it('counts a reader once per article and day', async () => {
    const id = await findId('十倍放大镜')
    const read = (address: string) => ask(upstream, `GET /v1/article/info?id=${id}`, { from: address })
    for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.2']) await read(address)
    await upstream.app.inject('/healthz')
    const countReads = async () => (await read('192.0.2.1')).data.quantity
    await expect.poll(countReads, { timeout: 20_000 }).toBe(44)
    clock += DAY_MS
    await read('192.0.2.1')
    await expect.poll(countReads, { timeout: 20_000 }).toBe(45)
  })

  it('groups the archive by month', async () => {
    const { data } = await get('/v1/article/archive')
    expect(data.map(({ time }: { time: string }) => time)).toEqual([
      '2025-03',
      '2025-02',
      '2025-01',
      '2024-11',
      '2024-10',
      '2024-01',
    ])
    expect(data[0].list[0]).toEqual({
      id: expect.any(Number),
      title: '开放日：来看(不确定度)怎么算',
      time: '2025-03',
      formatTime: '03-08',
    })
  })
})
