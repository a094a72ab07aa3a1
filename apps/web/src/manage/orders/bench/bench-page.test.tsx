import type { Sample } from '@portal/contract/orders/manage-orders.ts'
import { EMPTY_TABLE } from '@portal/contract/orders/order-services.ts'
import { toInstantMs, toWireDate } from '@portal/contract/time.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Answers, bad, good } from '#testing/answering.ts'
import { openArea, staffAnswers } from '#testing/open-manage.tsx'
import { pressScan } from '#testing/press-scan.ts'
import { makeItem, RECEIVED } from '#testing/sample-order.ts'
import { createDueReader, nameDueDay } from './bench-due.ts'

const BENCH = 'GET /v1/manage/bench'
const TABLE = 'GET /v1/orders/table'
const SELF = 'a'.repeat(32)
const service = { code: 'ID', name: '含量测定', categories: [], cents: 8000, per: 'item', workingDays: 3 } as const
const table = { ...EMPTY_TABLE, services: [{ ...service, categories: [] }] }

const makeSample = (item: number, more: Partial<Sample> = {}): Sample => {
  const { statedName, statedMassG, declaredCents, reference, ...sample } = makeItem(item, {
    ...RECEIVED,
    marks: ['完好'],
  })
  return { ...sample, dueOn: '2099-11-25', ...more }
}
const stepsKey = (item: number) => `POST /v1/manage/samples/${makeSample(item).sampleNo}/steps`

async function openBench(samples: readonly Sample[], answers: Record<string, unknown> = {}) {
  const { fetch } = openArea('/bench', {
    answers: staffAnswers({ duties: ['certify'] }, {
      [BENCH]: good(BENCH, [...samples]),
      [TABLE]: { code: 200, message: '成功', data: { ...table, terms: '' }, extra: {} },
      ...answers,
    } as Answers),
  })
  await screen.findByRole('heading', { name: '检测台' })
  return fetch
}
const scan = (text: string) => act(async () => pressScan(document.body, text))

it('a scanned sample comes to the person who scans it', async () => {
  const fetch = await openBench([makeSample(1)], {
    [stepsKey(1)]: good('POST /v1/manage/samples/{sampleNo}/steps', makeSample(1)),
  })
  await scan(makeSample(1).sampleNo.slice(2))
  await waitFor(() => expect(screen.getByText('贵金属饰品 42-01，已归您')).toBeTruthy())
  expect(fetch.of(stepsKey(1)).map(({ body }) => body)).toEqual([{ revision: 2, step: 'take' }])
})

it('says why a scanned sample cannot be taken', async () => {
  const mine = makeSample(1, { place: 'person', holderId: SELF, holderName: '顾怀瑾', work: 'testing' })
  await openBench([mine, makeSample(2, { isHeld: true })])
  await scan(mine.sampleNo.slice(2))
  expect(screen.getByText('贵金属饰品 42-01，在您手里')).toBeTruthy()
  await scan(makeSample(2).sampleNo.slice(2))
  expect(screen.getByText('贵金属饰品 42-02，等答复，不能取')).toBeTruthy()
  await scan(makeSample(3).sampleNo.slice(2))
  expect(screen.getByText('这件不在检测中')).toBeTruthy()
})

it('leads samples that are done back to reception', async () => {
  const done = makeSample(1, {
    place: 'person',
    holderId: SELF,
    holderName: '顾怀瑾',
    work: 'done',
    dueOn: '2000-01-01',
  })
  const answer = good('POST /v1/manage/samples/{sampleNo}/steps', { ...done, place: 'reception' })
  const fetch = await openBench([done, makeSample(2)], { [stepsKey(1)]: answer })
  expect(screen.getByText('在检 1 件，今天到期 0 件，超时 0 件')).toBeTruthy()
  expect(screen.getByText('检毕，待交回收发')).toBeTruthy()
  await scan(done.sampleNo.slice(2))
  expect(screen.getByText('贵金属饰品 42-01，检毕，顾怀瑾')).toBeTruthy()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '交回收发' })))
  await act(async () => fireEvent.click(screen.getByRole('button', { name: `交回收发：${done.sampleNo}` })))
  expect(fetch.of(stepsKey(1)).map(({ body }) => body)).toEqual(Array(2).fill({ revision: 2, step: 'bring' }))
})

it('the Enter of a scanner in the field of the tray stores the sample', async () => {
  const mine = makeSample(1, { place: 'person', holderId: SELF, holderName: '顾怀瑾', work: 'testing' })
  const fetch = await openBench([mine], {
    [stepsKey(1)]: good('POST /v1/manage/samples/{sampleNo}/steps', makeSample(1)),
  })
  fireEvent.click(screen.getByRole('button', { name: `更多：${mine.sampleNo}` }))
  fireEvent.click(screen.getByRole('menuitem', { name: '入柜…' }))
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: '柜格' })
  fireEvent.change(field, { target: { value: 'G01' } })
  await act(async () => fireEvent.submit(field))
  expect(fetch.of(stepsKey(1)).map(({ body }) => body)).toEqual([{ revision: 2, step: 'store', tray: 'G01' }])
})

it('ends the work with the number of a certificate', async () => {
  const mine = makeSample(1, { place: 'person', holderId: SELF, holderName: '顾怀瑾', work: 'testing' })
  const FINISH = `POST /v1/manage/samples/${mine.sampleNo}/certificate`
  const fetch = await openBench([mine], { [FINISH]: bad(500, '没有这份证书') })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: `更多：${mine.sampleNo}` })))
  await act(async () => fireEvent.click(screen.getByRole('menuitem', { name: '出证书…' })))
  const dialog = within(screen.getByRole('dialog'))
  const button = dialog.getByRole<HTMLButtonElement>('button', { name: '登记' })
  const enter = (value: string) => fireEvent.change(dialog.getByRole('textbox'), { target: { value } })
  enter('WT20261120000425')
  expect(button.disabled).toBe(true)
  enter('sh 20261103-00128-5')
  await act(async () => fireEvent.click(button))
  expect(fetch.of(FINISH).map(({ body }) => body)).toEqual([{ revision: 2, certificateNo: 'SH20261103001285' }])
  expect(screen.getByRole('dialog')).toBeTruthy()
})

it.each([
  ['2026-11-20 10:20', '2026-11-25', '剩 31 时', 0],
  ['2026-11-25 15:00', '2026-11-25', '剩 2 时', 0.93],
  ['2026-11-26 12:00', '2026-11-25', '超 3 时', 2],
  // Saturday: no working time has passed since the due day.
  ['2026-11-28 12:00', '2026-11-27', '超 不到 1 时', 2],
  // Urgent: one working day.
  ['2026-11-23 13:00', '2026-11-23', '剩 4 时', 0.73],
  // Received on the same day, after a correction of the clock.
  ['2026-11-20 10:00', '2026-11-20', '剩 7 时', 0],
])('at %s, a sample that is due on %s shows %s', (now, dueOn, text, share) => {
  const due = createDueReader(table, toInstantMs(now) ?? 0)(makeSample(1, { dueOn }))
  expect(due?.text).toBe(text)
  expect(due?.share).toBeCloseTo(share, 1)
})

it('counts the same samples in the head, the views and the groups', async () => {
  const today = toWireDate(Date.now())
  await openBench([
    makeSample(1, { dueOn: '2000-01-01', isHeld: true }),
    makeSample(2, { dueOn: '2000-01-01' }),
    makeSample(3, { dueOn: '2000-01-02' }),
    makeSample(4, { dueOn: today }),
  ])
  expect(screen.getByText('在检 4 件，今天到期 1 件，超时 2 件')).toBeTruthy()
  const read = (found: readonly HTMLElement[]) => found.map(({ textContent }) => textContent?.trim())
  const views = within(screen.getByRole('navigation', { name: '视图' }))
  expect(read(views.getAllByRole('link', { name: /^(今天|超时)/ }))).toEqual(['今天到期1', '超时2'])
  expect(read(screen.getAllByRole('rowheader'))).toEqual(['超时 2', `今天 ${today.slice(5)} 到期 1`, '等答复 1'])
})

it('shows what the customer answered beside the question', async () => {
  await openBench([makeSample(1, { answer: { question: '是否加测红外？', text: '加做红外光谱' } })])
  expect(screen.getByText(/是否加测红外？ 答复：/).textContent).toBe('是否加测红外？ 答复：加做红外光谱')
})

it('names due days', () => {
  expect(['2026-11-19', '2026-11-20', '2026-11-23', null].map((day) => nameDueDay(day, '2026-11-20'))).toEqual([
    '超时',
    '今天 11-20 到期',
    '周一 11-23',
    '未定',
  ])
})
