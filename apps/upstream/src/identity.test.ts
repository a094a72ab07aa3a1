import { calls, toRouterPath } from '@portal/contract/calls.ts'
import { HOUR_MS } from '@portal/contract/constants.ts'
import { findBroken } from '@portal/contract/testing/broken-rules.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, type TestAnswer } from '#testing/asking.ts'
import { makeUpstream, type TestUpstream } from '#testing/make-upstream.ts'
import { articleId, join, type Member } from '#testing/members.ts'

/**
 * Checks that only the session decides for which user a call acts. Each call is made without a login, then by one user
 * with the id of another in every member that might be read, and with members that no user may set.
 */

let upstream: TestUpstream
let clock = Date.UTC(2025, 2, 9)
let thief: Member
let victim: Member
let article = 0

beforeAll(async () => {
  upstream = await makeUpstream({ now: () => clock })
  thief = await join(upstream, '窃')
  victim = await join(upstream, '主')
  article = await articleId(upstream, '钻石')
})
afterAll(() => upstream.close())

/** Members in which other servers expect the identity or the rights of the caller. */
const makeClaims = () => ({
  ...Object.fromEntries(
    ['userId', 'user_id', 'fromUserId', 'authorId', 'createBy', 'followerId'].map((name) => [name, victim.id]),
  ),
  role: 'owner',
  status: 1,
  is_publish: 1,
  isRead: 0,
  isStick: 1,
  isRecommend: 1,
  readType: 0,
  quantity: 9999,
  Authorization: victim.token,
  token: victim.token,
})

/** Adds the claims to a URL, except for parameters that it already has. */
function addClaims(path: string): string {
  const url = new URL(path, 'http://upstream.test')
  for (const [name, value] of Object.entries(makeClaims())) {
    if (!url.searchParams.has(name)) url.searchParams.append(name, String(value))
  }
  return url.pathname + url.search
}

async function askAsThief(call: string, body?: Record<string, unknown>): Promise<TestAnswer> {
  clock += HOUR_MS / 10
  const [method, path] = call.split(' ') as [string, string]
  return await thief.ask(`${method} ${addClaims(path)}`, body && { ...makeClaims(), ...body })
}

describe('a visitor', () => {
  const closed = calls.filter(({ access }) => access !== 'public')

  it('is refused by every call that needs a login', async () => {
    const cases = closed.map((call) => [`${call.method} ${call.path}`, call] as const)
    const broken = await findBroken(cases, async ({ method, path }, name) => {
      const isServed = upstream.app.hasRoute({ method, url: toRouterPath({ path }) })
      const expected = isServed ? { status: 200, code: 401, data: null, extra: {} } : { status: 404, code: 404 }
      for (const call of [name, `${method} ${addClaims(path)}`]) {
        const asked = method === 'GET' || method === 'DELETE' ? {} : { body: makeClaims() }
        expect(await ask(upstream, call, asked)).toMatchObject(expected)
      }
    })
    expect(broken).toEqual([])
  }, 60_000)
})

describe('a user who sends the id of another', () => {
  const readRows = async (
    table: 'collects' | 'comments' | 'article_likes' | 'sign_ins' | 'feedback' | 'comment_reports',
    id: string,
  ) => await upstream.db.selectFrom(table).selectAll().where('user_id', '=', id).execute()

  it('likes, collects, signs in, reports and sends feedback for the own account only', async () => {
    const { data: comment } = await victim.ask('POST /v1/comment/', { articleId: article, content: '主人的话' })
    for (const [call, body] of [
      [`GET /v1/article/like?articleId=${article}`],
      [`GET /v1/collect/collect?articleId=${article}`],
      ['GET /v1/sign/'],
      ['POST /v1/feedback/', { type: 1, title: '题', content: '文' }],
      ['POST /v1/comment/report', { id: comment.id, reason: '试' }],
      ['POST /v1/comment/', { articleId: article, content: '冒名' }],
    ] as [string, Record<string, unknown>?][]) {
      expect(await askAsThief(call, body), call).toMatchObject({ code: 200 })
    }
    for (const table of ['collects', 'article_likes', 'sign_ins', 'feedback', 'comment_reports'] as const) {
      expect(await readRows(table, victim.id), table).toEqual([])
      expect(await readRows(table, thief.id), table).toHaveLength(1)
    }
    expect(await readRows('comments', victim.id)).toHaveLength(1)
    expect((await readRows('feedback', thief.id))[0]).toMatchObject({ status: 0 })
  })

  it('follows and unfollows for the own account only', async () => {
    await askAsThief('POST /v1/followed/insertFollowed?userId=1')
    const rows = await upstream.db.selectFrom('follows').selectAll().execute()
    expect(rows).toMatchObject([{ follower_id: thief.id, followed_id: '1' }])
    await victim.ask('POST /v1/followed/insertFollowed?userId=1')
    await askAsThief('DELETE /v1/followed/deleteFollowed?userId=1')
    const left = await upstream.db.selectFrom('follows').selectAll().execute()
    expect(left).toMatchObject([{ follower_id: victim.id }])
  })

  it('writes articles for the own account only, and cannot publish them', async () => {
    const form = { title: '冒名', categoryId: 33, contentMd: '正文', isPublish: 1 }
    const created = await askAsThief('POST /v1/article/', form)
    expect(created.code).toBe(200)
    const { id } = created.extra
    const row = await upstream.db.selectFrom('articles').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ author_id: thief.id, is_publish: 2, is_stick: 0, is_recommend: 0, quantity: 0 })
    const own = await victim.ask('POST /v1/article/', { ...form, title: '主人的文章', isPublish: 3 })
    const theirs = own.extra.id
    expect(await askAsThief('PUT /v1/article/', { ...form, id: theirs })).toMatchObject({ code: 500 })
    expect(await askAsThief(`DELETE /v1/article/?id=${theirs}`)).toMatchObject({ code: 500 })
    expect(await askAsThief(`GET /v1/article/selectMyArticleInfo?id=${theirs}`)).toMatchObject({
      code: 500,
      data: null,
    })
    expect(await askAsThief(`GET /v1/article/info?id=${theirs}`)).toMatchObject({ code: 500, data: null })
    expect((await askAsThief(`GET /v1/article/selectArticleByUserId?userId=${victim.id}&type=3`)).data.records).toEqual(
      [],
    )
    const kept = await upstream.db.selectFrom('articles').selectAll().where('id', '=', theirs).executeTakeFirstOrThrow()
    expect(kept).toMatchObject({ author_id: victim.id, title: '主人的文章', is_publish: 3 })
  })

  it('reads the own lists only', async () => {
    const form = { title: '主人的收藏', categoryId: 33, contentMd: '正文' }
    await victim.ask('POST /v1/article/', form)
    await victim.ask(`GET /v1/collect/collect?articleId=${article}`)
    await victim.ask('GET /v1/sign/')
    await askAsThief(`DELETE /v1/collect/?articleId=${article}`)
    const lists = {
      'GET /v1/collect/': 0,
      'GET /v1/followed/': 0,
      'GET /v1/im/getMessageNotice?type=1': 0,
    }
    for (const [call, total] of Object.entries(lists)) {
      expect((await askAsThief(call)).data, call).toMatchObject({ total })
    }
    expect((await askAsThief('GET /v1/comment/getMyComment')).data.records).toMatchObject([{ commentContent: '冒名' }])
    expect((await victim.ask('GET /v1/collect/')).data.total).toBe(1)
    const signed = (await askAsThief('GET /v1/sign/validateTodayIsSign')).data
    expect(signed).toMatchObject({ userId: thief.id })
  })

  it('cannot delete comments or notices of the other user', async () => {
    const { data: comment } = await victim.ask('POST /v1/comment/', { articleId: article, content: '主人的第二句' })
    expect(await askAsThief(`DELETE /v1/comment/?id=${comment.id}`)).toMatchObject({ code: 500, message: '评论不存在' })
    const owner = await join(upstream, '站长', 'owner')
    await owner.ask('POST /v1/say/insertSay', { content: '今日到样' })
    const [{ id: sayId }] = (await ask(upstream, 'GET /v1/say/getSayList')).data.records
    const { extra } = await victim.ask('POST /v1/say/comment', { sayId, content: '主人的第三句' })
    expect(await askAsThief(`DELETE /v1/say/comment?id=${extra.id}`)).toMatchObject({
      code: 500,
      message: '评论不存在',
    })
    const readNotices = async () => (await victim.ask('GET /v1/im/getMessageNotice?type=0')).data
    const before = await readNotices()
    expect(before.total).toBeGreaterThan(0)
    await askAsThief(`DELETE /v1/im/deleteMessage?id=${before.records[0].id}`)
    await askAsThief('DELETE /v1/im/deleteMessage?type=0')
    expect((await readNotices()).total).toBe(before.total)
  })

  it('sends messages from the own account only, and reads the own conversations only', async () => {
    const friend = await join(upstream, '友')
    const say = { code: 1, toUserId: friend.id, content: '主人的话' }
    const { message } = (await victim.ask('POST /v1/im/chat', say)).extra
    const [room] = (await victim.ask('GET /v1/im/getRoomList')).data

    expect(await askAsThief('POST /v1/im/chat', { ...say, content: '冒名' })).toMatchObject({
      code: 200,
      extra: { message: { fromUserId: thief.id, fromUserNickname: '窃' } },
    })
    const withThief = (await friend.ask(`GET /v1/im/selectUserImHistory?toUserId=${thief.id}`)).data
    expect(withThief.records).toMatchObject([{ content: '冒名' }])
    for (const query of [`toUserId=${friend.id}`, `fromUserId=${friend.id}&toUserId=${victim.id}`]) {
      const { records } = (await askAsThief(`GET /v1/im/selectUserImHistory?${query}`)).data
      expect(JSON.stringify(records)).not.toContain('主人的话')
    }
    expect((await askAsThief('GET /v1/im/getRoomList')).data).toMatchObject([{ receiveId: friend.id }])
    expect(await askAsThief(`POST /v1/im/addRoom?userId=${thief.id}`)).toMatchObject({ message: '不能跟自己聊天！' })

    expect(await askAsThief('POST /v1/im/withdraw', { id: message.id, code: 1 })).toMatchObject({ code: 500 })
    await askAsThief(`DELETE /v1/im/deleteRoom?roomId=${room.id}`)
    await askAsThief(`GET /v1/im/read?userId=${friend.id}`)
    expect((await victim.ask('GET /v1/im/getRoomList')).data).toMatchObject([{ id: room.id }])
    const kept = (await friend.ask(`GET /v1/im/selectUserImHistory?toUserId=${victim.id}`)).data.records
    expect(kept).toMatchObject([{ content: '主人的话', isWithdraw: 0, isRead: 0 }])
  })

  it('cannot call routes of editors or owners', async () => {
    const refusal = { status: 200, code: -7, message: '无权限', data: null }
    const closed = calls.filter(({ access }) => access === 'editor' || access === 'owner')
    expect(closed.length).toBeGreaterThan(5)
    for (const { method, path } of closed) {
      const body = method === 'GET' || method === 'DELETE' ? undefined : {}
      expect(await askAsThief(`${method} ${path}`, body), path).toMatchObject(refusal)
    }
  })

  it('cannot change the own role or the profile of another user', async () => {
    await askAsThief('PUT /v1/user/', { intro: '想当站长', id: victim.id, email: 'x@example.test' })
    const rows = await upstream.db.selectFrom('users').select(['id', 'role', 'intro']).execute()
    expect(rows.find(({ id }) => id === thief.id)).toMatchObject({ role: 'user', intro: '想当站长' })
    expect(rows.find(({ id }) => id === victim.id)).toMatchObject({ role: 'user', intro: null })
  })
})
