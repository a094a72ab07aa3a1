import { expect, it } from 'vitest'
import { countWorkingDays, findOrderServicesFault, listFees, type OrderService, sumFees } from './order-services.ts'

const service = (code: string, workingDays: number, more: Partial<OrderService> = {}): OrderService => ({
  code,
  name: code,
  categories: ['jade'],
  cents: 5000,
  per: 'item',
  workingDays,
  ...more,
})

it.each([
  [3, 2],
  [4, 2],
  [1, 1],
  [5, 3],
  [0, 0],
])('an urgent service of %i working days takes %i', (workingDays, urgentDays) => {
  const services = [service('A', workingDays), service('B', 0)]
  expect(countWorkingDays(services, ['A', 'B'], 'normal')).toBe(workingDays)
  expect(countWorkingDays(services, ['A', 'B'], 'urgent')).toBe(urgentDays)
})

it('fees are charged for each item, piece or order, with a surcharge for urgent ones', () => {
  const services = [
    service('ID', 3),
    service('STONE', 3, { per: 'piece', cents: 301 }),
    service('BACK', 0, { per: 'order', cents: 1500 }),
  ]
  const items = [
    { count: 1, serviceCodes: ['ID', 'BACK'] },
    { count: 3, serviceCodes: ['STONE', 'BACK', 'GONE'] },
  ]
  const lines = listFees({ services, urgentPercent: 50 }, items, 'urgent')
  expect(lines.map(({ item, code, units, cents }) => [item, code, units, cents])).toEqual([
    [1, 'ID', 1, 5000],
    [null, 'BACK', 1, 1500],
    [2, 'STONE', 3, 903],
    [null, 'urgent', 1, 3701],
  ])
  expect(sumFees(lines)).toBe(11_104)
})

it.each([
  [0, null],
  [120, null],
  [121, '第 1 行：工作日填 0 到 120 的整数'],
  [1.5, '第 1 行：工作日填 0 到 120 的整数'],
])('checks the working days of a service: %d', (workingDays, fault) => {
  expect(findOrderServicesFault([service('ID', workingDays)])).toBe(fault)
})
