// @vitest-environment node
import { EMPTY_TABLE, type OrderTable } from '@portal/contract/orders/order-services.ts'
import { toInstantMs } from '@portal/contract/time.ts'
import { expect, it } from 'vitest'
import { estimateOrder, listRulerDays } from './order-estimate.ts'

const TABLE: OrderTable = {
  ...EMPTY_TABLE,
  services: [
    { code: 'ID', name: '玉石定名', categories: ['jade'], cents: 12_000, per: 'item', workingDays: 3 },
    { code: 'TQ', name: '绿松石鉴定', categories: ['turquoise'], cents: 18_000, per: 'item', workingDays: 4 },
  ],
}
const FRIDAY_MS = toInstantMs('2026-11-20 10:20') ?? 0
const ITEMS = [
  { count: 1, serviceCodes: ['ID'] },
  { count: 1, serviceCodes: ['TQ'] },
]

it('estimates the fee, and the day on which the slowest item is due', () => {
  expect(estimateOrder(TABLE, ITEMS, 'normal', FRIDAY_MS)).toMatchObject({
    totalCents: 30_000,
    due: { workingDays: 4, beginOn: '2026-11-20', dueOn: '2026-11-26', longest: 1, isProvisional: true },
  })
  expect(estimateOrder(TABLE, ITEMS, 'urgent', FRIDAY_MS)).toMatchObject({
    totalCents: 45_000,
    due: { workingDays: 2, dueOn: '2026-11-24' },
  })
})

it('estimates no day before a service is chosen', () => {
  expect(estimateOrder(TABLE, [{ count: 1, serviceCodes: [] }], 'normal', FRIDAY_MS)).toEqual({
    fees: [],
    totalCents: 0,
    due: null,
  })
})

it('lists the days of a ruler up to the open day after the due day', () => {
  const days = listRulerDays(TABLE, '2026-11-20', '2026-11-26')
  expect(days.map(({ day, isOpen }) => day.slice(8) + (isOpen ? '' : ' closed'))).toEqual([
    ...['20', '21 closed', '22 closed', '23', '24', '25', '26', '27'],
  ])
  expect(listRulerDays(TABLE, '2026-11-20', '2027-11-20')).toHaveLength(62)
})
