import { HOUR_MS, SECOND_MS } from '@portal/contract/constants.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createSharedLimits } from '#platform/http/shared-limit.ts'
import { createLocalBus } from '#platform/push/push-bus.ts'
import { ask, type Loose, type TestAnswer } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { acquaint, join, type Member } from '#testing/members.ts'
import { createChatRepository } from './chat-repository.ts'
import { createRoomRepository } from './room-repository.ts'

describeDatabases('private messages', (make) => {
  let upstream: TestUpstream
  let clock = Date.UTC(2026, 10, 20, 4)
  let jade: Member
  let pearl: Member
  let amber: Member

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => clock })
  })
  afterAll(() => upstream.close())
  beforeEach(async () => {
    clock += HOUR_MS
    jade = await join(upstream, '玉声')
    pearl = await join(upstream, '珠圆')
    amber = await join(upstream, '琥珀')
    await acquaint(upstream, jade, pearl, amber)
  })

  const send = (from: Member, to: Pick<Member, 'id'>, content: string, more: Record<string, unknown> = {}) =>
    from.ask('POST /v1/im/chat', { code: 1, toUserId: to.id, content, type: 1, isRead: 0, ...more })
  const sendAndRead = async (from: Member, to: Member, content: string) => (await send(from, to, content)).extra.message
  const sendOnce = (from: Member, to: Member, content: string, key: string): Promise<TestAnswer> =>
    ask(upstream, 'POST /v1/im/chat', {
      token: from.token,
      body: { code: 1, toUserId: to.id, content },
      headers: { 'idempotency-key': key },
    })
  const listRooms = async (member: Member) => (await member.ask('GET /v1/im/getRoomList')).data
  const readHistory = async (member: Member, peer: Member, more = '') =>
    (await member.ask(`GET /v1/im/selectUserImHistory?toUserId=${peer.id}${more}`)).data
  const getTexts = (page: Loose) => page.records.map(({ content }: Loose) => content)
  const readUnread = async (member: Member) => (await member.ask('GET /v1/im/getNewSystemNotice')).data.private
  const withdraw = (member: Member, id: string, more: Record<string, unknown> = {}) =>
    member.ask('POST /v1/im/withdraw', { id, code: 1, ...more })
  const queryStored = () => upstream.db.selectFrom('chat_messages').selectAll().orderBy('seq').execute()

  it('are stored with the logged-in user as sender, and returned in the wire format', async () => {
    const answer = await send(jade, pearl, '您好，请问如何送样？', { fromUserId: pearl.id })
    expect(answer).toMatchObject({ status: 200, code: 200, data: null })
    const { message } = answer.extra
    expect(message).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      code: 1,
      fromUserId: jade.id,
      fromUserNickname: '玉声',
      fromUserAvatar: '',
      toUserId: pearl.id,
      content: '您好，请问如何送样？',
      ipSource: '',
      isWithdraw: 0,
      type: 1,
      isRead: 0,
      index: null,
      articleId: null,
      articleTitle: null,
      commentMark: null,
      noticeType: null,
      atUserId: null,
      createTime: toWireDateTime(clock).slice(0, 16),
      createTimeStr: '刚刚',
      ext: { seq: expect.any(Number), at: clock },
    })
    expect((await readHistory(pearl, jade)).records).toEqual([message])
  })

  it('keep only text, line breaks and pictures of this site', async () => {
    const dirty = 'a &lt;b&gt; <b onclick="x()">粗</b><br>第二行<script>alert(1)</script>'
    expect((await sendAndRead(jade, pearl, dirty)).content).toBe('a &lt;b&gt; 粗\n第二行')
    const picture = '<img src="/file/img/a.png" alt="谱图" onerror="x()">'
    const answer = await send(jade, pearl, picture, { type: 2 })
    expect(answer.extra.message).toMatchObject({ content: '<img src="/file/img/a.png" alt="谱图" />', type: 2 })
    const foreign = await send(jade, pearl, '看这里 <img src="https://evil.test/x.png">', { type: 2 })
    expect(foreign.extra.message).toMatchObject({ content: '看这里', type: 1 })
    for (const empty of [' \n ', '<script>1</script>', '<img src="https://evil.test/x.png">', '\u200b']) {
      expect(await send(jade, pearl, empty)).toMatchObject({ code: 400, message: '消息没有可发送的内容，请重新输入' })
    }
    expect(await send(jade, pearl, '字'.repeat(8001))).toMatchObject({ code: 400 })
    expect(await send(jade, pearl, '字'.repeat(8000))).toMatchObject({ code: 200 })
  })

  it('are refused to the own account, to unknown users and to groups', async () => {
    expect(await send(jade, jade, '自言自语')).toMatchObject({ code: 500, message: '不能跟自己聊天！' })
    expect(await send(jade, { id: 'f'.repeat(32) }, '在吗')).toMatchObject({ code: 500, message: '用户不存在' })
    expect(await jade.ask('POST /v1/im/chat', { code: 1, content: '在吗' })).toMatchObject({
      code: 500,
      message: '请选择用户！',
    })
    expect(await jade.ask('POST /v1/im/chat', { code: 2, content: '大家好' })).toMatchObject({
      code: 500,
      message: '本站没有群聊',
    })
    expect((await jade.ask('GET /v1/im/')).data).toMatchObject({ records: [], total: 0, pages: 0 })
  })

  it('are stored once for an idempotency key, also when sent concurrently', async () => {
    const before = (await queryStored()).length
    const first = await sendOnce(jade, pearl, '一次', 'ref-1')
    clock += 5 * SECOND_MS
    const again = await sendOnce(jade, pearl, '一次', 'ref-1')
    expect(again.extra.message).toEqual({ ...first.extra.message, createTimeStr: '5秒前' })
    const both = await Promise.all(Array.from({ length: 8 }, () => sendOnce(jade, pearl, '同时', 'ref-2')))
    expect(new Set(both.map(({ extra }) => extra.message.id)).size).toBe(1)
    // A key belongs to its sender: the same key of another user stores another message.
    const other = await sendOnce(amber, pearl, '一次', 'ref-1')
    expect(other.extra.message).toMatchObject({ fromUserId: amber.id })
    expect((await queryStored()).length - before).toBe(3)
    for (const key of ['', 'x'.repeat(65)])
      expect(await sendOnce(jade, pearl, '一次', key)).toMatchObject({ code: 400 })
    expect(await sendOnce(jade, pearl, '一次', 'x'.repeat(64))).toMatchObject({ code: 200 })
  })

  it('do not restore a deleted conversation when they are repeated with the same key', async () => {
    await sendOnce(jade, pearl, '一次', 'ref-1')
    const [room] = await listRooms(jade)
    await jade.ask(`DELETE /v1/im/deleteRoom?roomId=${room.id}`)
    expect(await sendOnce(jade, pearl, '一次', 'ref-1')).toMatchObject({ code: 200 })
    expect(await listRooms(jade)).toEqual([])
  })

  it('are listed by unique sequence numbers, newest first', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, nth) => (nth % 2 ? send(jade, pearl, `${nth}`) : send(pearl, jade, `${nth}`))),
    )
    const page = await readHistory(jade, pearl, '&pageNo=1&pageSize=100')
    const numbers = page.records.map(({ ext }: Loose) => ext.seq)
    expect(numbers).toHaveLength(40)
    expect(numbers).toEqual([...numbers].sort((one: number, other: number) => other - one))
    expect(new Set(numbers).size).toBe(40)
    expect(await readHistory(pearl, jade, '&pageNo=2&pageSize=30')).toMatchObject({ total: 40, pages: 2, current: 2 })
  })

  it('are limited to 240 in ten seconds for each sender', async () => {
    const answers: Awaited<ReturnType<typeof send>>[] = []
    // Twenty at a time, because more would wait too long for a database connection on a busy machine.
    for (let first = 0; first < 241; first += 20) {
      const count = Math.min(20, 241 - first)
      answers.push(
        ...(await Promise.all(Array.from({ length: count }, (_, nth) => send(jade, pearl, `第 ${first + nth} 条`)))),
      )
    }
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(240)
    const refusal = answers.find(({ code }) => code !== 200)
    expect(refusal).toMatchObject({ code: 429, message: '请求过于频繁,稍后重试', headers: { 'retry-after': '10' } })
    expect(await send(pearl, jade, '别人不受影响')).toMatchObject({ code: 200 })
    clock += 10 * SECOND_MS
    expect(await send(jade, pearl, '又可以了')).toMatchObject({ code: 200 })
  })

  it('are listed in rooms: the caller opens one side, the first message opens the other', async () => {
    expect(await jade.ask('POST /v1/im/addRoom')).toMatchObject({ code: 500, message: '请选择用户！' })
    expect(await jade.ask(`POST /v1/im/addRoom?userId=${jade.id}`)).toMatchObject({
      code: 500,
      message: '不能跟自己聊天！',
    })
    expect(await jade.ask('POST /v1/im/addRoom?userId=nobody')).toMatchObject({ code: 500, message: '用户不存在' })
    const opened = await jade.ask(`POST /v1/im/addRoom?userId=${pearl.id}`)
    const room = {
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      receiveId: pearl.id,
      nickname: '珠圆',
      avatar: '',
      readNum: 0,
      isStaff: false,
      createTime: null,
      createTimeStr: '刚刚',
      lastMessage: null,
    }
    expect(opened.data).toEqual(room)
    expect(await jade.ask(`POST /v1/im/addRoom?userId=${pearl.id}`)).toMatchObject({ code: 200, data: null })
    expect(await listRooms(jade)).toEqual([room])
    expect(await listRooms(pearl)).toEqual([])

    const message = await sendAndRead(jade, pearl, '在吗')
    expect(await listRooms(pearl)).toMatchObject([
      { receiveId: jade.id, nickname: '玉声', readNum: 1, lastMessage: message },
    ])
    expect(await listRooms(jade)).toMatchObject([{ receiveId: pearl.id, readNum: 0, lastMessage: message }])
  })

  it('move their room to the top, and restore a deleted room', async () => {
    await send(jade, pearl, '一')
    clock += SECOND_MS
    await send(amber, jade, '二')
    const listPeers = async () => (await listRooms(jade)).map(({ nickname }: Loose) => nickname)
    expect(await listPeers()).toEqual(['琥珀', '珠圆'])
    clock += SECOND_MS
    await send(pearl, jade, '三')
    expect(await listPeers()).toEqual(['珠圆', '琥珀'])
    const [{ id }] = await listRooms(jade)
    await pearl.ask(`DELETE /v1/im/deleteRoom?roomId=${id}`)
    expect(await listPeers()).toEqual(['珠圆', '琥珀'])
    expect(await jade.ask(`DELETE /v1/im/deleteRoom?roomId=${id}`)).toMatchObject({ code: 200, data: null })
    expect(await listPeers()).toEqual(['琥珀'])
    expect(await readUnread(jade)).toBe(1)
    expect(getTexts(await readHistory(jade, pearl))).toEqual(['三', '一'])
    clock += SECOND_MS
    await send(pearl, jade, '四')
    expect(await listPeers()).toEqual(['珠圆', '琥珀'])
    expect((await listRooms(jade))[0]).toMatchObject({ readNum: 1, lastMessage: { content: '四' } })
    expect(await listRooms(pearl)).toHaveLength(1)
  })

  it('are unread until the recipient reads the conversation', async () => {
    await send(jade, pearl, '一')
    await send(jade, pearl, '二')
    await send(amber, pearl, '三')
    expect(await readUnread(pearl)).toBe(3)
    expect(await readUnread(jade)).toBe(0)
    await jade.ask(`GET /v1/im/read?userId=${pearl.id}`)
    expect(await readUnread(pearl)).toBe(3)
    expect(await pearl.ask(`GET /v1/im/read?userId=${jade.id}`)).toMatchObject({ code: 200, data: null })
    expect(await readUnread(pearl)).toBe(1)
    expect((await readHistory(jade, pearl)).records.map(({ isRead }: Loose) => isRead)).toEqual([1, 1])
    expect((await listRooms(pearl)).map(({ readNum }: Loose) => readNum).sort()).toEqual([0, 1])
  })

  it('are visible to their two users only', async () => {
    await send(jade, pearl, '悄悄话')
    for (const query of [
      `fromUserId=${jade.id}&toUserId=${pearl.id}`,
      `fromUserId=${pearl.id}&toUserId=${jade.id}`,
      `toUserId=${jade.id}`,
    ]) {
      const { data } = await amber.ask(`GET /v1/im/selectUserImHistory?${query}`)
      expect(data).toMatchObject({ records: [], total: 0 })
    }
    for (const query of [`fromUserId=${jade.id}&toUserId=${pearl.id}`, `fromUserId=${pearl.id}&toUserId=${jade.id}`]) {
      expect(getTexts((await jade.ask(`GET /v1/im/selectUserImHistory?${query}`)).data)).toEqual(['悄悄话'])
    }
    expect((await readHistory(jade, jade)).records).toEqual([])
  })

  it('can be withdrawn by their sender within two minutes, which deletes their text', async () => {
    const { id } = await sendAndRead(jade, pearl, '手机号 13800000000')
    const { id: late } = await sendAndRead(jade, pearl, '晚了')
    clock += 120 * SECOND_MS - 1
    expect(await withdraw(pearl, id)).toMatchObject({ code: 500, message: '只能撤回自己的消息哦！' })
    expect(await withdraw(jade, id, { content: '改成别的', toUserId: amber.id })).toMatchObject({
      code: 200,
      data: null,
    })
    clock += 1
    for (const member of [jade, pearl]) {
      expect(await withdraw(member, late)).toMatchObject({
        code: 500,
        message: '撤回失败，只能撤回俩分钟以内的消息！',
      })
    }
    // A repeated request, as after a lost answer.
    expect(await withdraw(jade, id)).toMatchObject({ code: 200, data: null })
    expect(await withdraw(jade, 'f'.repeat(32))).toMatchObject({ code: 500, message: '这条消息不存在' })
    expect(await withdraw(jade, late, { code: 2 })).toMatchObject({ code: 500, message: '本站没有群聊' })
    expect((await readHistory(pearl, jade)).records).toMatchObject([
      { content: '晚了', isWithdraw: 0 },
      { id, content: '消息已撤回', isWithdraw: 1, type: 1 },
    ])
    expect(JSON.stringify(await queryStored())).not.toContain('13800000000')
  })

  it('do not include notices between the two users', async () => {
    await jade.ask(`POST /v1/followed/insertFollowed?userId=${pearl.id}`)
    await send(jade, pearl, '已关注')
    expect(getTexts(await readHistory(pearl, jade))).toEqual(['已关注'])
  })

  it('are counted and listed without reading all messages of other users', async () => {
    const { db } = upstream
    const values = sql`'m' || i, 'pair ' || (i % 1000), ${amber.id}, ${pearl.id}, 'x', 1, 1, 0, ${clock}`
    await sql`
      insert into chat_messages (id, pair, from_user_id, to_user_id, content, type, is_read, is_withdraw, created_at)
      with recursive numbers (i) as (select 0 union all select i + 1 from numbers where i < 99999)
      select ${values} from numbers`.execute(db)
    await send(jade, pearl, '一')
    const createLimit = createSharedLimits({ db, digest: upstream.digest, now: () => clock })
    const chat = createChatRepository({ db, bus: createLocalBus(db), createLimit, now: () => clock })
    expect(await chat.countUnread(pearl.id)).toBe(1)
    const whole = await measureQuickest(() => sql`select max(length(content)) from chat_messages`.execute(db))
    const page = { number: 1, size: 10, offset: 0 }
    for (const look of [
      () => chat.countUnread(pearl.id),
      () => createRoomRepository({ db, now: () => clock }).list(pearl.id),
      () => chat.readHistory(pearl.id, jade.id, page),
    ]) {
      expect(await measureQuickest(look)).toBeLessThan(whole / 3)
    }
  })

  /** Measures the shortest of ten runs, in ms, to exclude other load. */
  async function measureQuickest(look: () => Promise<unknown>): Promise<number> {
    const times: number[] = []
    for (let nth = 0; nth < 10; nth += 1) {
      const begun = performance.now()
      await look()
      times.push(performance.now() - begun)
    }
    return Math.min(...times)
  }
})
