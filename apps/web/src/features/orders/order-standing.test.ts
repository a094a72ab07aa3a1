// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { describeItem, describeOrder, describeOwnOrder, type OrderItem } from './order-standing.ts'

const makeItem = (changes: Partial<OrderItem> = {}): OrderItem => ({
  item: 1,
  sampleNo: 'YP20261120000420013',
  statedName: '翡翠手镯',
  category: 'jade',
  count: 1,
  work: 'testing',
  place: 'person',
  isHeld: false,
  outcome: null,
  dueOn: '2026-11-25',
  certificateNo: null,
  question: null,
  reason: null,
  ...changes,
})
const stand = (state: Parameters<typeof describeOrder>[0]['state'], ...items: Partial<OrderItem>[]) => {
  const { title, step, tone, isStopped } = describeOrder({ state, items: items.map(makeItem), wayBack: 'counter' })
  return [title, step, tone, isStopped]
}

describe('an order', () => {
  it('is described by the item that is furthest behind while it is tested', () => {
    expect(stand('received', { work: 'review' }, { work: 'testing' })).toEqual(['检测中', 2, 'plain', false])
    expect(stand('received', { work: 'accepted' }, { work: 'done' })).toEqual(['已收样', 1, 'plain', false])
    expect(stand('received', { work: 'review' }, { work: 'done' })).toEqual(['复核签发', 3, 'plain', false])
    expect(stand('received', { work: 'testing' }, { work: 'announced', place: 'customer' })[0]).toBe('检测中')
    expect(stand('received', { work: 'done', outcome: 'refused' }, { work: 'review' })[1]).toBe(3)
  })

  it('stops at an open question', () => {
    expect(stand('received', { work: 'testing', isHeld: true }, { work: 'review' })).toEqual([
      '等您答复',
      2,
      'warn',
      true,
    ])
  })

  it.each([
    ['announced', '等待送达', 0, 'plain'],
    ['ready', '可以领取', 4, 'good'],
    ['cancelled', '已取消', 0, 'off'],
    ['expired', '已过期', 0, 'off'],
  ] as const)('is shown as %s', (state, title, step, tone) => {
    expect(stand(state, {})).toEqual([title, step, tone, false])
  })

  it('ends collected, sent back, or not taken in', () => {
    expect(stand('closed', { work: 'done', place: 'collected' })[0]).toBe('已领回')
    expect(stand('closed', { work: 'done', place: 'shipped' })[0]).toBe('已寄出')
    expect(stand('closed', { work: 'done', outcome: 'refused', place: 'customer' })[0]).toBe('样品未收')
  })

  it('is described in a list without its items', () => {
    const own = {
      orderNo: 'WT20261120000425',
      dueOn: null,
      createTime: '2026-11-20 09:26:00',
      readyTime: null,
      wayBack: 'counter' as const,
      items: 1,
      firstName: '翡翠手镯',
      totalCents: 0,
    }
    const read = (state: Parameters<typeof describeOrder>[0]['state'], questions = 0) =>
      describeOwnOrder({ ...own, state, questions }).title
    expect([read('received'), read('received', 1), read('closed'), read('ready')]).toEqual([
      '在检',
      '等您答复',
      '已完成',
      '可以领取',
    ])
    expect(describeOwnOrder({ ...own, state: 'ready', questions: 0, wayBack: 'courier' }).title).toBe('等待寄回')
  })
})

it.each([
  [{ work: 'announced', place: 'customer' }, '待送达'],
  [{ work: 'accepted', place: 'tray' }, '已收样'],
  [{ work: 'testing' }, '检测中'],
  [{ work: 'testing', isHeld: true }, '等您答复'],
  [{ work: 'review' }, '待复核'],
  [{ work: 'done', outcome: 'certificate' }, '已出证书'],
  [{ work: 'done', outcome: 'noCertificate' }, '不出证书'],
  [{ work: 'done', outcome: 'returned' }, '按现状退回'],
  [{ work: 'done', outcome: 'refused', place: 'customer' }, '未收'],
  [{ work: 'done', outcome: 'lost' }, '遗失'],
  [{ work: 'done', outcome: 'certificate', place: 'collected' }, '已领回'],
  [{ work: 'done', outcome: 'certificate', place: 'shipped' }, '已寄出'],
] as const)('an item %j is %s', (changes, word) => {
  expect(describeItem(makeItem(changes), 'received').word).toBe(word)
})

it('an item that never came is expected no more once its order has ended', () => {
  const item = makeItem({ work: 'announced', place: 'customer' })
  expect(describeItem(item, 'ready').word).toBe('待送达')
  expect(describeItem(item, 'cancelled').word).toBe('未送来')
})
