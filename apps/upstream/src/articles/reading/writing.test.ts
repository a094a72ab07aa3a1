import { HOUR_MS, MINUTE_MS } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ask, type Loose } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { articleId, join, type Member } from '#testing/members.ts'

const SECRET = '玫瑰色的鉴定笔记'

describeDatabases('a written article', (make) => {
  let upstream: TestUpstream
  let clock = Date.UTC(2025, 2, 9)
  let jade: Member
  let pearl: Member
  let editor: Member

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => clock })
  })
  afterAll(() => upstream.close())
  beforeEach(async () => {
    clock += HOUR_MS
    jade = await join(upstream, '玉声')
    pearl = await join(upstream, '珠圆')
    editor = await join(upstream, '编辑', 'editor')
  })

  const tagIds = async (...names: string[]) => {
    const rows = await upstream.db.selectFrom('tags').select(['id', 'name']).where('name', 'in', names).execute()
    return names.map((name) => rows.find((row) => row.name === name)?.id ?? 0)
  }
  const makeForm = (more: Record<string, unknown> = {}) => ({
    title: SECRET,
    summary: '一例实测',
    categoryId: 33,
    contentMd: '## 谱图\n\n见下。',
    ...more,
  })
  const write = async (member: Member, more: Record<string, unknown> = {}): Promise<number> => {
    const answer = await member.ask('POST /v1/article/', makeForm(more))
    expect(answer).toMatchObject({ code: 200, data: null })
    return answer.extra.id
  }
  const findTitles = async (word: string) =>
    (await ask(upstream, `GET /v1/article/search?keyword=${encodeURIComponent(word)}`)).data.records.map(
      ({ id }: Loose) => id,
    )
  const decideReview = (id: number, decision: string, note?: string) =>
    editor.ask('POST /v1/review/article', { id, decision, ...(note && { note }) })
  const readNotices = async (member: Member) =>
    (await member.ask('GET /v1/im/getMessageNotice?type=0')).data.records.map(({ content }: Loose) => content)
  const countTerms = async (id: number) =>
    (await upstream.db.selectFrom('article_terms').select('term').where('article_id', '=', id).execute()).length
  const readState = async (id: number) =>
    (await upstream.db.selectFrom('articles').selectAll().where('id', '=', id).executeTakeFirst())?.is_publish

  it('is stored as Markdown, without the HTML that was sent', async () => {
    const id = await write(jade, { content: '<script>alert(1)</script>', contentMd: '**粗** <script>x</script>' })
    const { data } = await jade.ask(`GET /v1/article/selectMyArticleInfo?id=${id}`)
    expect(data).toEqual({
      id,
      title: SECRET,
      summary: '一例实测',
      avatar: null,
      keywords: null,
      originalUrl: null,
      categoryId: 33,
      isPublish: 2,
      isOriginal: 1,
      content: '**粗** <script>x</script>',
      contentMd: '**粗** <script>x</script>',
      userId: jade.id,
      tagList: [],
    })
  })

  it('is returned as typed, in the form and in the list', async () => {
    const contentMd = '折射率 < 1.66 &lt;实测&gt; & "引号" \'单引号\'\n\n<b>粗</b> ~~删~~ &amp;amp;'
    const id = await write(jade, { contentMd, content: '<p>x</p>' })
    const { data } = await jade.ask(`GET /v1/article/selectMyArticleInfo?id=${id}`)
    expect([data.content, data.contentMd]).toEqual([contentMd, contentMd])
    const ownList = await jade.ask('GET /v1/article/selectArticleByUserId')
    expect(ownList.data.records[0].content).toBe(contentMd)
    await jade.ask('PUT /v1/article/', { ...data })
    expect((await jade.ask(`GET /v1/article/selectMyArticleInfo?id=${id}`)).data.content).toBe(contentMd)
  })

  it('hides its source from other members while it is gated', async () => {
    const id = await write(jade, { contentMd: '# 标题\n\n[链接](https://secret.example.test/x)' })
    await decideReview(id, 'publish')
    const readSeen = async () =>
      (await pearl.ask(`GET /v1/article/selectArticleByUserId?userId=${jade.id}`)).data.records[0].content
    expect(await readSeen()).toContain('secret.example.test')
    await upstream.db.updateTable('articles').set({ read_type: 1 }).where('id', '=', id).execute()
    expect(await readSeen()).toBe('标题\n链接')
  })

  it('is published as the preview shows it', async () => {
    const contentMd = '## 谱图\n\n| a |\n|---|\n| 1.61 |\n\n<b>x</b>'
    const { data } = await jade.ask('POST /v1/article/preview', { contentMd })
    const id = await write(jade, { contentMd })
    const texts = upstream.db.selectFrom('article_texts').select('content').where('article_id', '=', id)
    expect((await texts.executeTakeFirst())?.content).toBe(data.content)
  })

  it('waits for review when a member publishes it, and is published at once by an editor', async () => {
    for (const [asked, stored] of [
      [undefined, 2],
      [2, 2],
      [1, 2],
      [3, 3],
      [0, 3],
    ]) {
      expect(await readState(await write(jade, asked === undefined ? {} : { isPublish: asked }))).toBe(stored)
    }
    const id = await write(editor, { isPublish: 1 })
    expect(await readState(id)).toBe(1)
    expect(await readNotices(editor)).toEqual(['恭喜您发布了一篇文章'])
    expect(await findTitles(SECRET)).toContain(id)
  })

  it('is visible to its author and editors only until it is published', async () => {
    const id = await write(jade)
    const path = `GET /v1/article/info?id=${id}`
    for (const outsider of [await pearl.ask(path), await ask(upstream, path)]) {
      expect(outsider).toMatchObject({ code: 500, message: '抱歉，文章不存在', data: null, extra: {} })
    }
    for (const insider of [jade, editor]) {
      const answer = await insider.ask(path)
      expect(answer.data).toMatchObject({ id, isPublish: 2, nickname: '玉声' })
      expect(answer.headers['cache-control']).toBe('no-store')
    }
    expect(await findTitles(SECRET)).not.toContain(id)
    expect(await pearl.ask(`GET /v1/article/like?articleId=${id}`)).toMatchObject({ code: 500 })
  })

  it('goes from draft through review to publication, and keeps the date of its first publication', async () => {
    const [tag = 0] = await tagIds('软玉')
    const readCounts = async () => {
      const tags = (await ask(upstream, 'GET /v1/tag/')).data as Loose[]
      const categories = (await ask(upstream, 'GET /v1/category/')).data as Loose[]
      return [tags.find(({ id }) => id === tag).articleNum, categories.find(({ id }) => id === 33).articleNum]
    }
    const before = await readCounts()
    const id = await write(jade, { isPublish: 3, tagList: [tag] })
    expect(await readNotices(jade)).toEqual([])
    clock += HOUR_MS
    await jade.ask('PUT /v1/article/', makeForm({ id, isPublish: 2, tagList: [tag], contentMd: '折光率很高' }))
    expect(await readNotices(jade)).toEqual(['您的文章已提交审核，结果会在这里通知您'])
    expect(await readCounts()).toEqual(before)
    clock += HOUR_MS
    expect(await decideReview(id, 'publish')).toMatchObject({ code: 200, data: null })
    expect((await readNotices(jade))[0]).toBe(`您的文章《${SECRET}》已通过审核并发布`)
    expect(await findTitles('折光率很高')).toEqual([id])
    expect(await readCounts()).toEqual(before.map((count) => count + 1))
    const { data } = await ask(upstream, `GET /v1/article/info?id=${id}`)
    expect(data).toMatchObject({ createTime: clock, tagList: [{ id: tag }], isPublish: 1 })
    const published = clock
    clock += HOUR_MS
    await jade.ask('PUT /v1/article/', makeForm({ id, contentMd: '双折射可见' }))
    expect(await readState(id)).toBe(2)
    expect([await findTitles('折光率很高'), await findTitles('双折射可见')]).toEqual([[], []])
    expect(await countTerms(id)).toBe(0)
    expect(await readCounts()).toEqual(before)
    await decideReview(id, 'publish')
    expect(await findTitles('双折射可见')).toEqual([id])
    const again = await ask(upstream, `GET /v1/article/info?id=${id}`)
    expect(again.data).toMatchObject({ createTime: published, updateTime: clock, tagList: [] })
    expect(await jade.ask(`DELETE /v1/article/?id=${id}`)).toMatchObject({ code: 200, data: null })
    expect(await readCounts()).toEqual(before)
    expect(await countTerms(id)).toBe(0)
    expect(await readState(id)).toBeUndefined()
  })

  it('is returned as a draft with the comment of the editor', async () => {
    const id = await write(jade, { title: '<b>标题</b>' })
    await readNotices(jade)
    expect(await decideReview(id, 'return', '请补充 <谱图>')).toMatchObject({ code: 200 })
    expect(await readState(id)).toBe(3)
    expect(await readNotices(jade)).toContain(
      '您的文章《&lt;b&gt;标题&lt;/b&gt;》未通过审核，已退回为草稿。审核意见：请补充 &lt;谱图&gt;',
    )
    const refusal = { code: 500, message: '这篇文章不在待审核之列' }
    expect(await decideReview(id, 'publish')).toMatchObject(refusal)
    expect(await editor.ask(`GET /v1/review/article?id=${id}`)).toMatchObject(refusal)
  })

  it('is unpublished with a reason for its author, hidden from others, and republished unchanged', async () => {
    const id = await write(jade, { contentMd: '罕见的双色碧玺' })
    await decideReview(id, 'publish')
    await pearl.ask('POST /v1/comment/', { articleId: id, content: '好文' })
    await pearl.ask(`GET /v1/collect/collect?articleId=${id}`)
    const published = clock
    clock += HOUR_MS
    expect(await decideReview(id, 'takeOff')).toMatchObject({ code: 400, message: '请写明下架的原因' })
    expect(await decideReview(id, 'takeOff', '数据 <有误>')).toMatchObject({ code: 200, data: null })
    expect(await decideReview(id, 'takeOff', '再来')).toMatchObject({ code: 500, message: '这篇文章不在已发布之列' })
    expect(await decideReview(id, 'return', '再来')).toMatchObject({ code: 500, message: '这篇文章不在待审核之列' })
    const notice = `您的文章《${SECRET}》已下架。原因：数据 &lt;有误&gt;`
    expect(await readNotices(jade)).toContain(notice)
    expect([await readState(id), await countTerms(id), await findTitles('双色碧玺')]).toEqual([0, 0, []])
    const info = `GET /v1/article/info?id=${id}`
    for (const answer of [await pearl.ask(info), await ask(upstream, info)]) {
      expect(answer).toMatchObject({ code: 500, message: '抱歉，文章不存在', data: null })
    }
    expect((await pearl.ask('GET /v1/collect/')).data.records).toEqual([])
    const comments = `GET /v1/comment/?articleId=${id}&pageNo=1&pageSize=10`
    expect((await ask(upstream, comments)).data.records).toEqual([])
    const listed = (await ask(upstream, 'GET /v1/article/?pageNo=1&pageSize=100')).data.records
    expect(listed.map((row: Loose) => row.id)).not.toContain(id)

    expect((await jade.ask(info)).data).toMatchObject({ id, isPublish: 0 })
    const { data } = await editor.ask('GET /v1/review/offShelf')
    expect(data.records[0]).toMatchObject({ id, title: SECRET, nickname: '玉声' })
    expect((await editor.ask(`GET /v1/review/article?id=${id}`)).data).toMatchObject({ id, isPublish: 0 })
    expect((await editor.ask('GET /v1/review/articles')).data.records.map((row: Loose) => row.id)).not.toContain(id)

    clock += HOUR_MS
    expect(await decideReview(id, 'putBack', '已核对')).toMatchObject({ code: 200, data: null })
    expect(await decideReview(id, 'putBack')).toMatchObject({ code: 500, message: '这篇文章不在已下架之列' })
    expect((await readNotices(jade))[0]).toBe(`您的文章《${SECRET}》已重新上架。说明：已核对`)
    expect(await findTitles('双色碧玺')).toEqual([id])
    expect((await ask(upstream, info)).data).toMatchObject({ createTime: published, isPublish: 1, commentCount: 1 })
    expect((await ask(upstream, comments)).data.total).toBe(1)
  })

  it('goes through review again after an editor has unpublished it', async () => {
    const id = await write(jade)
    await decideReview(id, 'publish')
    await decideReview(id, 'takeOff', '数据有误')
    await jade.ask('PUT /v1/article/', makeForm({ id, isPublish: 0 }))
    expect(await readState(id)).toBe(3)
    await jade.ask('PUT /v1/article/', makeForm({ id, isPublish: 1 }))
    expect(await readState(id)).toBe(2)
    expect(await findTitles(SECRET)).not.toContain(id)
  })

  it('is unpublished without a notice when the editor is its author, unless it is a standing page', async () => {
    const id = await write(editor, { isPublish: 1 })
    const before = await readNotices(editor)
    expect(await decideReview(id, 'takeOff', '改版')).toMatchObject({ code: 200 })
    expect(await readNotices(editor)).toEqual(before)
    const page = await write(editor, { isPublish: 1, categoryId: 36 })
    expect(await decideReview(page, 'takeOff', '改版')).toMatchObject({ code: 500, message: '这篇文章不在已发布之列' })
    expect(await readState(page)).toBe(1)
  })

  it('is listed for review to editors only, the longest waiting first', async () => {
    await upstream.db.updateTable('articles').set({ is_publish: 3 }).where('is_publish', '=', 2).execute()
    const first = await write(jade, { title: '先', isOriginal: 0, originalUrl: 'https://a.test/1' })
    clock += HOUR_MS
    const second = await write(pearl, { title: '后' })
    clock += HOUR_MS
    // A second save keeps the place in the queue.
    await jade.ask(
      'PUT /v1/article/',
      makeForm({ id: first, title: '先', isOriginal: 0, originalUrl: 'https://a.test/1' }),
    )
    const { data } = await editor.ask('GET /v1/review/articles')
    expect(data.records.map(({ id }: Loose) => id)).toEqual([first, second])
    expect(data.records[0]).toMatchObject({ title: '先', userId: jade.id, nickname: '玉声', categoryName: '研究' })
    expect((await editor.ask(`GET /v1/review/article?id=${first}`)).data).toMatchObject({
      content: expect.stringContaining('谱图'),
      originalUrl: 'https://a.test/1',
    })
    for (const path of [
      'GET /v1/review/articles',
      'GET /v1/review/offShelf',
      `GET /v1/review/article?id=${first}`,
      'GET /v1/review/feedback',
    ]) {
      expect(await jade.ask(path)).toMatchObject({ code: -7, message: '无权限', data: null })
      expect(await ask(upstream, path)).toMatchObject({ code: 401 })
    }
    expect(await jade.ask('POST /v1/review/article', { id: first, decision: 'publish' })).toMatchObject({ code: -7 })
    expect(await readState(first)).toBe(2)
  })

  it('can be read in the form, changed and deleted by its author only', async () => {
    const id = await write(jade)
    const foreign = await articleId(upstream, '钻石')
    for (const other of [pearl, editor]) {
      const owned = [makeForm({ id, userId: jade.id }), makeForm({ id, userId: other.id })]
      for (const body of owned) {
        expect(await other.ask('PUT /v1/article/', body)).toMatchObject({ code: 500, message: '只能修改自己的文章！' })
      }
      const path = `/v1/article/?id=${id}&userId=${jade.id}`
      expect(await other.ask(`DELETE ${path}`)).toMatchObject({ code: 500, message: '只能删除自己的文章！' })
      expect(await other.ask(`GET /v1/article/selectMyArticleInfo?id=${id}`)).toMatchObject({
        code: 500,
        message: '只能查看自己的文章！',
        data: null,
      })
    }
    expect(await jade.ask(`DELETE /v1/article/?id=${foreign}`)).toMatchObject({ code: 500 })
    const ownArticle = await write(jade, { userId: pearl.id })
    const row = await upstream.db
      .selectFrom('articles')
      .select('author_id')
      .where('id', '=', ownArticle)
      .executeTakeFirstOrThrow()
    expect(row.author_id).toBe(jade.id)
  })

  it('is refused with a reason when a field is invalid', async () => {
    const tags = await tagIds('软玉', '公告', '开放日')
    const refusals: [Record<string, unknown>, string][] = [
      [{ title: ' \u200b ' }, '请填写标题'],
      [{ contentMd: ' \n' }, '请填写正文'],
      [{ contentMd: '字'.repeat(200_001) }, '正文过长，最多 20 万字'],
      [{ categoryId: 36 }, '请选择分类'],
      [{ categoryId: 9999 }, '请选择分类'],
      [{ tagList: [999_999] }, '所选标签不存在'],
      [{ tagList: [...tags, 1000] }, '最多选择 3 个标签'],
      [{ avatar: 'http://a.test/1.png' }, '封面地址不正确，请重新上传'],
      [{ avatar: '/file/img/../../x.png' }, '封面地址不正确，请重新上传'],
      [{ avatar: 'javascript:alert(1)' }, '封面地址不正确，请重新上传'],
      [{ isOriginal: 0 }, '转载文章请填写原文地址'],
      [
        { isOriginal: 0, originalUrl: 'https://site.test/?token=T' },
        '原文地址中带有登录凭证（token 参数），请去掉后再填写',
      ],
      [{ isOriginal: 0, originalUrl: 'javascript:alert(1)' }, '原文地址请填写以 http:// 或 https:// 开头的完整地址'],
    ]
    for (const [member, message] of refusals) {
      clock += HOUR_MS
      expect(await jade.ask('POST /v1/article/', makeForm(member))).toMatchObject({ code: 400, message })
    }
    const id = await write(jade, {
      avatar: '/file/img/loupe.svg',
      tagList: [...tags, ...tags],
      keywords: '软玉，鉴别',
      isPublish: 3,
      isOriginal: 0,
    })
    expect((await jade.ask(`GET /v1/article/selectMyArticleInfo?id=${id}`)).data).toMatchObject({
      avatar: '/file/img/loupe.svg',
      tagList: tags,
      keywords: '软玉,鉴别',
      isOriginal: 0,
      originalUrl: null,
    })
    expect((await jade.ask('GET /v1/article/selectArticleByUserId')).data.total).toBe(1)
  })

  it('is accepted with null in its optional fields', async () => {
    const nothing = { summary: null, avatar: null, keywords: null, originalUrl: null, content: null, tagList: null }
    const id = await write(jade, { ...nothing, userId: null })
    expect((await jade.ask(`GET /v1/article/selectMyArticleInfo?id=${id}`)).data).toMatchObject({
      summary: null,
      avatar: null,
      keywords: null,
      originalUrl: null,
      tagList: [],
    })
  })

  it('is listed to its author by state, and to others only when published', async () => {
    const draft = await write(jade, { isPublish: 3, title: '草稿' })
    clock += 1000
    const waiting = await write(jade, { title: '等待' })
    clock += 1000
    const published = await write(jade, { title: '已发表' })
    await decideReview(published, 'publish')
    const listIds = async (member: Member, query: string) =>
      (await member.ask(`GET /v1/article/selectArticleByUserId${query}`)).data.records.map(({ id }: Loose) => id)
    expect(await listIds(jade, '')).toEqual([published, waiting, draft])
    expect(await listIds(jade, `?userId=${jade.id}&type=3`)).toEqual([draft])
    expect(await listIds(jade, '?type=0')).toHaveLength(3)
    for (const query of ['', '&type=2', '&type=3', '&type=0']) {
      expect(await listIds(pearl, `?userId=${jade.id}${query}`)).toEqual([published])
    }
    const asVisitor = await ask(upstream, `GET /v1/article/selectArticleByUserId?userId=${jade.id}&type=3`)
    expect(asVisitor.data.records.map(({ id }: Loose) => id)).toEqual([published])
    expect((await ask(upstream, 'GET /v1/article/selectArticleByUserId')).code).toBe(401)
    const { data } = await jade.ask('GET /v1/article/selectArticleByUserId?type=2')
    expect(data.records[0]).toMatchObject({ isPublish: 2, categoryId: '33', content: makeForm().contentMd })
    const owner = (await pearl.ask('GET /v1/article/selectArticleByUserId?userId=1')).data.records
    expect(JSON.stringify(owner)).not.toContain('白玉菩提')
  })

  it('is refused as the 51st new one of a member in a day, but not when changed', async () => {
    const saveRest = async (member: Member, more: Record<string, unknown>) => {
      clock += MINUTE_MS
      return await member.ask('POST /v1/article/', makeForm(more))
    }
    const id = await write(jade, { isPublish: 3 })
    for (let nth = 1; nth < 50; nth += 1) expect(await saveRest(jade, { isPublish: 3 })).toMatchObject({ code: 200 })
    const refused = await saveRest(jade, { isPublish: 3 })
    expect(refused).toMatchObject({ code: 500, message: '今天新建的文章已达上限，请明天再试' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(80_000)
    expect(await jade.ask('PUT /v1/article/', makeForm({ id, isPublish: 3 }))).toMatchObject({ code: 200 })
    expect(await saveRest(pearl, { isPublish: 3 })).toMatchObject({ code: 200 })
  })

  it('is deleted with its comments, likes, favourites and notices', async () => {
    const id = await write(editor, { isPublish: 1 })
    await jade.ask('POST /v1/comment/', { articleId: id, content: '好' })
    await jade.ask(`GET /v1/article/like?articleId=${id}`)
    await jade.ask(`GET /v1/collect/collect?articleId=${id}`)
    expect(await editor.ask(`DELETE /v1/article/?id=${id}`)).toMatchObject({ code: 200 })
    for (const table of [
      'comments',
      'article_likes',
      'collects',
      'notices',
      'article_texts',
      'article_tags',
    ] as const) {
      expect(await upstream.db.selectFrom(table).selectAll().where('article_id', '=', id).execute(), table).toEqual([])
    }
    expect((await jade.ask('GET /v1/collect/')).data).toMatchObject({ records: [], total: 0 })
  })

  it('is refused with the exceeded limit, in the preview and when saving', async () => {
    const contentMd = '[a](b)'.repeat(2001)
    const refusal = { code: 400, message: '链接和图片过多：最多 2000 个，请删减或拆成几篇文章', data: null }
    expect(await jade.ask('POST /v1/article/preview', { contentMd })).toMatchObject(refusal)
    const id = await write(jade, { isPublish: 3 })
    expect(await jade.ask('PUT /v1/article/', makeForm({ id, contentMd }))).toMatchObject(refusal)
    expect((await jade.ask(`GET /v1/article/selectMyArticleInfo?id=${id}`)).data.contentMd).toBe(makeForm().contentMd)
  })

  it('has a rate limit for previews', async () => {
    const renderPreview = (contentMd: string) => jade.ask('POST /v1/article/preview', { contentMd })
    for (let nth = 0; nth < 90; nth += 1) expect((await renderPreview('字')).code).toBe(200)
    const refused = await renderPreview('字')
    expect(refused).toMatchObject({ code: 500, message: '请求过于频繁,稍后重试' })
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
  })
})
