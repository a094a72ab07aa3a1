import { expect, it } from 'vitest'
import { makeOrder } from '#testing/sample-order.ts'
import { computeOpenCents, readPayment } from './payments.tsx'

it.each([
  ['120', 12_000],
  ['１２０．５', 12_050],
  ['-12.05', -1_205],
  ['0', null],
  ['－1,200', -120_000],
  ['12-05', null],
  ['12.345', null],
  ['', null],
])('%j CNY are %s cents', (typed, cents) => {
  expect(readPayment(typed)).toBe(cents)
})

it('counts payments that are not struck out', () => {
  const entry = {
    id: 1,
    cents: 10_000,
    way: 'cash',
    day: '2026-11-20',
    voucher: null,
    name: '方知渔',
    time: '',
  } as const
  const payments = [
    { ...entry, struck: null },
    { ...entry, id: 2, struck: '记错了单' },
  ]
  expect(computeOpenCents(makeOrder({ totalCents: 24_000, payments }))).toBe(14_000)
})
