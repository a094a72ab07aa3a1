import { DEFAULT_HOURS } from '@portal/contract/site/working-time.ts'
import { toInstantMs } from '@portal/contract/time.ts'
import { expect, it } from 'vitest'
import { formatCsv } from '#manage/controls/values/csv.ts'
import { makeItem, makeOrder } from '#testing/sample-order.ts'
import { listCustodyPaths, listLanes } from './custody-paths.ts'
import { describeEvent, formatKind, listChain, type OrderEvent } from './order-events.ts'
import { createTimeAxis } from './time-axis.ts'

const SAMPLE = makeItem(1).sampleNo
const at = (time: string) => toInstantMs(`2026-11-${time}`) ?? Number.NaN
const event = (kind: string, time: string, detail: Record<string, unknown>, name = '周观澜'): OrderEvent => ({
  sampleNo: SAMPLE,
  kind,
  time: `2026-11-${time}:00`,
  byId: null,
  name,
  detail,
  sha256: `${kind} ${time}`,
})

const EVENTS = [
  event('receive', '20 10:20', { from: 'customer', to: 'reception', massG: '4.820', note: '=1+1' }, '方知渔'),
  event('store', '20 14:48', { from: 'reception', to: 'tray', tray: '甲 12' }, '方知渔'),
  event('take', '23 09:30', { from: 'tray', to: 'person' }),
  event('ask', '23 11:00', { from: 'person', to: 'person', text: '是否加测红外' }),
  event('answer', '25 10:12', { from: 'person', to: 'person', text: '来电同意' }, '孙客服'),
  event('take', '25 11:00', { from: 'person', to: 'person' }, '沈砚秋'),
]

it.each(['remind', 'warn', 'expire', 'correct', 'renewCode'])('names the event %s in Chinese', (kind) => {
  expect(formatKind(kind)).toMatch(/^[\u4e00-\u9fff]+$/)
})

it('reads the way of a sample through the lanes, and the time while a question was open', () => {
  const [path] = listCustodyPaths(makeOrder({ events: EVENTS }))
  expect(path?.stays).toEqual([
    { lane: '收发', atMs: at('20 10:20') },
    { lane: '样品柜', atMs: at('20 14:48') },
    { lane: '周观澜', atMs: at('23 09:30') },
    { lane: '沈砚秋', atMs: at('25 11:00') },
  ])
  expect(path?.holds).toEqual([{ lane: '周观澜', fromMs: at('23 11:00'), untilMs: at('25 10:12') }])
  expect(listLanes(path ? [path] : [])).toEqual(['委托方', '收发', '样品柜', '周观澜', '沈砚秋'])
})

it('names the person who had the sample before a step', () => {
  const back = event('bring', '25 16:00', { from: 'person', to: 'reception' }, '方知渔')
  const rows = listChain({ events: [...EVENTS, back] }).map((cells) => cells.slice(4, 6))
  expect(rows.slice(3)).toEqual([
    ['样品柜', '周观澜'],
    ['周观澜', '周观澜'],
    ['周观澜', '周观澜'],
    ['周观澜', '沈砚秋'],
    ['沈砚秋', '收发'],
  ])
})

it('leaves the fee of an answer out when there is none', () => {
  expect(describeEvent(event('answer', '25 10:12', { cents: 0, text: '可以取样' }))).toBe('可以取样')
})

it('names both masses and the reason of a correction', () => {
  const detail = { massG: '4.820', divisionG: '0.001', wasMassG: '48.200', wasDivisionG: '0.001', text: '小数点错位' }
  const [, row] = listChain({ events: [event('correct', '20 10:40', { from: 'tray', to: 'tray', ...detail })] })
  expect([row?.[2], row?.[6]]).toEqual(['更正质量', '4.820 g；分度 0.001 g；原为 48.200 g；小数点错位'])
})

it('exports the chain as a table whose cells are no formulas', () => {
  const lines = formatCsv(listChain({ events: EVENTS })).split('\r\n')
  expect(lines[0]).toBe('\ufeff"时间","样品编号","步骤","经办","从","到","内容","SHA-256"')
  expect(lines[1]).toBe(
    `"2026-11-20 10:20:00","${SAMPLE}","收样","方知渔","委托方","收发","4.820 g；=1+1","receive 20 10:20"`,
  )
  expect(formatCsv(listChain({ events: [event('ask', '23 11:00', { text: '＝1＋1' })] }))).toContain(`"'＝1＋1"`)
  expect(formatCsv(listChain({ events: [event('ask', '23 11:00', { text: '=HYPERLINK("http://x")' })] }))).toContain(
    `"'=HYPERLINK(""http://x"")"`,
  )
})

it('gives working time its width, and a weekend almost none', () => {
  const span = { beginMs: at('20 16:00'), endMs: at('23 10:00'), left: 100, width: 218 }
  const { toX, gaps, days } = createTimeAxis(DEFAULT_HOURS, span)
  // One hour on Friday and one on Monday share 200 px; the weekend has 18.
  expect([toX(at('20 16:00')), toX(at('20 17:00')), toX(at('23 09:00')), toX(at('23 10:00'))]).toEqual([
    100, 200, 218, 318,
  ])
  expect(gaps).toEqual([{ x: 200, width: 18 }])
  expect(days.map(({ name }) => name)).toEqual(['11-20', '11-23'])
})
