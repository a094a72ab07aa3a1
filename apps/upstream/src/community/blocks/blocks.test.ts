import { DAY_MS, HOUR_MS } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ask, type Loose } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { articleId, join, type Member } from '#testing/members.ts'
import { openSocket } from '#testing/sockets.ts'

const UNANSWERED = { code: 500, message: '对方回复之前最多发送 3 条消息' }
const NOT_RECEIVED = { code: 500, message: '对方暂时不接收你的消息', data: null }
const OWN_BLOCK = { code: 500, message: '你已屏蔽对方，解除屏蔽后才能发送消息' }

describeDatabases('strangers and blocked members', (make) => {
  let upstream: TestUpstream
  let clock = Date.UTC(2026, 10, 20, 4)
  let jade: Member
  let pearl: Member

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => clock })
    await upstream.listen()
  })
  afterAll(() => upstream.close())
  beforeEach(async () => {
    clock += HOUR_MS
    jade = await join(upstream, '玉声')
    pearl = await join(upstream, '珠圆')
  })

  const send = (from: Member, to: Pick<Member, 'id'>, content: string) =>
    from.ask('POST /v1/im/chat', { code: 1, toUserId: to.id, content, type: 1 })
  const sendOnce = (from: Member, to: Member, content: string, key: string) =>
    ask(upstream, 'POST /v1/im/chat', {
      token: from.token,
      body: { code: 1, toUserId: to.id, content },
      headers: { 'idempotency-key': key },
    })
  const readTexts = async (member: Member, peer: Member) =>
    (await member.ask(`GET /v1/im/selectUserImHistory?toUserId=${peer.id}&pageSize=100`)).data.records.map(
      ({ content }: Loose) => content,
    )
  const listRooms = async (member: Member) =>
    (await member.ask('GET /v1/im/getRoomList')).data.map(({ receiveId }: Loose) => receiveId)
  const readCounters = async (member: Member) => (await member.ask('GET /v1/im/getNewSystemNotice')).data
  const block = (member: Member, peer: Pick<Member, 'id'>) => member.ask(`POST /v1/im/block?userId=${peer.id}`)
  const unblock = (member: Member, peer: Member) => member.ask(`DELETE /v1/im/block?userId=${peer.id}`)
  const listBlocked = async (member: Member) => (await member.ask('GET /v1/im/block')).data

  it('a stranger can send three messages until the first answer, also concurrently', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, nth) => send(jade, pearl, `第 ${nth} 条`)))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(3)
    expect(answers.find(({ code }) => code !== 200)).toMatchObject(UNANSWERED)
    expect(await readTexts(pearl, jade)).toHaveLength(3)
    clock += DAY_MS
    expect(await send(jade, pearl, '在吗')).toMatchObject(UNANSWERED)

    await send(pearl, jade, '您好')
    for (let nth = 0; nth < 5; nth += 1) expect(await send(jade, pearl, '谢谢')).toMatchObject({ code: 200 })
  })

  it('a member can answer, and write to followers, without limit', async () => {
    await pearl.ask(`POST /v1/followed/insertFollowed?userId=${jade.id}`)
    for (let nth = 0; nth < 5; nth += 1) expect(await send(jade, pearl, `${nth}`)).toMatchObject({ code: 200 })
    // Jade does not follow Pearl but has written first, so Pearl may answer.
    for (let nth = 0; nth < 5; nth += 1) expect(await send(pearl, jade, `${nth}`)).toMatchObject({ code: 200 })
  })

  it('a repeated idempotency key returns the stored message in spite of the limit', async () => {
    for (const key of ['a', 'b', 'c']) await sendOnce(jade, pearl, key, key)
    expect(await sendOnce(jade, pearl, 'd', 'd')).toMatchObject(UNANSWERED)
    expect(await sendOnce(jade, pearl, 'c', 'c')).toMatchObject({ code: 200 })
    await send(pearl, jade, '您好')
    // A refused message is not stored under its key.
    expect(await sendOnce(jade, pearl, 'd', 'd')).toMatchObject({ code: 200, extra: { message: { content: 'd' } } })
  })

  it('staff can write to strangers without limit', async () => {
    const editor = await join(upstream, '编辑', 'editor')
    for (let nth = 0; nth < 5; nth += 1) expect(await send(editor, pearl, `${nth}`)).toMatchObject({ code: 200 })
  })

  it('a member can start twenty conversations a day, and write in existing ones', async () => {
    const strangers = []
    for (let nth = 0; nth < 21; nth += 1) strangers.push(await join(upstream, `生客${nth}`))
    const answers = await Promise.all(strangers.map((one) => send(jade, one, '您好')))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(20)
    expect(answers.find(({ code }) => code !== 200)).toMatchObject({
      code: 500,
      message: '今天主动联系的人数已达上限，请明天再试',
    })
    const known = strangers[answers.findIndex(({ code }) => code === 200)] as Member
    expect(await send(jade, known, '还有一件事')).toMatchObject({ code: 200 })
    await send(pearl, jade, '请问')
    expect(await send(jade, pearl, '请讲')).toMatchObject({ code: 200 })
    clock += DAY_MS + 1
    const late = strangers[answers.findIndex(({ code }) => code !== 200)] as Member
    expect(await send(jade, late, '您好')).toMatchObject({ code: 200 })
  })

  it('a block refuses messages in both directions until it is removed', async () => {
    await send(jade, pearl, '一')
    await send(pearl, jade, '二')
    expect(await block(pearl, jade)).toMatchObject({ code: 200, data: null })
    expect(await block(pearl, jade)).toMatchObject({ code: 200, data: null })
    expect(await listBlocked(pearl)).toMatchObject([{ id: jade.id, nickname: '玉声', avatar: '' }])
    expect(await listBlocked(jade)).toEqual([])

    expect(await send(jade, pearl, '三')).toMatchObject(NOT_RECEIVED)
    expect(await send(pearl, jade, '三')).toMatchObject(OWN_BLOCK)
    expect(await readTexts(jade, pearl)).toEqual(['二', '一'])
    // The blocking member does not see the conversation, and it is not counted; the other one still sees it.
    expect([await listRooms(pearl), await listRooms(jade)]).toEqual([[], [pearl.id]])
    expect(await readCounters(pearl)).toMatchObject({ private: 0 })
    expect(await pearl.ask(`POST /v1/im/addRoom?userId=${jade.id}`)).toMatchObject(OWN_BLOCK)
    expect(await jade.ask(`POST /v1/im/addRoom?userId=${pearl.id}`)).toMatchObject({ code: 200 })
    // Messages are not marked as read either.
    expect(await pearl.ask(`GET /v1/im/read?userId=${jade.id}`)).toMatchObject({ extra: { isHidden: true } })
    const mine = (await jade.ask(`GET /v1/im/selectUserImHistory?toUserId=${pearl.id}`)).data.records
    expect(mine.map(({ isRead }: Loose) => isRead)).toEqual([0, 0])

    expect(await unblock(pearl, jade)).toMatchObject({ code: 200, data: null })
    expect(await listRooms(pearl)).toEqual([jade.id])
    expect(await readCounters(pearl)).toMatchObject({ private: 1 })
    expect(await send(jade, pearl, '三')).toMatchObject({ code: 200 })
  })

  it('a block suppresses notices from the blocked member, and ends follows in both directions', async () => {
    const editor = await join(upstream, '编辑', 'editor')
    const form = { title: `标本${clock}`, categoryId: 33, contentMd: '正文', isPublish: 1 }
    const { id } = (await editor.ask('POST /v1/article/', form)).extra
    await jade.ask(`POST /v1/followed/insertFollowed?userId=${editor.id}`)
    await editor.ask(`POST /v1/followed/insertFollowed?userId=${jade.id}`)
    const queryFollows = () =>
      upstream.db.selectFrom('follows').selectAll().where('followed_id', '=', editor.id).execute()
    expect(await queryFollows()).toHaveLength(1)
    await editor.ask('DELETE /v1/im/deleteMessage?type=2')
    await block(editor, jade)
    expect(await queryFollows()).toEqual([])

    const socket = await openSocket(upstream, editor)
    const makeNotices = async (member: Member) => {
      await member.ask(`GET /v1/article/like?articleId=${id}`)
      await member.ask(`GET /v1/collect/collect?articleId=${id}`)
      await member.ask('POST /v1/comment/', { articleId: id, content: '好' })
      await member.ask(`POST /v1/followed/insertFollowed?userId=${editor.id}`)
      await send(member, editor, '在吗')
    }
    await makeNotices(jade)
    expect(await readCounters(editor)).toMatchObject({ comment: 0, private: 0 })
    await makeNotices(pearl)
    const from = [
      await socket.next(),
      await socket.next(),
      await socket.next(),
      await socket.next(),
      await socket.next(),
    ]
    expect(from.map(({ fromUserId }) => fromUserId)).toEqual(Array.from({ length: 5 }, () => pearl.id))
    await socket.close()
    expect(await articleId(upstream, form.title)).toBe(id)
  })

  it('a block can be removed only by the member who set it, and needs another account', async () => {
    expect(await block(jade, jade)).toMatchObject({ code: 500, message: '不能屏蔽自己！' })
    expect(await block(jade, { id: 'f'.repeat(32) })).toMatchObject({ code: 500, message: '用户不存在' })
    await block(jade, pearl)
    await unblock(pearl, jade)
    expect(await listBlocked(jade)).toHaveLength(1)
    for (const call of ['GET', 'POST', 'DELETE']) {
      expect(await ask(upstream, `${call} /v1/im/block?userId=${jade.id}`)).toMatchObject({ code: 401 })
    }
  })
})
