import { findPlaceholders, hasNoQuestions, PAGE_TEMPLATES } from '@portal/contract/articles/page-templates.ts'
import { PAGE_KEYS } from '@portal/contract/articles/standing-pages.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'

describeDatabases('standing pages of a new installation', (make) => {
  let upstream: TestUpstream
  let editor: Member
  let visitor: Member
  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { content: 'none' })
    await upstream.db
      .insertInto('categories')
      .values({ id: 32, name: '新闻', icon: null, sort: 1 })
      .onConflict((c) => c.doNothing())
      .execute()
    editor = await join(upstream, 'editor', 'editor')
    visitor = await join(upstream, 'visitor')
  })
  afterAll(() => upstream.close())

  const list = async () => (await editor.ask('GET /v1/manage/pages')).data
  const readPublicList = async () =>
    (await visitor.ask('GET /v1/article/?categoryId=36')).data.records.filter(
      ({ pageKey }: { pageKey: string }) => pageKey !== 'question',
    )
  const makeForm = (contentMd: string, title = '关于我们') => ({ title, summary: '一句话', keywords: '', contentMd })

  it('are templates that readers do not see', async () => {
    const pages = await list()
    expect(pages.map((page: { key: string }) => page.key)).toEqual(PAGE_KEYS)
    expect(pages.every((page: { state: string }) => page.state === 'template')).toBe(true)
    const { data } = await editor.ask('POST /v1/manage/pages/about/open')
    expect((await editor.ask('POST /v1/manage/pages/about/open')).data).toEqual(data)
    const article = (await editor.ask(`GET /v1/manage/articles/${data.articleId}`)).data
    expect(article).toMatchObject({ pageKey: 'about', isTemplate: true, state: 'draft', version: 1, draft: null })
    expect(article.form).toMatchObject({ title: '关于我们', categoryId: 36 })
    expect(await readPublicList()).toEqual([])
    expect(await visitor.ask(`GET /v1/article/info?id=${data.articleId}`)).toMatchObject({ code: 500 })
  })

  it('have the name of the organisation in their templates once it is set', async () => {
    const readText = async (key: string) => {
      const { articleId } = (await editor.ask(`POST /v1/manage/pages/${key}/open`)).data
      return (await editor.ask(`GET /v1/manage/articles/${articleId}`)).data.form.contentMd
    }
    expect(await readText('about')).toMatch(/^【机构名称】是/)
    const name = { name: 'name', value: JSON.stringify('云麓检测中心') }
    await upstream.db
      .insertInto('site_settings')
      .values(name)
      .onConflict((conflict) => conflict.column('name').doUpdateSet(name))
      .execute()
    expect(await readText('statement')).toMatch(/^云麓检测中心就检测活动/)
  })

  it('are not published while a placeholder of the template is left', async () => {
    const template = '【机构名称】的业务：【公告】【机构名称】'
    expect(await editor.ask('PUT /v1/manage/pages/about', { version: 1, form: makeForm(template) })).toMatchObject({
      code: 400,
      message: '还有 2 处待填：【机构名称】',
    })
    for (const key of PAGE_KEYS) {
      expect(findPlaceholders(key, PAGE_TEMPLATES[key]).length).toBeGreaterThan(0)
      expect(PAGE_TEMPLATES[key].length).toBeGreaterThan(key === 'experts' ? 100 : 250)
      expect(hasNoQuestions(key, PAGE_TEMPLATES[key])).toBe(false)
    }
  })

  it.each([
    ['a heading of either level', '## 能加急吗？\n\n可以。', false],
    ['a heading in a group', '## 费用\r\n\r\n### 能加急吗？\r\n可以。', false],
    ['an underlined heading', '能加急吗？\n---\n可以。', false],
    ['its template, filled in', PAGE_TEMPLATES.question.replace(/[【】]/g, ''), false],
    ['plain text', '能加急吗？可以。', true],
    ['a heading without a space', '##能加急吗？\n\n可以。', true],
    ['headings without an answer', '## 费用\n\n### 能加急吗？\n\n', true],
  ])('accept the questions that are written as %s', async (_how, contentMd, isRefused) => {
    expect(hasNoQuestions('question', contentMd)).toBe(isRefused)
    await editor.ask('POST /v1/manage/pages/question/open')
    const { version } = (await list()).find(({ key }: { key: string }) => key === 'question')
    const saved = await editor.ask('PUT /v1/manage/pages/question', { version, form: makeForm(contentMd, '常见问题') })
    expect(saved.code).toBe(isRefused ? 400 : 200)
    if (isRefused) expect(saved.message).toContain('没有找到问题')
    expect(hasNoQuestions('about', contentMd)).toBe(false)
  })

  it('are identified by their key once published, whatever their title is', async () => {
    const body = { version: 1, form: makeForm('## 机构\n\n第三方检测。', '本中心') }
    expect(await editor.ask('PUT /v1/manage/pages/about', body)).toMatchObject({ code: 200, data: { version: 2 } })
    expect(await readPublicList()).toMatchObject([{ title: '本中心', pageKey: 'about' }])
    const page = (await list()).find(({ key }: { key: string }) => key === 'about')
    expect(page).toMatchObject({
      state: 'published',
      version: 2,
      title: '本中心',
      editorName: 'editor',
      hasDraft: false,
    })
  })

  it('name the editor of a page to colleagues, and not to that editor', async () => {
    const find = async (who: Member) =>
      (await who.ask('GET /v1/manage/pages')).data.find(({ key }: { key: string }) => key === 'about')
    const { articleId } = await find(editor)
    await editor.ask(`POST /v1/manage/articles/${articleId}/lock`, { unsaved: 0, idleSeconds: null })
    expect((await find(await join(upstream, 'colleague', 'editor'))).lockedBy).toBe('editor')
    expect((await find(editor)).lockedBy).toBeNull()
    await editor.ask(`DELETE /v1/manage/articles/${articleId}/lock`)
  })

  it('keeps every version, and restores one as a draft that readers do not see', async () => {
    const { articleId } = (await editor.ask('POST /v1/manage/pages/about/open')).data
    const body = { version: 2, form: makeForm('## 机构\n\n独立的第三方检测。') }
    expect(await editor.ask('PUT /v1/manage/pages/about', body)).toMatchObject({ data: { version: 3 } })
    const versions = (await editor.ask(`GET /v1/manage/articles/${articleId}/versions`)).data.records
    expect(versions.map(({ version }: { version: number }) => version)).toEqual([3, 2, 1])
    const old = (await editor.ask(`GET /v1/manage/articles/${articleId}/versions/2`)).data
    expect(old).toMatchObject({ editorName: 'editor', form: { contentMd: '## 机构\n\n第三方检测。' } })
    const restored = await editor.ask(`POST /v1/manage/articles/${articleId}/versions/2/restore`)
    expect(restored.data).toMatchObject({ baseVersion: 3, form: { title: '本中心' } })
    expect(await readPublicList()).toMatchObject([{ title: '关于我们' }])
    const article = (await editor.ask(`GET /v1/manage/articles/${articleId}`)).data
    expect(article).toMatchObject({ version: 3, draft: { form: { title: '本中心' } } })
  })

  it('refuses a text over a version that its editor has not seen, and shows what is stored', async () => {
    const { code, message, extra } = await editor.ask('PUT /v1/manage/pages/about', {
      version: 2,
      form: makeForm('旧'),
    })
    expect({ code, message }).toEqual({ code: 409, message: '内容已被他人修改' })
    expect(extra.current).toMatchObject({ version: 3, editorName: 'editor', form: { title: '关于我们' } })
  })

  it('is recorded with the version of the text, not the text', async () => {
    await join(upstream, 'owner', 'owner').then(async (owner) => {
      const { data } = await owner.ask('GET /v1/manage/audit?action=page.publish&outcome=done')
      expect(data.records[0]).toMatchObject({ targetKind: 'page', targetId: 'about', actorName: 'editor' })
      const text = data.records[0].changes.find(({ member }: { member: string }) => member === 'contentMd')
      expect(text).toEqual({ member: 'contentMd', before: '版本 2', after: '版本 3' })
    })
  })
})

describeDatabases('standing pages of an earlier release', (make) => {
  let upstream: TestUpstream
  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { content: 'demo' })
  })
  afterAll(() => upstream.close())

  it('keep their texts, which are identified by their titles', async () => {
    const editor = await join(upstream, 'editor', 'editor')
    const pages = (await editor.ask('GET /v1/manage/pages')).data
    expect(pages.filter((page: { state: string }) => page.state === 'published')).toHaveLength(PAGE_KEYS.length)
  })
})
