import { SAVED_VIEWS_MAX } from '@portal/contract/site/saved-view-rules.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { setDuties } from '#accounts/duties/duties.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'

const DRAFTS = { list: 'articles', name: '我的草稿', query: 'view=draft&keyword=%E7%BF%A1' }

describeDatabases('saved views', (make) => {
  let upstream: TestUpstream
  let editor: Member
  let colleague: Member
  beforeAll(async () => {
    upstream = await makeUpstreamOn(make)
    editor = await join(upstream, 'editor', 'user')
    colleague = await join(upstream, 'colleague', 'user')
    for (const { id } of [editor, colleague]) await setDuties(upstream.db, id, ['edit'], { by: null, at: 0 })
  })
  afterAll(() => upstream.close())
  beforeEach(() => upstream.db.deleteFrom('saved_views').execute())

  const add = (body: object = DRAFTS, who = editor) => who.ask('POST /v1/manage/views', { ...body })
  const list = async (who = editor) => (await who.ask('GET /v1/manage/views')).data

  it('are saved by name for one person, in order', async () => {
    expect(await add()).toMatchObject({ code: 200, data: { ...DRAFTS, version: 1 } })
    await add({ ...DRAFTS, list: 'tickets', name: ' 我的草稿 ' })
    expect(await list()).toMatchObject([DRAFTS, { list: 'tickets', name: '我的草稿' }])
    expect(await list(colleague)).toEqual([])
  })

  it('have one name each in a list, and there are 20 at most', async () => {
    await add()
    expect(await add()).toMatchObject({ code: 400, message: '这个列表已有同名的视图' })
    const many = Array.from({ length: SAVED_VIEWS_MAX + 3 }, (_, nth) => add({ ...DRAFTS, name: `视图 ${nth}` }))
    const codes = (await Promise.all(many)).map(({ code }) => code)
    expect(codes.filter((code) => code === 200)).toHaveLength(SAVED_VIEWS_MAX - 1)
    expect(await list()).toHaveLength(SAVED_VIEWS_MAX)
    expect(await add({ ...DRAFTS, name: '再一个' })).toMatchObject({ message: '最多保存 20 个视图，请先删除不用的' })
  })

  it('are renamed by their version', async () => {
    const { data } = await add()
    const rename = (body: object, who = editor) => who.ask(`PUT /v1/manage/views/${data.id}`, { ...body })
    expect(await rename({ name: '翡翠', version: 1 })).toMatchObject({ data: { name: '翡翠', version: 2 } })
    expect(await rename({ name: '旧', version: 1 })).toMatchObject({ code: 409, extra: { current: { name: '翡翠' } } })
    await add()
    expect(await rename({ name: '我的草稿', version: 2 })).toMatchObject({ code: 400 })
    expect(await rename({ name: '别人', version: 2 }, colleague)).toMatchObject({
      message: '这个视图不存在，可能已删除',
    })
  })

  it('are deleted by their owner only', async () => {
    const { data } = await add()
    await colleague.ask(`DELETE /v1/manage/views/${data.id}`)
    expect(await list()).toHaveLength(1)
    expect(await editor.ask(`DELETE /v1/manage/views/${data.id}`)).toMatchObject({ code: 200 })
    expect(await editor.ask(`DELETE /v1/manage/views/${data.id}`)).toMatchObject({ code: 200 })
    expect(await list()).toEqual([])
  })

  it('hold a query and nothing else', async () => {
    for (const query of ['', 'a=b#c', 'a=<b>', 'https://example.test', 'a'.repeat(1001)]) {
      expect(await add({ ...DRAFTS, query }), query).toMatchObject({ code: 400 })
    }
    expect(await add({ ...DRAFTS, list: 'pages' })).toMatchObject({ code: 400 })
    expect(await add({ ...DRAFTS, name: '  ' })).toMatchObject({ code: 400 })
  })
})
