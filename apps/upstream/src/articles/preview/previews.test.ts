import { MINUTE_MS } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'

describeDatabases('previews', (make) => {
  let upstream: TestUpstream
  let editor: Member
  let desk: Member
  let writer: Member
  let clock = Date.parse('2026-11-20T02:00:00Z')
  let id = 0
  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => clock })
    editor = await join(upstream, '沈砚秋', 'editor')
    desk = await join(upstream, '周观澜', 'editor')
    writer = await join(upstream, '林知微')
    await upstream.db.updateTable('sessions').set({ factor_at: clock }).execute()
    const created = await writer.ask('POST /v1/article/', { title: '绿松石铁线', categoryId: 32, contentMd: '铁线。' })
    id = created.extra.id
  })
  afterAll(() => upstream.close())

  const readForm = async () => (await editor.ask(`GET /v1/manage/articles/${id}`)).data.form
  const makePreview = async (body: Record<string, unknown>, article = id) =>
    (await editor.ask(`POST /v1/manage/articles/${article}/preview`, body)).data
  const readPreviewKey = (address: string) => new URLSearchParams(address.split('?')[1]).get('preview') ?? ''
  const open = (key: string, who = desk) => who.ask(`GET /v1/manage/preview?key=${encodeURIComponent(key)}`)

  it('show one text of an unpublished article at its public address, to staff alone', async () => {
    const { address, endTime } = await makePreview({
      form: { ...(await readForm()), contentMd: '## 颜色\n\n未发布的一句。' },
    })
    expect(address).toMatch(new RegExp(`^/news-article/${id}\\?preview=`))
    expect(endTime).toBe('2026-11-20 10:10:00')
    const { data } = await open(readPreviewKey(address))
    expect(data).toMatchObject({ path: `/news-article/${id}`, notice: '《绿松石铁线》，改自版本 1' })
    const [info, comments] = data.answers
    expect(info).toMatchObject({ path: '/v1/article/info', query: { id: String(id) }, data: { isPublish: 1 } })
    expect(info.data.content).toContain('未发布的一句。')
    expect(comments).toMatchObject({ path: '/v1/comment/', data: { records: [] } })
    // The preview stores neither a draft nor a version, and readers do not see it.
    expect((await editor.ask(`GET /v1/manage/articles/${id}`)).data).toMatchObject({ version: 1, draft: null })
    expect((await writer.ask(`GET /v1/manage/preview?key=${readPreviewKey(address)}`)).code).toBe(403)
  })

  it('stay as they were made when the text changes, and end after ten minutes', async () => {
    const { address } = await makePreview({ version: 1 })
    const { version } = (await editor.ask(`GET /v1/manage/articles/${id}`)).data
    await editor.ask(`PUT /v1/manage/articles/${id}`, { version, form: { ...(await readForm()), title: '改过的标题' } })
    expect((await open(readPreviewKey(address))).data.answers[0].data.title).toBe('绿松石铁线')
    clock += 10 * MINUTE_MS
    expect(await open(readPreviewKey(address))).toMatchObject({ data: null, message: expect.stringContaining('失效') })
  })

  it('refuse an altered key', async () => {
    const { address } = await makePreview({ version: 1 })
    const key = readPreviewKey(address)
    const [row = '', endsAt = '', signature] = key.split('.')
    const later = `${row}.${(Number.parseInt(endsAt, 36) + MINUTE_MS).toString(36)}.${signature}`
    for (const wrong of [later, `${key}x`, row, 'x']) expect((await open(wrong)).data).toBeNull()
    expect((await open(key)).code).toBe(200)
  })

  it('put a standing page that was never published into the list that readers find it by', async () => {
    await upstream.db.deleteFrom('standing_pages').where('key', '=', 'join-us').execute()
    const { data } = await editor.ask('POST /v1/manage/pages/join-us/open')
    const { address } = await makePreview({ version: 1 }, data.articleId)
    expect(address).toMatch(/^\/join-us\?preview=/)
    const { answers } = (await open(readPreviewKey(address))).data
    const list = answers.find(({ path }: { path: string }) => path === '/v1/article/')
    expect(list.query).toEqual({ categoryId: '36' })
    expect(list.data.records[0]).toMatchObject({ id: data.articleId, pageKey: 'join-us' })
  })

  it('are limited to ten for each account', async () => {
    const addresses: string[] = []
    for (let count = 0; count < 11; count += 1) {
      clock += 1000
      addresses.push((await makePreview({ version: 1 })).address)
    }
    expect((await open(readPreviewKey(addresses[0] ?? ''))).data).toBeNull()
    expect((await open(readPreviewKey(addresses[1] ?? ''))).code).toBe(200)
  })
})
