import { MINUTE_MS, OWNER_ID } from '../../../packages/contract/src/constants.ts'
import type { Browser, Loose } from '../browser.ts'
import { type CallCheck, type CheckBench, check } from '../call-check.ts'
import type { Member } from '../reference.ts'

const fetchRooms = async (browser: Browser): Promise<Loose[]> => (await browser.ask('GET /v1/im/getRoomList')).data
const fetchUnread = async (browser: Browser): Promise<number> =>
  (await browser.ask('GET /v1/im/getNewSystemNotice')).data.private
const send = (from: Member, to: Pick<Member, 'id'>, content: string, more: Loose = {}) =>
  from.browser.ask('POST /v1/im/chat', { body: { code: 1, toUserId: to.id, content, type: 1, isRead: 0, ...more } })
const fetchHistory = async (member: Member, query: { fromUserId?: string; toUserId: string }): Promise<Loose> =>
  (await member.browser.ask('GET /v1/im/selectUserImHistory', { query })).data
const withdraw = (member: Member, id: string, to: Pick<Member, 'id'>) =>
  member.browser.ask('POST /v1/im/withdraw', {
    body: { id, code: 1, toUserId: to.id, content: '消息已撤回', isWithdraw: 1, isRead: 0, type: 1, index: 0 },
  })

/** Makes two members, and a message from the first to the second. */
async function makeMessage({ reference }: CheckBench, content = '您好，请问如何送样？') {
  const [sender, receiver] = [await reference.join(), await reference.join()]
  const answer = await send(sender, receiver, content)
  const [message] = (await fetchHistory(sender, { toUserId: receiver.id })).records
  return { sender, receiver, answer, message }
}

export const chatChecks: readonly CallCheck[] = [
  check(
    'POST /v1/im/chat',
    'limits messages to a user without a reply to three, and lifts the limit after a reply (ours)',
    'reference',
    async ({ reference, see }) => {
      const [sender, receiver] = [await reference.join(), await reference.join()]
      for (const content of ['一', '二', '三']) see(await send(sender, receiver, content), { code: 200 }, content)
      see(await send(sender, receiver, '四'), { code: 500, message: /对方回复之前/ }, 'the fourth')
      await send(receiver, sender, '您好')
      see(await send(sender, receiver, '四'), { code: 200 }, 'after the answer')
    },
  ),

  check(
    'POST /v1/im/block',
    'stops messages in both directions and hides the conversation from the caller only (ours)',
    'reference',
    async (bench) => {
      const { see } = bench
      const { sender, receiver } = await makeMessage(bench)
      const block = { query: { userId: sender.id } }
      see(await receiver.browser.ask('POST /v1/im/block', block), { code: 200, data: null })
      see(await receiver.browser.ask('POST /v1/im/block', block), { code: 200, data: null }, 'a second time')
      see(await send(sender, receiver, '在吗'), { code: 500, message: '对方暂时不接收你的消息' }, 'the blocked one')
      see(await send(receiver, sender, '在'), { code: 500, message: /你已屏蔽对方/ }, 'the caller')
      see([await fetchRooms(receiver.browser), await fetchUnread(receiver.browser)], [[], 0], 'the caller’s rooms')
      see(await fetchRooms(sender.browser), [{ receiveId: receiver.id }], 'the other’s rooms')
    },
  ),

  check(
    'GET /v1/im/block',
    'returns users blocked by the caller, not users who block the caller (ours)',
    'reference',
    async ({ reference, see }) => {
      const [caller, peer] = [await reference.join(), await reference.join()]
      await caller.browser.ask('POST /v1/im/block', { query: { userId: peer.id } })
      see(await caller.browser.ask('GET /v1/im/block'), { code: 200, data: [{ id: peer.id, nickname: peer.nickname }] })
      see(await peer.browser.ask('GET /v1/im/block'), { code: 200, data: [] })
    },
  ),

  check('DELETE /v1/im/block', 'unblocks; the conversation is listed again (ours)', 'reference', async (bench) => {
    const { see } = bench
    const { sender, receiver } = await makeMessage(bench)
    const block = { query: { userId: sender.id } }
    await receiver.browser.ask('POST /v1/im/block', block)
    see(await receiver.browser.ask('DELETE /v1/im/block', block), { code: 200, data: null })
    see(await fetchRooms(receiver.browser), [{ receiveId: sender.id, readNum: 1 }], 'the rooms')
    see(await send(sender, receiver, '在吗'), { code: 200 }, 'the next message')
  }),

  check('GET /v1/im/', 'returns a page of group messages', 'account', async ({ member, see, that }) => {
    const { code, data } = await (await member()).ask('GET /v1/im/', { query: { pageNo: 1, pageSize: 10 } })
    see(code, 200, 'code')
    that(Array.isArray(data.records), 'it has no records')
  }),

  check('GET /v1/im/', 'returns an empty page: no group chat (ours)', 'reference', async ({ reference, see }) => {
    const { browser } = await reference.join()
    see(await browser.ask('GET /v1/im/'), { code: 200, data: { records: [], total: 0, pages: 0 } })
  }),

  check('GET /v1/im/getRoomList', 'returns the caller’s rooms unpaged', 'account', async ({ member, see, that }) => {
    const { code, data } = await (await member()).ask('GET /v1/im/getRoomList')
    see(code, 200, 'code')
    that(Array.isArray(data), 'data is no list')
  }),

  check(
    'GET /v1/im/getRoomList',
    'returns peer, unread count and newest message per room, latest activity first (ours)',
    'reference',
    async (bench) => {
      const { sender, receiver, message } = await makeMessage(bench)
      const other = await bench.reference.join()
      bench.later(MINUTE_MS)
      await send(other, receiver, '第二个人')
      bench.see(
        await fetchRooms(receiver.browser),
        [
          { receiveId: other.id, nickname: other.nickname, readNum: 1, lastMessage: { content: '第二个人' } },
          { receiveId: sender.id, nickname: sender.nickname, readNum: 1, lastMessage: { id: message.id } },
        ],
        'the receiver’s rooms',
      )
      bench.see(await fetchRooms(sender.browser), [{ receiveId: receiver.id, readNum: 0 }], 'the sender’s rooms')
    },
  ),

  check(
    'POST /v1/im/addRoom',
    'opens a room for the caller; an existing room: data null; deleteRoom removes it',
    'account',
    async ({ member, see, that }) => {
      const browser = await member()
      const had = (await fetchRooms(browser)).some(({ receiveId }) => receiveId === OWNER_ID)
      if (had) return
      const query = { userId: OWNER_ID }
      const { code, data } = await browser.ask('POST /v1/im/addRoom', { query })
      see({ code, data }, { code: 200, data: { receiveId: OWNER_ID } })
      see(await browser.ask('POST /v1/im/addRoom', { query }), { code: 200, data: null }, 'a second time')
      await browser.ask('DELETE /v1/im/deleteRoom', { query: { roomId: data.id } })
      that(!(await fetchRooms(browser)).some(({ id }) => id === data.id), 'it is still there after deleteRoom')
    },
  ),

  check('POST /v1/im/addRoom', 'the caller as peer: code 500 and its text', 'reference', async ({ reference, see }) => {
    const { browser, id } = await reference.join()
    const self = await browser.ask('POST /v1/im/addRoom', { query: { userId: id } })
    see(self, { code: 500, message: '不能跟自己聊天！', data: null })
  }),

  check(
    'DELETE /v1/im/deleteRoom',
    'hides a room of the caller only; messages stay, and the next one restores the room',
    'reference',
    async (bench) => {
      const { see } = bench
      const { sender, receiver } = await makeMessage(bench)
      const [{ id: roomId }] = await fetchRooms(receiver.browser)
      see(await sender.browser.ask('DELETE /v1/im/deleteRoom', { query: { roomId } }), { data: null })
      see((await fetchRooms(receiver.browser)).length, 1, 'the rooms after somebody else deleted one')
      see(await receiver.browser.ask('DELETE /v1/im/deleteRoom', { query: { roomId } }), { code: 200, data: null })
      see(await fetchRooms(receiver.browser), [], 'the rooms')
      see(await fetchHistory(receiver, { toUserId: sender.id }), { total: 1 }, 'the history')
      await send(sender, receiver, '还在吗')
      see(
        await fetchRooms(receiver.browser),
        [{ receiveId: sender.id, readNum: 1 }],
        'the rooms after the next message',
      )
    },
  ),

  check(
    'GET /v1/im/selectUserImHistory',
    'returns the same messages to both sides, newest first, without IP addresses',
    'reference',
    async (bench) => {
      const { see, that } = bench
      const { sender, receiver, message } = await makeMessage(bench)
      await send(receiver, sender, '您好')
      for (const [member, peer] of [
        [sender, receiver],
        [receiver, sender],
      ] as [Member, Member][]) {
        const { records } = await fetchHistory(member, { fromUserId: member.id, toUserId: peer.id })
        see(records, [{ fromUserId: receiver.id, content: '您好' }, { id: message.id }], 'records')
        that(!records.some(({ ip }: Loose) => ip), 'a message holds an IP address')
      }
      see(message, { code: 1, isWithdraw: 0, type: 1, createTime: /^\d{4}-\d\d-\d\d \d\d:\d\d$/ }, 'the message')
    },
  ),

  check('GET /v1/im/selectUserImHistory', 'returns conversations of the caller only', 'reference', async (bench) => {
    const { sender, receiver } = await makeMessage(bench, '悄悄话')
    const other = await bench.reference.join()
    for (const [fromUserId, toUserId] of [
      [sender.id, receiver.id],
      [receiver.id, sender.id],
    ] as [string, string][]) {
      bench.see(await fetchHistory(other, { fromUserId, toUserId }), { records: [] }, 'data for a third person')
    }
  }),

  check(
    'POST /v1/im/chat',
    'stores the caller as the sender, whatever the body names, without markup; data null',
    'reference',
    async (bench) => {
      const { see, that } = bench
      const [sender, receiver] = [await bench.reference.join(), await bench.reference.join()]
      const content = '您好<script>alert(1)</script>'
      const answer = await send(sender, receiver, content, { fromUserId: receiver.id, fromUserNickname: '冒名' })
      see(answer, { code: 200, data: null })
      const [stored] = (await fetchHistory(receiver, { toUserId: sender.id })).records
      see(stored, { fromUserId: sender.id, fromUserNickname: sender.nickname, toUserId: receiver.id, isRead: 0 })
      see(stored.content, '您好', 'content')
      that(answer.extra.message?.id === stored.id, 'extra.message is not the stored one')
      that(Number.isInteger(stored.ext?.seq) && Number.isInteger(stored.ext?.at), 'ext names no place and time')
    },
  ),

  check(
    'POST /v1/im/chat',
    'the caller or an unknown user as peer: code 500',
    'reference',
    async ({ reference, see }) => {
      const sender = await reference.join()
      see(await send(sender, sender, '自言自语'), { code: 500, data: null })
      see(await send(sender, { id: 'f'.repeat(32) }, '在吗'), { code: 500, data: null })
    },
  ),

  check(
    'POST /v1/im/withdraw',
    'overwrites a message of the caller within two minutes, not later',
    'reference',
    async (bench) => {
      const { see, that } = bench
      const { sender, receiver, message } = await makeMessage(bench, '说错了')
      /** Checks only that the call fails: either the BFF or upstream may refuse. */
      const refuse = async (id: string, when: string) =>
        that((await withdraw(receiver, id, sender)).code !== 200, `the receiver withdrew it ${when}`)
      await send(sender, receiver, '晚了')
      const [late] = (await fetchHistory(sender, { toUserId: receiver.id })).records
      await refuse(message.id, 'in time')
      see(await withdraw(sender, message.id, receiver), { code: 200, data: null })
      bench.later(2 * MINUTE_MS)
      const tooOld = { code: 500, message: '撤回失败，只能撤回俩分钟以内的消息！' }
      see(await withdraw(sender, late.id, receiver), tooOld, 'after two minutes')
      await refuse(late.id, 'after two minutes')
      const { records } = await fetchHistory(receiver, { toUserId: sender.id })
      see(records, [{ content: '晚了' }, { id: message.id, isWithdraw: 1, content: '消息已撤回' }], 'records')
      that(!JSON.stringify(await fetchRooms(receiver.browser)).includes('说错了'), 'a room still shows the text')
    },
  ),

  check('GET /v1/im/read', 'marks messages of the peer as read and lowers the counters', 'reference', async (bench) => {
    const { see } = bench
    const { sender, receiver } = await makeMessage(bench)
    see(await fetchUnread(receiver.browser), 1, 'private')
    await sender.browser.ask('GET /v1/im/read', { query: { userId: receiver.id } })
    see(await fetchUnread(receiver.browser), 1, 'private after the sender read')
    const read = await receiver.browser.ask('GET /v1/im/read', { query: { userId: sender.id } })
    see(read, { code: 200, data: null })
    see(await fetchUnread(receiver.browser), 0, 'private after it was read')
    see(await fetchRooms(receiver.browser), [{ readNum: 0 }], 'the rooms')
    see((await fetchHistory(sender, { toUserId: receiver.id })).records, [{ isRead: 1 }], 'records')
  }),
]
