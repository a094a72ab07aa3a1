import { HOUR_MS } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ask } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { articleId, join, type Member } from '#testing/members.ts'

describeDatabases('following', (make) => {
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

  const follow = (member: Member, id: string) => member.ask(`POST /v1/followed/insertFollowed?userId=${id}`)
  const unfollow = (member: Member, id: string) => member.ask(`DELETE /v1/followed/deleteFollowed?userId=${id}`)

  it('counts once, creates one notice, and can be undone', async () => {
    for (let times = 0; times < 2; times += 1) {
      expect(await follow(jade, pearl.id)).toMatchObject({ code: 200, data: null })
      expect((await jade.ask(`GET /v1/user/info?userId=${pearl.id}`)).data).toMatchObject({
        isFollowed: true,
        fansCount: 1,
        watchCount: 0,
      })
    }
    const { data } = await pearl.ask('GET /v1/im/getMessageNotice?type=2')
    expect(data.records).toMatchObject([
      { noticeType: 2, fromUserId: jade.id, fromUserNickname: '玉声', content: null },
    ])
    expect((await ask(upstream, `GET /v1/user/info?userId=${pearl.id}`)).data).toMatchObject({ isFollowed: false })
    for (let times = 0; times < 2; times += 1) {
      expect(await unfollow(jade, pearl.id)).toMatchObject({ code: 200, data: null })
      expect((await jade.ask(`GET /v1/user/info?userId=${pearl.id}`)).data).toMatchObject({ isFollowed: false })
    }
    await follow(jade, pearl.id)
    expect((await pearl.ask('GET /v1/im/getMessageNotice?type=2')).data.total).toBe(1)
  })

  it('refuses the own account, and unknown or disabled users', async () => {
    expect(await follow(jade, jade.id)).toMatchObject({ code: 500, message: '不能关注自己哦！' })
    expect(await follow(jade, 'f'.repeat(32))).toMatchObject({ code: 500, message: '用户不存在' })
    await upstream.db.updateTable('users').set({ status: 0 }).where('id', '=', pearl.id).execute()
    expect(await follow(jade, pearl.id)).toMatchObject({ code: 500, message: '用户不存在' })
    expect(await jade.ask('POST /v1/followed/insertFollowed')).toMatchObject({ code: 400 })
    expect(await jade.ask('POST /v1/followed/insertFollowed?userId=%00')).toMatchObject({ code: 400 })
  })

  it('lists the followed users, newest first, without e-mail addresses', async () => {
    const agate = await join(upstream, '玛瑙')
    await follow(jade, pearl.id)
    clock += 1000
    await follow(jade, agate.id)
    const { data } = await jade.ask(`GET /v1/followed/?userId=${pearl.id}`)
    expect(data.records).toMatchObject([
      { id: agate.id, nickname: '玛瑙', isFollowed: true, email: null },
      { id: pearl.id, nickname: '珠圆', isFollowed: true, email: null },
    ])
    expect((await pearl.ask('GET /v1/followed/')).data).toMatchObject({ records: [], total: 0, pages: 0 })
  })

  it('is shown on articles of a followed author', async () => {
    const id = await articleId(upstream, '钻石')
    const isFollowed = async () => (await jade.ask(`GET /v1/article/info?id=${id}`)).data.isFollowed
    expect(await isFollowed()).toBe(0)
    await follow(jade, '1')
    expect(await isFollowed()).toBe(1)
  })

  it('is counted on profiles, where drafts count for their author only', async () => {
    await jade.ask('POST /v1/article/', { title: '草稿', categoryId: 33, contentMd: '', isPublish: 3 })
    await jade.ask(`GET /v1/collect/collect?articleId=${await articleId(upstream, '钻石')}`)
    await follow(jade, pearl.id)
    const count = (member: Member, query = '') => member.ask(`GET /v1/user/getUserCount${query}`)
    expect(await count(jade)).toMatchObject({
      data: null,
      extra: { articleCount: 1, collectCount: 1, followedCount: 1 },
    })
    expect((await count(pearl, `?id=${jade.id}`)).extra).toEqual({ articleCount: 0, collectCount: 1, followedCount: 1 })
    expect(await ask(upstream, 'GET /v1/user/getUserCount')).toMatchObject({ code: 401 })
    for (const id of ['nobody', 'x'.repeat(64)]) {
      expect((await ask(upstream, `GET /v1/user/getUserCount?id=${id}`)).extra).toEqual({
        articleCount: 0,
        collectCount: 0,
        followedCount: 0,
      })
    }
  })
})
