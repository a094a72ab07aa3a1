import { sampleForm } from '@portal/contract/articles/content.ts'
import { MINUTE_MS } from '@portal/contract/constants.ts'
import { toWireMinute } from '@portal/contract/time.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createJobs } from '#platform/jobs/jobs.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { articleId, join, type Member } from '#testing/members.ts'
import { createPublisher } from './publisher.ts'

describeDatabases('articles for editors', (make) => {
  let upstream: TestUpstream
  let editor: Member
  let other: Member
  let owner: Member
  let writer: Member
  let clock = Date.parse('2026-11-20T02:00:00Z')
  let id = 0
  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => clock })
    editor = await join(upstream, '沈砚秋', 'editor')
    other = await join(upstream, '周观澜', 'editor')
    owner = await join(upstream, '顾怀瑾', 'owner')
    writer = await join(upstream, '林知微')
    await upstream.db.updateTable('sessions').set({ factor_at: clock }).execute()
    const created = await writer.ask('POST /v1/article/', { title: '绿松石铁线', categoryId: 33, contentMd: '铁线。' })
    id = created.extra.id
  })
  afterAll(() => upstream.close())

  const get = async (who = editor, article = id) => (await who.ask(`GET /v1/manage/articles/${article}`)).data
  const list = async (query = '') => (await editor.ask(`GET /v1/manage/articles?${query}`)).data.records
  const readNotices = async (who: Member) =>
    (await who.ask('GET /v1/im/getMessageNotice?type=0')).data.records.map((row: { content: string }) => row.content)

  async function save(who: Member, changes: Record<string, unknown>, more: Record<string, unknown> = {}) {
    const { version, form } = await get(who)
    return await who.ask(`PUT /v1/manage/articles/${id}`, { version, form: { ...form, ...changes }, ...more })
  }

  it('are listed with their writer, state and faults, the last changed first', async () => {
    expect((await list())[0]).toMatchObject({
      id,
      nickname: '林知微',
      state: 'waiting',
      brokenLinks: 0,
      lockedBy: null,
    })
    expect(await list('view=waiting&keyword=%E7%BB%BF%E6%9D%BE')).toHaveLength(1)
    expect(await list('view=published&keyword=%E7%BB%BF%E6%9D%BE%E7%9F%B3%E9%93%81%E7%BA%BF')).toEqual([])
    expect(await list(`author=${encodeURIComponent('林知微')}`)).toMatchObject([{ id }])
    expect(await list(`keyword=${id}`)).toMatchObject([{ id }])
    const all = await list()
    const first = all.slice(0, 1)[0]
    const nextPage = await list(`after=${Date.parse(`${first.changeTime.replace(' ', 'T')}+08:00`)}_${first.id}`)
    expect(nextPage).toEqual(all.slice(1))
    const { data } = await editor.ask('GET /v1/manage/articles/counts')
    expect(data).toMatchObject({ all: all.length, scheduled: 0 })
  })

  it('are changed by any editor, and keep their writer, who gets a notice', async () => {
    const changes = { title: '绿松石铁线的形态', isStick: 1, isRecommend: 1 }
    expect(await save(editor, changes, { state: 'published' })).toMatchObject({
      code: 200,
      data: { version: 2, state: 'published' },
    })
    const { data } = await writer.ask(`GET /v1/article/info?id=${id}`)
    expect(data).toMatchObject({ title: '绿松石铁线的形态', nickname: '林知微', isStick: 1 })
    expect(await readNotices(writer)).toContain('您的文章《绿松石铁线的形态》已发布')
  })

  it('refuse the second of two saves with what is stored, so that no text is lost', async () => {
    const { version, form } = await get(other)
    expect(await save(editor, { contentMd: '铁线有三种形态。' })).toMatchObject({ code: 200 })
    const lateSave = await other.ask(`PUT /v1/manage/articles/${id}`, { version, form: { ...form, summary: '摘要' } })
    expect(lateSave).toMatchObject({
      code: 409,
      extra: { current: { version: version + 1, editorName: '沈砚秋', form: { contentMd: '铁线有三种形态。' } } },
    })
    const refusals = upstream.db
      .selectFrom('audit_log')
      .select(['target_name', 'reason'])
      .where('outcome', '=', 'refused')
    expect(await refusals.orderBy('id', 'desc').executeTakeFirst()).toEqual({
      target_name: form.title,
      reason: '内容已被他人修改',
    })
  })

  it('count a change by the writer as a version, so that staff do not overwrite it', async () => {
    const { version, form } = await get()
    await writer.ask('PUT /v1/article/', { id, title: '作者改过', categoryId: 33, contentMd: '作者的新内容' })
    expect(await editor.ask(`PUT /v1/manage/articles/${id}`, { version, form })).toMatchObject({ code: 409 })
    expect((await get()).form.title).toBe('作者改过')
    expect(await save(editor, {}, { state: 'published' })).toMatchObject({ code: 200 })
  })

  it('keeps a hundred versions of an article', async () => {
    const { version } = await get()
    await upstream.db
      .updateTable('articles')
      .set({ version: version + 100 })
      .where('id', '=', id)
      .execute()
    await save(editor, { summary: '新的摘要' })
    const { records } = (await editor.ask(`GET /v1/manage/articles/${id}/versions`)).data
    expect(records.every((one: { version: number }) => one.version > version + 1)).toBe(true)
    expect(await editor.ask(`GET /v1/manage/articles/${id}/versions/1`)).toMatchObject({ code: 500 })
  })

  it('are locked by their editor, for ninety seconds without renewal', async () => {
    const lock = (who: Member, unsaved = 0) =>
      who.ask(`POST /v1/manage/articles/${id}/lock`, { unsaved, idleSeconds: unsaved ? 5 : null })
    expect((await lock(editor, 126)).data).toMatchObject({ isMine: true, holderName: '沈砚秋', unsaved: 126 })
    expect((await lock(other)).data).toMatchObject({ isMine: false, holderName: '沈砚秋', unsaved: 126 })
    const { records } = (await other.ask('GET /v1/manage/articles')).data
    expect(records[0]).toMatchObject({ lockedBy: '沈砚秋' })
    // The editor knows it.
    expect((await list())[0]).toMatchObject({ lockedBy: null })
    clock += 60_000
    expect((await lock(editor)).data).toMatchObject({ isMine: true, since: '2026-11-20 10:00:00' })
    await lock(editor, 126)
    await save(editor, { summary: '存过的摘要' })
    expect((await lock(other)).data).toMatchObject({ isMine: false, unsaved: 0 })
    clock += 90_001
    expect((await lock(other)).data).toMatchObject({ isMine: true, holderName: '周观澜' })
  })

  it('are taken over with a notice; the text of the other stays as a draft', async () => {
    const { form, version } = await get(other)
    const draft = { baseVersion: version, form: { ...form, contentMd: '周观澜未保存的内容' } }
    expect(await other.ask(`PUT /v1/manage/articles/${id}/draft`, draft)).toMatchObject({ code: 200 })
    expect((await editor.ask(`POST /v1/manage/articles/${id}/takeOver`)).data).toMatchObject({ isMine: true })
    const [notice] = await readNotices(other)
    expect(notice).toMatch(/^沈砚秋接手编辑了《作者改过》/)
    expect((await get()).drafts).toMatchObject([{ editorName: '周观澜', form: { contentMd: '周观澜未保存的内容' } }])
    await editor.ask(`DELETE /v1/manage/articles/${id}/lock`)
    expect((await get()).lock).toBeNull()
  })

  async function schedule(changes: Record<string, unknown>, minutes = 5) {
    const { version, form } = await get()
    const publishAt = toWireMinute(clock + minutes * MINUTE_MS)
    const body = { version, publishAt, form: { ...form, ...changes } }
    return await editor.ask(`PUT /v1/manage/articles/${id}/schedule`, body)
  }
  const readRevision = async () => (await writer.ask('GET /v1/content/revision')).data.revision as number
  const createPublishers = () =>
    Array.from({ length: 3 }, () => {
      const options = { db: upstream.db, now: () => clock }
      const publishing = createPublisher({ ...options, digest: upstream.digest, notify: async () => {} })
      return createJobs({ ...options, handlers: { publishing }, onError: (error) => expect.fail(error.message) })
    })

  it('cannot become standing pages, and standing pages cannot become articles', async () => {
    for (const refusal of [await schedule({ categoryId: 36 }), await save(editor, { categoryId: 36 })]) {
      expect(refusal).toMatchObject({ code: 400, message: '请选择分类' })
    }
    const { articleId } = (await editor.ask('POST /v1/manage/pages/about/open')).data
    const { version, form } = await get(editor, articleId)
    const body = { version, publishAt: '2099-01-01 09:00', form: { ...form, categoryId: 32 } }
    const answer = await editor.ask(`PUT /v1/manage/articles/${articleId}/schedule`, body)
    expect(answer.message).toMatch('常设页面请在“页面”中编辑')
  })

  it('are published at the set time by one of several instances, and the revision rises', async () => {
    expect(await schedule({ title: '定时的标题' })).toMatchObject({ code: 200 })
    expect(await list('view=scheduled')).toMatchObject([{ id, state: 'published', publishAt: expect.any(String) }])
    await Promise.all(createPublishers().map((publisher) => publisher.runDue()))
    expect((await get()).form.title).toBe('作者改过')
    const before = { revision: await readRevision(), version: (await get()).version }
    clock += 5 * MINUTE_MS
    await Promise.all(createPublishers().map((publisher) => publisher.runDue()))
    // The timer of the server may have published it first.
    await expect.poll(async () => (await get()).schedule).toBeNull()
    expect(await get()).toMatchObject({ version: before.version + 1, schedule: null, form: { title: '定时的标题' } })
    expect(await readRevision()).toBeGreaterThan(before.revision)
    const { data } = await writer.ask(`GET /v1/article/info?id=${id}`)
    expect(data.title).toBe('定时的标题')
  })

  it('are not published when they have changed since; editor and owner get a notice, the text becomes a draft', async () => {
    expect(await schedule({ title: '过时的标题' })).toMatchObject({ code: 200 })
    await save(other, { summary: '其间的改动' })
    clock += 5 * MINUTE_MS
    await expect.poll(async () => (await readNotices(owner))[0], { timeout: 10_000 }).toMatch(/^《过时的标题》没有在/)
    expect((await readNotices(editor))[0]).toMatch(/文章在定时之后改过/)
    expect(await get()).toMatchObject({ form: { title: '定时的标题' }, draft: { form: { title: '过时的标题' } } })
  })

  it('refuses a time that has passed, and gives the text back as a draft when the time is cancelled', async () => {
    expect(await schedule({}, -1)).toMatchObject({ code: 400, message: '发布时间已过，请选择以后的时间' })
    await schedule({ title: '取消的标题' })
    expect(await editor.ask(`DELETE /v1/manage/articles/${id}/schedule`)).toMatchObject({ code: 200 })
    expect(await get()).toMatchObject({ schedule: null, draft: { form: { title: '取消的标题' } } })
  })

  it('are changed in bulk, with a report of what was skipped and why', async () => {
    const news = await articleId(upstream, '开放日：来看(不确定度)怎么算')
    const startBulk = (action: string, more = {}) =>
      editor.ask('POST /v1/manage/articles/bulk', { ids: [id, news, 999_999], action, ...more })
    expect((await startBulk('move', { categoryId: 34 })).data).toEqual({
      done: [news, id].sort((one, next) => one - next),
      skipped: [{ id: 999_999, title: '', reason: '文章不存在' }],
    })
    expect((await get()).form.categoryId).toBe(34)
    expect(await startBulk('move', { categoryId: 36 })).toMatchObject({ code: 400, message: '请选择分类' })
    expect((await startBulk('publish')).data.skipped).toContainEqual({
      id: news,
      title: expect.any(String),
      reason: '已经发布',
    })
    expect((await startBulk('takeOff')).data.done).toContain(id)
    expect(await readNotices(writer)).toContain('您的文章《定时的标题》已下架')
  })

  it('are not published in bulk while an editor has a draft, even after another change in bulk', async () => {
    await save(editor, { title: '已保存的标题' }, { state: 'offShelf' })
    const { version, form } = await get()
    const draft = { baseVersion: version, form: { ...form, title: '草稿的标题' } }
    clock += MINUTE_MS
    await editor.ask(`PUT /v1/manage/articles/${id}/draft`, draft)
    const publishAt = '2027-01-05 09:00'
    await editor.ask('POST /v1/manage/articles/bulk', { ids: [id], action: 'recommend' })
    const findRow = async () => (await list()).find((row: { id: number }) => row.id === id)
    expect(await findRow()).toMatchObject({ title: '已保存的标题', hasDraft: true })
    for (const [action, more] of [
      ['publish', {}],
      ['schedule', { publishAt }],
    ] as const) {
      const { data } = await editor.ask('POST /v1/manage/articles/bulk', { ids: [id], action, ...more })
      expect(data).toEqual({ done: [], skipped: [{ id, title: '草稿的标题', reason: '有草稿，请打开后发布' }] })
    }
    await editor.ask(`DELETE /v1/manage/articles/${id}/draft`)
    expect(await findRow()).toMatchObject({ hasDraft: false })
    expect((await editor.ask('POST /v1/manage/articles/bulk', { ids: [id], action: 'publish' })).data.done).toEqual([
      id,
    ])
  })

  it('list links to missing pages and pictures without text, until they are fixed', async () => {
    const contentMd = '[旧文](/article/999999) [收费](/notice/fees) [站外](https://example.org) ![](/file/img/a.webp)'
    await save(editor, { contentMd }, { state: 'published' })
    const { records } = (await editor.ask('GET /v1/manage/checks')).data
    expect(records.map(({ kind, target }: Record<string, string>) => `${kind} ${target}`).sort()).toEqual([
      'missingPage /article/999999',
      'missingPage /notice/fees',
      'noAlternativeText /file/img/a.webp',
    ])
    expect((await list())[0]).toMatchObject({ id, brokenLinks: 2, picturesWithoutText: 1 })
    await save(editor, { contentMd: '没有链接' })
    expect((await editor.ask('GET /v1/manage/checks')).data.records).toEqual([])
  })

  describe('before they are published', () => {
    const findClosed = async (...links: string[]) => {
      const contentMd = links.map((link) => `[链接](${link})`).join(' ')
      return (await editor.ask(`POST /v1/manage/articles/${id}/closedLinks`, { contentMd })).data
    }
    const setSlug = (articleNumber: number, slug: string) =>
      upstream.db.updateTable('articles').set({ slug }).where('id', '=', articleNumber).execute()

    it('name links to pages that readers cannot open, and to addresses that do not exist', async () => {
      const closed = ['/notice/fees', '/Privacy/?a=1#b', '/p/none', '/article/none', '/news-article/999999', '/no-page']
      const open = [
        '/',
        '/contact-us',
        '/tags?categoryId=33',
        '/news',
        '/file/img/a.webp',
        '/developers/verify-log.mjs',
      ]
      expect(await findClosed(...open, ...closed, '/share/secret', '/notice/3', 'https://example.org/no')).toEqual(
        closed,
      )
    })

    it('know articles and own pages by their slugs, and the text itself as published', async () => {
      const news = (await list('view=published')).find((row: { id: number }) => row.id !== id).id
      await setSlug(news, 'open-day')
      await setSlug(id, 'own-text')
      const body = { slug: 'sample-page', form: { title: '样页', summary: '', keywords: '', contentMd: '正文' } }
      const { articleId: page } = (await editor.ask('POST /v1/manage/ownPages', body)).data
      await save(editor, {}, { state: 'draft' })
      const links = ['/article/open-day', `/article/${news}`, '/article/own-text', `/article/${id}`, '/p/sample-page']
      expect(await findClosed(...links)).toEqual(['/p/sample-page'])
      const contentMd = '[本页](/p/sample-page) [草稿](/article/own-text)'
      const ofPage = await editor.ask(`POST /v1/manage/articles/${page}/closedLinks`, { contentMd })
      expect(ofPage.data).toEqual(['/article/own-text'])
      await save(editor, {}, { state: 'published' })
    })

    it('know articles by addresses in any letter case, as the pages do', async () => {
      const news = (await list('view=published')).find((row: { id: number }) => row.id !== id).id
      expect(await findClosed(`/Article/${news}`, '/Article/999999', '/Contact-Us')).toEqual(['/Article/999999'])
    })

    it('are counted for several articles, which all count as published', async () => {
      const begin = async (contentMd: string) =>
        (await editor.ask('POST /v1/manage/articles', { form: { ...sampleForm, contentMd } })).data.id as number
      const faultless = await begin('![图](/file/img/a.webp)')
      const linked = await begin(`[同批](/article/${faultless})`)
      const faulty = await begin(
        `[无](/no-page) [同批](/article/${linked}) ![](/file/img/a.webp) ![](/file/img/b.webp)`,
      )
      const findFaulty = async (...ids: number[]) => (await editor.ask('POST /v1/manage/articles/faults', { ids })).data
      expect(await findFaulty(faulty, linked, faultless)).toEqual([
        { id: faulty, closedLinks: 1, picturesWithoutText: 2 },
      ])
      expect(await findFaulty(faulty, linked)).toMatchObject([{ id: linked, closedLinks: 1 }, { id: faulty }])
      const published = (await list('view=published')).map((row: { id: number }) => row.id)
      await upstream.db
        .updateTable('article_texts')
        .set({ content: '<p><a href="/no-page">无</a></p>' })
        .where('article_id', '=', published[0])
        .execute()
      expect(await findFaulty(published[0])).toEqual([])
    })

    it('follow redirects to their ends', async () => {
      const rows = [
        { from: '/old.html', to: '/contact-us' },
        { from: '/older.html', to: '/notice/fees' },
        { from: '/oldest/*', to: 'https://example.org/' },
      ]
      expect(await editor.ask('POST /v1/manage/redirects', { rows })).toMatchObject({ code: 200 })
      expect(await findClosed('/old.html?a=1', '/older.html', '/oldest/page')).toEqual(['/older.html'])
    })
  })

  it('keep a scheduled text in bulk: it gets another time, and is not published', async () => {
    const { id: other } = (await editor.ask('POST /v1/manage/articles', { form: sampleForm })).data
    const contentMd = '只在定时里的正文'
    const form = { ...sampleForm, title: '定时的标题', contentMd }
    await editor.ask(`PUT /v1/manage/articles/${other}/schedule`, { version: 1, publishAt: '2027-01-05 09:00', form })
    const change = async (more: Record<string, unknown>) =>
      (await editor.ask('POST /v1/manage/articles/bulk', { ids: [other], ...more })).data
    expect(await change({ action: 'publish' })).toEqual({
      done: [],
      skipped: [{ id: other, title: '定时的标题', reason: '已定时，请打开后发布' }],
    })
    expect((await change({ action: 'schedule', publishAt: '2027-02-05 09:00' })).done).toEqual([other])
    const { schedule } = (await editor.ask(`GET /v1/manage/articles/${other}`)).data
    expect(schedule).toMatchObject({ publishAt: '2027-02-05 09:00', form: { contentMd } })
    await editor.ask(`DELETE /v1/manage/articles/${other}/schedule`)
  })

  it('of a bulletin name what readers cannot open', async () => {
    const links = ['/contact-us', '/notice/fees', '/no-page', 'https://example.org/no']
    const { data } = await editor.ask('POST /v1/manage/links/closed', { links })
    expect(data).toEqual(['/notice/fees', '/no-page'])
  })

  it('checks all texts on request, one run at a time', async () => {
    await upstream.db
      .updateTable('article_texts')
      .set({ content: '<p><a href="/article/999999">旧</a></p>' })
      .where('article_id', '=', id)
      .execute()
    expect(await editor.ask('POST /v1/manage/checks')).toMatchObject({ code: 200, data: { isRunning: true } })
    await expect
      .poll(async () => (await editor.ask('GET /v1/manage/checks')).data, { timeout: 10_000 })
      .toMatchObject({ check: { isRunning: false, finishTime: expect.any(String) }, records: [{ articleId: id }] })
  })

  it('are deleted for good by an owner who has recently proved the second factor', async () => {
    const { version } = await get()
    await upstream.db.updateTable('sessions').set({ factor_at: clock }).execute()
    expect(await editor.ask(`DELETE /v1/manage/articles/${id}?version=${version}`)).toMatchObject({ code: 403 })
    expect(await owner.ask(`DELETE /v1/manage/articles/${id}?version=${version - 1}`)).toMatchObject({ code: 409 })
    expect(await owner.ask(`DELETE /v1/manage/articles/${id}?version=${version}`)).toMatchObject({ code: 200 })
    expect(await editor.ask(`GET /v1/manage/articles/${id}`)).toMatchObject({ code: 500 })
  })

  it('that are empty and untouched are offered again, instead of another one', async () => {
    const form = sampleForm
    const begin = async (who: Member, contentMd = '') => {
      const body = { form: { ...form, title: '未命名文章', contentMd } }
      return (await who.ask('POST /v1/manage/articles', body)).data.id
    }
    const first = await begin(editor)
    expect(await begin(editor)).toBe(first)
    expect(await begin(other)).not.toBe(first)
    expect(await begin(editor, '正文')).not.toBe(first)
    await editor.ask(`PUT /v1/manage/articles/${first}/draft`, { baseVersion: 1, form: { ...form, contentMd: '写了' } })
    expect(await begin(editor)).not.toBe(first)
  })

  it('that were never saved as a version are listed by the title of their newest draft', async () => {
    const untitled = { ...sampleForm, title: '未命名文章' }
    const { id } = (await editor.ask('POST /v1/manage/articles', { form: { ...untitled, contentMd: '开头' } })).data
    const find = async () =>
      (await editor.ask('GET /v1/manage/articles?view=draft')).data.records.find((row: { id: number }) => row.id === id)
    expect((await find()).title).toBe('未命名文章')
    for (const title of ['岁末安排', '岁末开放日安排']) {
      await editor.ask(`PUT /v1/manage/articles/${id}/draft`, { baseVersion: 1, form: { ...untitled, title } })
      expect((await find()).title).toBe(title)
    }
  })
})
