import { once } from 'node:events'
import { DAY_MS, HOUR_MS } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createAccountRepository } from '#accounts/login/account-repository.ts'
import { ask, type Loose } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { acquaint, join, type Member } from '#testing/members.ts'
import { type OpenSocket, openSocket, type SocketIdentity } from '#testing/sockets.ts'

describeDatabases('the socket', (make) => {
  let upstream: TestUpstream
  let clock = Date.UTC(2026, 10, 20, 4)
  let jade: Member
  let pearl: Member
  const opened: OpenSocket[] = []

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => clock })
    await upstream.listen()
  })
  afterAll(() => upstream.close())
  beforeEach(async () => {
    clock += HOUR_MS
    jade = await join(upstream, '玉声')
    pearl = await join(upstream, '珠圆')
    await acquaint(upstream, jade, pearl)
    for (const one of opened.splice(0)) await one.close()
  })

  async function open(member: Pick<Member, 'id' | 'token'>, asking: SocketIdentity = {}) {
    const socket = await openSocket(upstream, member, asking)
    opened.push(socket)
    return socket
  }
  const send = (from: Member, to: Member, content: string) =>
    from.ask('POST /v1/im/chat', { code: 1, toUserId: to.id, content })

  it('delivers a message to every socket of both users, without empty members', async () => {
    const sockets = [await open(jade), await open(pearl), await open(pearl)]
    const { message } = (await send(jade, pearl, '在吗')).extra
    for (const socket of sockets) {
      expect(await socket.next()).toEqual({
        code: 1,
        id: message.id,
        fromUserId: jade.id,
        fromUserNickname: '玉声',
        fromUserAvatar: '',
        toUserId: pearl.id,
        content: '在吗',
        type: 1,
        isRead: 0,
        isWithdraw: 0,
        ext: message.ext,
        ipSource: '',
        createTime: message.createTime,
        createTimeStr: '刚刚',
      })
    }
  })

  it('delivers messages in the order of storage', async () => {
    const socket = await open(pearl)
    await Promise.all(Array.from({ length: 30 }, (_, nth) => send(jade, pearl, `${nth}`)))
    for (let nth = 0; nth < 30; nth += 1) await socket.next()
    const numbers = socket.frames.map(({ ext }) => ext.seq)
    expect(numbers).toEqual([...numbers].sort((one, other) => one - other))
  })

  it('delivers a message once when its idempotency key is sent repeatedly', async () => {
    const socket = await open(pearl)
    const body = { code: 1, toUserId: pearl.id, content: '一次' }
    const headers = { 'idempotency-key': 'ref-1' }
    const { token } = jade
    await Promise.all(Array.from({ length: 5 }, () => ask(upstream, 'POST /v1/im/chat', { token, body, headers })))
    await send(jade, pearl, '之后')
    expect([(await socket.next()).content, (await socket.next()).content]).toEqual(['一次', '之后'])
    expect(socket.frames).toHaveLength(2)
  })

  it('delivers withdrawals with the sender’s index', async () => {
    const sockets = [await open(jade), await open(pearl)]
    const { id } = (await send(jade, pearl, '说错了')).extra.message
    for (const socket of sockets) await socket.next()
    await jade.ask('POST /v1/im/withdraw', { id, code: 1, index: 7 })
    for (const socket of sockets) {
      expect(await socket.next()).toMatchObject({
        code: 1,
        id,
        isWithdraw: 1,
        index: 7,
        content: '消息已撤回',
        type: 1,
        fromUserId: jade.id,
        toUserId: pearl.id,
      })
    }
    const { id: next } = (await send(jade, pearl, '又说错了')).extra.message
    await jade.ask('POST /v1/im/withdraw', { id: next, code: 1 })
    const [, socket] = sockets
    await socket?.next()
    expect(await socket?.next()).not.toHaveProperty('index')
    // A repeated withdrawal is not pushed again.
    await jade.ask('POST /v1/im/withdraw', { id: next, code: 1, index: 8 })
    await send(jade, pearl, '之后')
    expect(await socket?.next()).toMatchObject({ content: '之后' })
  })

  it('delivers notices of every kind to their recipients', async () => {
    const editor = await join(upstream, '编辑', 'editor')
    const form = { title: '新标本', categoryId: 33, contentMd: '正文', isPublish: 1 }
    const { id } = (await editor.ask('POST /v1/article/', form)).extra
    const [socket, other] = [await open(editor), await open(pearl)]
    const bring = async (call: string, body?: Record<string, unknown>) => {
      await jade.ask(call, body)
      return await socket.next()
    }
    const from = { code: 5, toUserId: editor.id, fromUserId: jade.id, fromUserNickname: '玉声', isRead: 0 }
    expect(await bring(`GET /v1/article/like?articleId=${id}`)).toMatchObject({
      ...from,
      noticeType: 3,
      articleId: id,
      articleTitle: '新标本',
    })
    expect(await bring(`GET /v1/collect/collect?articleId=${id}`)).toMatchObject({ ...from, noticeType: 4 })
    expect(await bring(`POST /v1/followed/insertFollowed?userId=${editor.id}`)).toMatchObject({
      ...from,
      noticeType: 2,
    })
    expect(await bring('POST /v1/comment/', { articleId: id, content: '好' })).toMatchObject({
      ...from,
      noticeType: 1,
      commentMark: 2,
      content: '好',
      ext: { commentId: expect.any(Number) },
    })
    await editor.ask('GET /v1/sign/')
    const system = await socket.next()
    expect(system).toMatchObject({ code: 5, noticeType: 0, toUserId: editor.id, type: 0, isWithdraw: 0 })
    expect(system).not.toHaveProperty('fromUserId')
    expect(other.frames).toEqual([])
  })

  it('refuses a missing or invalid token, a token outside the header and the id of another user', async () => {
    const strangers: SocketIdentity[] = [
      { token: '' },
      { token: 'x'.repeat(128) },
      { token: `Bearer ${jade.token}` },
      { userId: pearl.id },
      { userId: '' },
    ]
    for (const asking of strangers) expect(await (await open(jade, asking)).closed).toBe(4401)
    const url = `${upstream.url.replace('http', 'ws')}/websocket?userId=${jade.id}&Authorization=${jade.token}`
    const socket = new WebSocket(url, { headers: { cookie: `Authorization=${jade.token}` } })
    expect((await once(socket, 'close'))[0]).toBe(4401)
    expect(upstream.logs.join('')).not.toContain(jade.token)
  })

  it('answers 404 to a request without an upgrade, and closes sockets at other paths', async () => {
    expect(await ask(upstream, 'GET /websocket?userId=1')).toMatchObject({ status: 404, code: 404 })
    const elsewhere = new WebSocket(`${upstream.url.replace('http', 'ws')}/v1/article/`)
    await once(elsewhere, 'close')
    expect(await ask(upstream, 'GET /v1/category/')).toMatchObject({ code: 200 })
  })

  it('closes on binary, too long and too many frames, and ignores other frames', async () => {
    const [binary, long, flood, good] = [await open(jade), await open(jade), await open(jade), await open(jade)]
    binary.socket.send(Buffer.from('x'))
    expect(await binary.closed).toBe(1003)
    long.socket.send('x'.repeat(64 * 1024 + 1))
    expect(await long.closed).toBe(1009)
    for (let nth = 0; nth < 600; nth += 1) flood.socket.send('{"code":4}')
    expect(await flood.closed).toBe(4429)
    const forged = { code: 1, fromUserId: pearl.id, toUserId: jade.id, content: '冒名' }
    for (const text of [JSON.stringify(forged), '{"code":4}', '{', '', 'null', JSON.stringify({ code: 2 })]) {
      good.socket.send(text)
    }
    await send(pearl, jade, '真的')
    expect((await good.next()).content).toBe('真的')
    expect(good.frames).toHaveLength(1)
  })

  it('delivers nothing to other users', async () => {
    const amber = await join(upstream, '琥珀')
    const [own, others] = [await open(pearl), await open(amber)]
    await send(jade, pearl, '悄悄话')
    await own.next()
    await send(jade, amber, '你好')
    expect(await others.next()).toMatchObject({ content: '你好' })
    expect(others.frames).toHaveLength(1)
  })

  it('closes when its session ends for any reason', async () => {
    const { account_name, password_hash: hash } = await upstream.db
      .selectFrom('users')
      .select(['account_name', 'password_hash'])
      .where('id', '=', pearl.id)
      .executeTakeFirstOrThrow()
    const email = String(account_name)
    const login = async () => {
      const { token } = (await ask(upstream, 'POST /oauth/emailLogin', { body: { email, password: 'a password' } }))
        .data
      return { id: pearl.id, token }
    }
    const [desk, phone, kept] = [await login(), await login(), await open(jade)]
    const askAsDesk = (call: string) => ask(upstream, call, { token: desk.token })
    const [atDesk, atPhone] = [await open(desk), await open(phone)]

    await ask(upstream, 'GET /logout', { token: phone.token })
    expect(await atPhone.closed).toBe(4401)
    const other = await login()
    const atOther = await open(other)
    const current = (await ask(upstream, 'GET /v1/user/sessions', { token: other.token })).data.find(
      ({ isCurrent }: Loose) => isCurrent,
    )
    await askAsDesk(`DELETE /v1/user/sessions?id=${current.id}`)
    expect(await atOther.closed).toBe(4401)
    expect(atDesk.socket.readyState).toBe(WebSocket.OPEN)
    await askAsDesk('DELETE /v1/user/sessions')
    expect(await atDesk.closed).toBe(4401)

    const reset = await open(await login())
    await createAccountRepository({ db: upstream.db, now: () => clock }).resetPassword(email, 'no hash')
    expect(await reset.closed).toBe(4401)
    await upstream.db.updateTable('users').set({ password_hash: hash }).where('id', '=', pearl.id).execute()

    const disabled = await open(await login())
    await upstream.db.updateTable('users').set({ status: 0 }).where('id', '=', pearl.id).execute()
    expect(await disabled.closed).toBe(4401)
    await upstream.db.updateTable('users').set({ status: 1 }).where('id', '=', pearl.id).execute()

    const guest = await join(upstream, '琥珀')
    const guestSocket = await open(guest)
    await upstream.db.deleteFrom('users').where('id', '=', guest.id).execute()
    expect(await guestSocket.closed).toBe(4401)

    expect(kept.socket.readyState).toBe(WebSocket.OPEN)
    clock += 7 * DAY_MS
    expect(await kept.closed).toBe(4401)
  })
})
