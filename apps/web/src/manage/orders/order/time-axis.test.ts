import { DEFAULT_HOURS } from '@portal/contract/site/working-time.ts'
import { toInstantMs } from '@portal/contract/time.ts'
import { expect, it } from 'vitest'
import { createTimeAxis } from './time-axis.ts'

const at = (time: string) => toInstantMs(time) ?? 0

it('names no day on top of the next one, as when a sample comes after closing time', () => {
  const span = { beginMs: at('2026-11-30 18:10:00'), endMs: at('2026-12-03 17:00:00') }
  const { days } = createTimeAxis(DEFAULT_HOURS, { ...span, left: 96, width: 700 })
  expect(days.map(({ name }) => name)).toEqual(['', '12-01', '12-02', '12-03'])
})

it('names as many days of a long order as there is room for', () => {
  const span = { beginMs: at('2026-10-01 10:00:00'), endMs: at('2026-11-30 17:00:00') }
  const { days } = createTimeAxis(DEFAULT_HOURS, { ...span, left: 96, width: 700 })
  const named = days.filter(({ name }) => name !== '')
  expect(named.length).toBeGreaterThan(5)
  for (const [nth, { x }] of named.entries()) expect((named[nth + 1]?.x ?? Number.MAX_VALUE) - x).toBeGreaterThan(43)
})
