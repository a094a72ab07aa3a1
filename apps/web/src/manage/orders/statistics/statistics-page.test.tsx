import { DAY_MS } from '@portal/contract/constants.ts'
import type { OrderStatistics } from '@portal/contract/orders/order-statistics.ts'
import { toWireDate } from '@portal/contract/time.ts'
import { cleanup, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { formatCsv } from '#manage/controls/values/csv.ts'
import type { StaffSelf } from '#manage/staff/staff-store.ts'
import { good } from '#testing/answering.ts'
import { openArea, staffAnswers } from '#testing/open-manage.tsx'
import { ORDER_TABLE } from '#testing/order-table.ts'
import { makeItem, ORDER_NO } from '#testing/sample-order.ts'
import { listFigures } from './statistics-file.ts'
import { computeSpan, findSpanFault } from './statistics-span.ts'

const CALL = 'GET /v1/manage/order-statistics'
const TABLE = 'GET /v1/orders/table'
const late = { sampleNo: makeItem(1).sampleNo, dueOn: '2000-01-01', holder: null }
const FIGURES: OrderStatistics = {
  turnaround: [
    { category: 'jade', items: 8, medianDays: 1.6, p90Days: 2.7, late: 2 },
    { category: 'metal', items: 3, medianDays: null, p90Days: null, late: 0 },
  ],
  late: [late],
  days: [
    { day: '2026-11-19', received: 4, returned: 0, payments: 1 },
    { day: '2026-11-20', received: 0, returned: 3, payments: 2 },
  ],
  load: [
    { day: '2026-11-19', name: '周检', taken: 3, ended: 5 },
    { day: '2026-11-20', name: '周检', taken: 1, ended: 0 },
    { day: '2026-11-20', name: '沈砚秋', taken: 2, ended: 6 },
  ],
  alarms: 1,
  refused: 2,
}

async function openStatistics(duties: StaffSelf['duties'], address = '', figures = FIGURES) {
  const { fetch } = openArea(`/orders/statistics${address}`, {
    answers: staffAnswers({ duties }, { [CALL]: good(CALL, figures), [TABLE]: good(TABLE, ORDER_TABLE) }),
  })
  await screen.findByRole('heading', { name: '送检统计' })
  return fetch
}
const readRows = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent).join('|'))

it('lists turnaround by category, what is late, and what each person did', async () => {
  await openStatistics(['reception', 'approve'], '?period=own&from=2026-11-01&to=2026-11-20')
  expect(readRows('用时').slice(1)).toEqual(['玉石|8|1.6|2.7|2|25.0%', '贵金属饰品|3|–|–|0|0.0%'])
  expect(screen.getByText('2 件，18.2%')).toBeTruthy()
  expect(screen.getByRole('link', { name: makeItem(1).sampleNo }).getAttribute('href')).toBe(`/orders/${ORDER_NO}`)
  expect(readRows('按人')).toEqual(['日期|周检|沈砚秋', '合计|5 / 4|6 / 2', '11-20|0 / 1|6 / 2', '11-19|5 / 3|–'])
  expect(readRows('每日收发')).toEqual(['日期|收样|发放|收款', '11-20|0|3|2', '11-19|4|0|1'])
  expect(screen.getByRole('img', { name: /^每日检毕的件数，共 11 件/ })).toBeTruthy()
})

it('counts by how many working days samples are late', async () => {
  await openStatistics(['reception'], '', {
    ...FIGURES,
    late: [{ ...late, dueOn: toWireDate(Date.now() - 7 * DAY_MS) }],
  })
  expect(readRows('现在超时的样品')[1]).toMatch(/\|5\|–$/)
})

it('shows reception no single persons', async () => {
  await openStatistics(['reception'], '', { ...FIGURES, load: null })
  expect(screen.queryByText('按人')).toBeNull()
})

it('shows testers their own figures', async () => {
  await openStatistics(['certify'])
  expect(screen.getByText('检毕 / 取样，件；只列您自己')).toBeTruthy()
})

it('leads people who do not see orders to the bench, and editors nowhere', async () => {
  await openStatistics(['approve'])
  expect(screen.getByRole('link', { name: makeItem(1).sampleNo }).getAttribute('href')).toBe('/bench?view=late')
  cleanup()
  await openStatistics(['edit'])
  expect(screen.getByText(makeItem(1).sampleNo).closest('a')).toBeNull()
})

it('asks for other dates instead of counting too many days', async () => {
  const fetch = await openStatistics(['reception'], '?period=own&from=2026-08-01&to=2026-11-20')
  expect(await screen.findByText('一次最多统计 92 天')).toBeTruthy()
  expect(fetch.of(CALL)).toEqual([])
  expect(screen.queryByRole('button', { name: '导出 CSV' })).toBeNull()
})

it('computes the days of a period', () => {
  expect(computeSpan('week', '2026-11-22')).toEqual({ from: '2026-11-16', to: '2026-11-22' })
  expect(computeSpan('week', '2026-11-23')).toEqual({ from: '2026-11-23', to: '2026-11-23' })
  expect(computeSpan('month', '2026-11-22')).toEqual({ from: '2026-11-01', to: '2026-11-22' })
  expect(computeSpan('last', '2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(findSpanFault({ from: '2026-08-21', to: '2026-11-20' })).toBeNull()
  expect(findSpanFault({ from: '2026-08-20', to: '2026-11-20' })).toBe('一次最多统计 92 天')
  expect(findSpanFault({ from: '2026-11-21', to: '2026-11-20' })).toBe('结束日期早于开始日期')
  expect(findSpanFault({ from: '', to: '2026-11-20' })).toBe('请选择起止日期')
})

it('exports one line for each figure', () => {
  const lines = formatCsv(listFigures(FIGURES)).split('\r\n')
  expect(lines).toContain('"用时","玉石","","中位工作日","1.6"')
  expect(lines).toContain('"用时","贵金属饰品","","中位工作日",""')
  expect(lines).toContain('"按人","周检","2026-11-19","检毕","5"')
  expect(lines).toContain('"每日收发","","2026-11-20","发放","3"')
  expect(lines).toContain('"合计","","","未收","2"')
})
