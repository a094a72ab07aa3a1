import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeSite, REQUEST_ID, type TestSite, USER } from '#testing/make-site.ts'
import { ok, type SeenRequest } from '#testing/stub-upstream.ts'

let site: TestSite
let cookie: string
beforeEach(async () => {
  site = await makeSite()
  cookie = await site.logIn()
  site.upstream.answer = answerRequest
})
afterEach(() => site.close())

const OWN = { id: 'm1', code: 1, fromUserId: USER.id, toUserId: 'lab', content: '你好', type: 1 }
const THEIRS = { ...OWN, id: 'm2', fromUserId: 'lab', toUserId: USER.id }

function answerRequest({ url }: SeenRequest) {
  const { pathname, searchParams } = new URL(url, 'http://upstream')
  if (pathname.endsWith('/getRoomList')) return ok([{ id: 'room-1', receiveId: 'lab', readNum: 0 }])
  if (pathname.endsWith('/selectUserImHistory')) {
    return ok({ records: searchParams.get('toUserId') === 'lab' ? [THEIRS, OWN] : [], pages: 1 })
  }
  if (pathname.endsWith('/getMessageNotice')) {
    return ok({ records: searchParams.get('type') === '1' ? [{ id: 'n1' }] : [], pages: 1 })
  }
  return ok(null)
}

/** Returns the requests to upstream that change something. */
function listChanges(): SeenRequest[] {
  return site.upstream.seen.filter(({ method }) => method !== 'GET')
}

describe('a conversation', () => {
  it('is removed from the list of its owner', async () => {
    const reply = await site.app.inject({
      method: 'DELETE',
      url: '/v1/im/deleteRoom?roomId=room-1',
      headers: { cookie },
    })
    expect(reply.json().code).toBe(200)
    expect(listChanges().map(({ url }) => url)).toEqual(['/v1/im/deleteRoom?roomId=room-1'])
  })

  it('is not removed for other users, who get 403 without a change at upstream', async () => {
    const reply = await site.app.inject({
      method: 'DELETE',
      url: '/v1/im/deleteRoom?roomId=room-2',
      headers: { cookie },
    })
    expect([reply.statusCode, reply.json()]).toEqual([
      403,
      { code: 403, message: '这不是你的会话', data: null, extra: { requestId: expect.stringMatching(REQUEST_ID) } },
    ])
    expect(listChanges()).toEqual([])
  })
})

describe('a withdrawal', () => {
  const withdraw = (body: object) =>
    site.app.inject({ method: 'POST', url: '/v1/im/withdraw', headers: { cookie }, payload: { code: 1, ...body } })

  it.each([
    ['with the true peer', { id: 'm1', toUserId: 'lab' }],
    ['without a peer', { id: 'm1' }],
    [
      'with a text that would be written over the message',
      { id: 'm1', toUserId: 'lab', content: '<b>别人</b>', type: 2 },
    ],
  ])('is rebuilt from the message at upstream: %s', async (_how, body) => {
    expect((await withdraw(body)).json().code).toBe(200)
    expect(listChanges().map((request) => JSON.parse(request.body))).toEqual([
      {
        id: 'm1',
        code: 1,
        fromUserId: USER.id,
        toUserId: 'lab',
        content: '消息已撤回',
        isWithdraw: 1,
        isRead: 0,
        type: 1,
      },
    ])
  })

  it.each([
    ['of the peer', { id: 'm2', toUserId: 'lab' }],
    ['of other users', { id: 'm9' }],
    ['with a wrong recipient', { id: 'm1', toUserId: 'mallory' }],
  ])('is refused with 403 for a message %s', async (_what, body) => {
    expect((await withdraw(body)).statusCode).toBe(403)
    expect(listChanges()).toEqual([])
  })
})

describe('a notice', () => {
  const remove = (query: string) =>
    site.app.inject({ method: 'DELETE', url: `/v1/im/deleteMessage?${query}`, headers: { cookie } })

  it.each(['id=n1&type=1', 'id=n1', 'type=1'])('of the caller is deleted: %s', async (query) => {
    expect((await remove(query)).json().code).toBe(200)
    expect(listChanges()).toHaveLength(1)
  })

  it.each(['id=m2&type=1', 'id=n1&type=0', 'id=m1'])('of another user is not deleted: %s', async (query) => {
    expect((await remove(query)).statusCode).toBe(403)
    expect(listChanges()).toEqual([])
  })
})

describe('a message sent by a call', () => {
  const send = (content: string) =>
    site.app.inject({
      method: 'POST',
      url: '/v1/im/chat',
      headers: { cookie },
      payload: { code: 2, toUserId: 'lab', content },
    })

  it('is private, and sanitised before upstream stores it', async () => {
    expect((await send('你好<script>alert(1)</script>')).json().code).toBe(200)
    expect(JSON.parse(listChanges()[0]?.body ?? '')).toMatchObject({ code: 1, content: '你好', isRead: 0 })
  })

  it('is sanitised in the answer of upstream', async () => {
    site.upstream.answer = () =>
      ok(null, { message: { ...OWN, content: '你好<img src=x onerror=alert(1)>', ip: '203.0.113.7' } })
    const { message } = (await send('你好')).json().extra
    expect(message).toMatchObject({ id: 'm1', content: expect.not.stringContaining('onerror') })
    expect(message.ip).toBeUndefined()
  })

  it.each(['<script>alert(1)</script>', '<p> &nbsp;<br></p>', ' '])('is refused when empty: %s', async (content) => {
    const reply = await send(content)
    expect([reply.statusCode, reply.json().message]).toEqual([400, '消息不能为空'])
    expect(listChanges()).toEqual([])
  })
})
