import { describe, expect, it } from 'vitest'
import { findOrderNo } from './order-of-sample.ts'
import { computeCheckDigit, findNumberKind, makeNumber, NUMBER_FORMS, readNumber } from './typed-numbers.ts'

/** Later than every day of the test numbers. */
const NOW_MS = Date.parse('2030-01-01T00:00:00Z')

const ORDERS = [
  ['20261120', 1, 'WT20261120000014'],
  ['20261120', 42, 'WT20261120000425'],
  ['20261120', 128, 'WT20261120001286'],
  ['20261120', 99_999, 'WT20261120999998'],
  ['20280229', 7, 'WT20280229000070'],
] as const
const SAMPLES = [
  ['2026112000042', 1, 'YP20261120000420013'],
  ['2026112000042', 3, 'YP20261120000420037'],
  ['2026112000128', 3, 'YP20261120001280039'],
  ['2027010100001', 500, 'YP20270101000015007'],
] as const

const readFault = (kind: 'order' | 'sample', typed: string) => {
  const reading = readNumber(kind, typed, NOW_MS)
  return reading.kind === 'wrong' ? reading.fault : reading.kind
}

describe('the number of an order or a sample', () => {
  it('ends with a check digit by the Damm algorithm', () => {
    expect(computeCheckDigit('572')).toBe('4')
  })

  it.each(ORDERS)('is made for day %s and serial number %i of an order', (day, serial, number) => {
    expect(makeNumber('order', day + String(serial).padStart(5, '0'))).toBe(number)
    expect(readNumber('order', number, NOW_MS)).toEqual({ kind: 'right', number })
  })

  it.each(SAMPLES)('is made for order %s and item %i', (order, item, number) => {
    expect(makeNumber('sample', order + String(item).padStart(3, '0'))).toBe(number)
    expect(readNumber('sample', number, NOW_MS)).toEqual({ kind: 'right', number })
  })

  it.each([
    ['WT20261120000422', 'check'],
    ['WT20261120000452', 'check'],
    ['WT20270229000011', 'date'],
    ['SH20261120000425', 'kind'],
    ['20261120000422', 'kind'],
    ['YP20261120000420013', 'kind'],
  ])('is not accepted as the number of an order: %s (%s)', (typed, fault) => {
    expect(readFault('order', typed)).toBe(fault)
  })

  it('has an item from 1 to 500', () => {
    expect(readFault('sample', 'YP20261120000420000')).toBe('check')
    expect(readFault('sample', makeNumber('sample', '2026112000042501'))).toBe('check')
  })

  it('is read full-width, in lower case, with spaces or dashes, in an address and without its prefix', () => {
    const typed = [
      'ＷＴ２０２６１１２００００４２５',
      'wt 20261120-00042-5',
      'https://www.example.cn/orders/progress?no=WT20261120000425',
      '委托单号：WT20261120000425',
      '20261120000425',
    ]
    for (const text of typed)
      expect(readNumber('order', text, NOW_MS), text).toMatchObject({ number: 'WT20261120000425' })
    expect(readNumber('sample', '20261120000420013', NOW_MS)).toMatchObject({ number: 'YP20261120000420013' })
  })

  it('gets suggestions of its own kind only', () => {
    const reading = readNumber('order', 'WT20261120000452', NOW_MS)
    const suggestions = reading.kind === 'wrong' ? reading.suggestions : []
    expect(suggestions).toContain('WT20261120000425')
    for (const suggestion of suggestions) expect(findNumberKind(suggestion)).toBe('order')
  })

  it('differs from every number that one wrong digit or one swap of neighbours makes, and is right under one prefix only', () => {
    for (let serial = 1; serial <= 99_999; serial += 1999) {
      const order = makeNumber('order', `20261120${String(serial).padStart(5, '0')}`)
      const sample = makeNumber('sample', `${order.slice(2, -1)}001`)
      for (const [kind, number] of [
        ['order', order],
        ['sample', sample],
      ] as const) {
        for (const other of listTypingErrors(number)) {
          if (findNumberKind(other) !== kind || readNumber(kind, other, NOW_MS).kind === 'right') throw new Error(other)
        }
      }
      for (const kind of ['certificate', 'sample'] as const) {
        const copy = NUMBER_FORMS[kind].prefix + order.slice(2)
        if (readNumber(kind, copy, NOW_MS).kind === 'right') throw new Error(copy)
      }
    }
  })
})

it.each([
  ['WT20261120000425', 'WT20261120000425'],
  ['yp 20261120 00042 001 3', 'WT20261120000425'],
  ['20261120000420013', 'WT20261120000425'],
  ['SH20261120000422', undefined],
  ['YP20261120000420014', undefined],
])('the order that %j names is %j', (typed, orderNo) => {
  expect(findOrderNo(typed)).toBe(orderNo)
})

function* listTypingErrors(number: string): Generator<string> {
  for (let at = 2; at < number.length; at += 1) {
    const [digit = '', next] = number.slice(at)
    yield number.slice(0, at) + ((Number(digit) + 1 + (at % 9)) % 10) + number.slice(at + 1)
    if (next !== undefined && next !== digit) yield number.slice(0, at) + next + digit + number.slice(at + 2)
  }
}
