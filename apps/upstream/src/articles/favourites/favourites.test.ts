import { HOUR_MS } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ask, type Loose } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { articleId, join, type Member } from '#testing/members.ts'

describeDatabases('favourites', (make) => {
  let upstream: TestUpstream
  let clock = Date.UTC(2025, 2, 9, 4)
  let jade: Member
  let pearl: Member

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => clock })
  })
  afterAll(() => upstream.close())
  beforeEach(async () => {
    clock += HOUR_MS
    jade = await join(upstream, '玉声')
    pearl = await join(upstream, '珠圆')
  })

  const add = (member: Member, id: number) => member.ask(`GET /v1/collect/collect?articleId=${id}`)
  const remove = (member: Member, id: number) => member.ask(`DELETE /v1/collect/?articleId=${id}`)
  const listTitles = async (member: Member) =>
    (await member.ask('GET /v1/collect/')).data.records.map(({ title }: Loose) => title)

  it('are added once for repeated requests, counted, and removed', async () => {
    const id = await articleId(upstream, '钻石')
    const readInfo = async (member: Member) => (await member.ask(`GET /v1/article/info?id=${id}`)).data
    const answers = await Promise.all([add(jade, id), add(jade, id), add(jade, id)])
    for (const answer of answers) expect(answer).toMatchObject({ code: 200, data: null, extra: {} })
    await add(pearl, id)
    expect(await readInfo(jade)).toMatchObject({ isCollect: 1, collectCount: 2 })
    await remove(jade, id)
    await remove(jade, id)
    expect(await readInfo(jade)).toMatchObject({ isCollect: 0, collectCount: 1 })
    expect(await readInfo(pearl)).toMatchObject({ isCollect: 1, collectCount: 1 })
    expect((await ask(upstream, `GET /v1/article/info?id=${id}`)).data).toMatchObject({ isCollect: 0, collectCount: 1 })
  })

  it('are listed to their member, newest first, without gated text', async () => {
    for (const title of ['翡翠', '和田玉与常见相似玉石的区分', '十倍放大镜']) {
      clock += 1000
      await add(jade, await articleId(upstream, title))
    }
    expect(await listTitles(jade)).toEqual(['十倍放大镜', '和田玉与常见相似玉石的区分', '翡翠'])
    expect(await listTitles(pearl)).toEqual([])
    const { data } = await jade.ask('GET /v1/collect/?pageNo=1&pageSize=2')
    expect(data).toMatchObject({ total: 3, pages: 2, records: [{ isCollect: true, isPublish: 1 }, {}] })
    expect(data.records[1].content).toMatch(/^<p>折射率/)
    expect(JSON.stringify(data)).not.toContain('白玉菩提')
  })

  it('are hidden when the article is unpublished, and can still be removed', async () => {
    const id = await articleId(upstream, '绿松石注胶的红外特征')
    await add(jade, id)
    await upstream.db.updateTable('articles').set({ is_publish: 0 }).where('id', '=', id).execute()
    expect(await listTitles(jade)).toEqual([])
    expect(await add(pearl, id)).toMatchObject({ code: 500, message: '抱歉，文章不存在' })
    expect(await add(pearl, 999_999)).toMatchObject({ code: 500 })
    expect(await remove(jade, id)).toMatchObject({ code: 200 })
    await upstream.db.updateTable('articles').set({ is_publish: 1 }).where('id', '=', id).execute()
    expect(await listTitles(jade)).toEqual([])
  })

  it('create one notice for the author, as likes do, and none for own articles', async () => {
    const editor = await join(upstream, '编辑', 'editor')
    const form = { title: '新标本', categoryId: 33, contentMd: '正文', isPublish: 1 }
    const { id } = (await editor.ask('POST /v1/article/', form)).extra
    for (const member of [jade, editor]) {
      for (let times = 0; times < 3; times += 1) {
        await add(member, id)
        await member.ask(`GET /v1/article/like?articleId=${id}`)
        await remove(member, id)
      }
    }
    for (const type of [3, 4]) {
      const { data } = await editor.ask(`GET /v1/im/getMessageNotice?type=${type}`)
      expect(data.records).toMatchObject([
        { noticeType: type, fromUserId: jade.id, articleId: id, articleTitle: '新标本', content: null },
      ])
      expect(data.total).toBe(1)
    }
  })
})
