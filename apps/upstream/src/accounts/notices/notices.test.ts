import { DAY_MS, HOUR_MS } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ask, type Loose } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { articleId, join, type Member } from '#testing/members.ts'

describeDatabases('notices', (make) => {
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

  async function signSomeDays(member: Member, days: number) {
    for (let nth = 0; nth < days; nth += 1) {
      clock += DAY_MS
      await member.ask('GET /v1/sign/')
    }
  }
  const readCounters = async (member: Member) => (await member.ask('GET /v1/im/getNewSystemNotice')).data
  const list = async (member: Member, query: string) => (await member.ask(`GET /v1/im/getMessageNotice?${query}`)).data

  it('are counted until their list is opened', async () => {
    await signSomeDays(jade, 3)
    expect(await readCounters(jade)).toEqual({ system: 3, comment: 0, private: 0 })
    const page = await list(jade, 'type=0&pageNo=1&pageSize=2')
    expect(page).toMatchObject({ total: 3, pages: 2 })
    expect(page.records[0]).toMatchObject({
      toUserId: jade.id,
      isRead: 0,
      ext: null,
      createTime: expect.stringMatching(/^2025-\d\d-\d\d \d\d:\d\d$/),
    })
    expect(await readCounters(jade)).toEqual({ system: 0, comment: 0, private: 0 })
    expect((await list(jade, 'type=0')).records[0].isRead).toBe(1)
    expect(await list(jade, '')).toMatchObject({ records: [], total: 0 })
  })

  it('can be deleted one by one or by type, by their recipient only', async () => {
    await signSomeDays(jade, 3)
    const [{ id }] = (await list(jade, 'type=0')).records
    await pearl.ask(`DELETE /v1/im/deleteMessage?id=${id}&type=0`)
    await pearl.ask('DELETE /v1/im/deleteMessage?type=0')
    expect((await list(jade, 'type=0')).total).toBe(3)
    expect(await jade.ask(`DELETE /v1/im/deleteMessage?id=${id}&type=0`)).toMatchObject({ code: 200, data: null })
    expect((await list(jade, 'type=0')).total).toBe(2)
    await jade.ask('DELETE /v1/im/deleteMessage?type=1')
    expect((await list(jade, 'type=0')).total).toBe(2)
    await jade.ask('DELETE /v1/im/deleteMessage?type=0')
    expect((await list(jade, 'type=0')).total).toBe(0)
    expect(await jade.ask('DELETE /v1/im/deleteMessage')).toMatchObject({ code: 400 })
  })

  it('never fail the action that causes them', async () => {
    const id = await articleId(upstream, '钻石')
    await upstream.db.schema.alterTable('notices').renameTo('away').execute()
    try {
      for (const call of ['GET /v1/sign/', `GET /v1/article/like?articleId=${id}`]) {
        expect(await jade.ask(call)).toMatchObject({ code: 200 })
      }
      expect(await jade.ask('POST /v1/comment/', { articleId: id, content: '好' })).toMatchObject({ code: 200 })
    } finally {
      await upstream.db.schema.alterTable('away').renameTo('notices').execute()
    }
    expect(upstream.logs.join('')).toContain('a notice failed')
    expect((await ask(upstream, `GET /v1/article/info?id=${id}`)).data).toMatchObject({ likeCount: 1, commentCount: 1 })
  })

  it('are listed separately for each acting user', async () => {
    const editor = await join(upstream, '编辑', 'editor')
    const form = { title: '新标本', categoryId: 33, contentMd: '正文', isPublish: 1 }
    const { id } = (await editor.ask('POST /v1/article/', form)).extra
    for (const member of [jade, pearl]) {
      clock += 1000
      await member.ask(`GET /v1/article/like?articleId=${id}`)
    }
    const { records } = await list(editor, 'type=3')
    expect(records.map((row: Loose) => row.fromUserNickname)).toEqual(['珠圆', '玉声'])
  })
})
