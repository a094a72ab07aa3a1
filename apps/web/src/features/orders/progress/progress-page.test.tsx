import type { DataFor } from '@portal/contract/calls.ts'
import { DAY_MS } from '@portal/contract/constants.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { RouteObject } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { type Answers, bad, good } from '#testing/answering.ts'
import { makePlainPages, openPage } from '#testing/open-page.tsx'
import { ORDER_TABLE } from '#testing/order-table.ts'
import { action, Component, loader } from './progress-page.tsx'

const TABLE = 'GET /v1/orders/table'
const CHECK = 'POST /v1/orders/progress'
const CANCEL = 'POST /v1/orders/cancel'
const ANSWER = 'POST /v1/orders/answer'
const NUMBER = 'WT20261120000425'
const PROGRESS: NonNullable<DataFor<typeof CHECK>> = {
  orderNo: NUMBER,
  state: 'announced',
  dueOn: '2026-11-25',
  priority: 'normal',
  wayIn: 'counter',
  wayBack: 'counter',
  createTime: '2026-11-20 09:26:00',
  receiveTime: null,
  readyTime: null,
  closeTime: null,
  items: [
    {
      item: 1,
      sampleNo: 'YP20261120000420013',
      statedName: '翡翠手镯',
      category: 'jade',
      count: 1,
      work: 'announced',
      place: 'customer',
      isHeld: false,
      outcome: null,
      dueOn: null,
      certificateNo: null,
      question: null,
      reason: null,
    },
  ],
  fees: [{ item: 1, code: 'ID', name: '玉石定名', units: 1, cents: 12_000 }],
  totalCents: 12_000,
  payment: 'unpaid',
  carrier: null,
  trackingNo: null,
}
const pages: RouteObject[] = [
  { path: '/orders/progress', Component, loader, action },
  ...makePlainPages('/certificate-check', '/orders/new', '/my-orders'),
]

async function open(answers: Answers = {}, path = '/orders/progress') {
  const page = openPage(path, pages, { [TABLE]: good(TABLE, ORDER_TABLE), ...answers })
  await screen.findByRole('heading', { level: 1, name: '送检进度' })
  return page
}

function lookUp(number = NUMBER, code = '7kq4rm') {
  fireEvent.change(screen.getByLabelText('委托单号'), { target: { value: number } })
  fireEvent.change(screen.getByLabelText('查询码'), { target: { value: code } })
  fireEvent.click(screen.getByRole('button', { name: /查询进度/ }))
}

describe('a lookup', () => {
  it('shows state, items and fees', async () => {
    const { fetch } = await open({ [CHECK]: good(CHECK, PROGRESS) })
    lookUp()
    const heading = await screen.findByRole('heading', { name: '等待送达' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(screen.getByText('YP20261120000420013')).toBeTruthy()
    expect(screen.getAllByText('¥120')).toHaveLength(2)
    expect(fetch.of(CHECK).map(({ body }) => body)).toEqual([{ orderNo: NUMBER, code: '7KQ4RM' }])
  })

  it('shows a certificate, and how many samples are where', async () => {
    const [first] = PROGRESS.items
    if (!first) throw new Error('no item')
    const items = [
      { ...first, work: 'done' as const, outcome: 'certificate' as const, certificateNo: 'SH20261123000319' },
      { ...first, item: 2, work: 'testing' as const, place: 'person' as const, dueOn: '2026-11-25' },
    ]
    const received = { ...PROGRESS, state: 'received' as const, receiveTime: '2026-11-20 14:12:00', items }
    await open({ [CHECK]: good(CHECK, received) })
    lookUp()
    await screen.findByRole('heading', { name: '检测中' })
    expect(screen.getByText('1 件检测中')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'SH20261123000319' }).getAttribute('href')).toBe(
      '/certificate-check?no=SH20261123000319',
    )
    expect(screen.getByRole('list', { name: '工作日' })).toBeTruthy()
    expect(screen.queryByText('取消这张委托单')).toBeNull()
  })

  it('shows when everything was ready, and what is out already', async () => {
    const [first] = PROGRESS.items
    if (!first) throw new Error('no item')
    const done = { ...first, work: 'done' as const, outcome: 'noCertificate' as const }
    const items = [
      { ...done, place: 'collected' as const },
      { ...done, item: 2, place: 'reception' as const },
    ]
    const ready = { ...PROGRESS, state: 'ready' as const, readyTime: '2099-11-24 10:05:00', items }
    await open({ [CHECK]: good(CHECK, ready) })
    lookUp()
    expect(await screen.findByText('1 件已交还，其余已备好。请带取件码或身份证件到店领取。')).toBeTruthy()
    expect(screen.getByText('11-24 10:05')).toBeTruthy()
    expect(screen.queryByText('应可领')).toBeNull()
  })

  it('asks for a document when the pick-up code has expired', async () => {
    const items = PROGRESS.items.map((item) => ({ ...item, work: 'done' as const, place: 'reception' as const }))
    await open({
      [CHECK]: good(CHECK, { ...PROGRESS, state: 'ready', readyTime: toWireDateTime(Date.now() - 31 * DAY_MS), items }),
    })
    lookUp()
    expect(await screen.findByText('样品都已备好。取件码已过期，请带身份证件到店领取。')).toBeTruthy()
  })

  it('gives one answer for everything that is not found', async () => {
    await open({ [CHECK]: good(CHECK, null) })
    lookUp()
    expect(await screen.findByRole('heading', { name: '没有查到' })).toBeTruthy()
    expect(screen.getByRole('img', { name: /^查询码：7 K Q 4 R M/ })).toBeTruthy()
  })

  it('is not sent with a number whose check digit is wrong; the suggestions are orders', async () => {
    const { fetch } = await open()
    lookUp('WT20261120000452')
    expect(await screen.findByRole('heading', { name: '委托单号有误' })).toBeTruthy()
    const numbers = screen.getAllByRole('link', { name: /^按 / }).map(({ textContent }) => textContent)
    expect(numbers).toContain(`按 ${NUMBER} 查`)
    expect(numbers.every((text) => text?.startsWith('按 WT'))).toBe(true)
    expect(fetch.of(CHECK)).toEqual([])
  })

  it('leads a certificate number to the certificate, and a sample to its order', async () => {
    await open()
    lookUp('SH20261103001285')
    expect((await screen.findByRole('link', { name: '查询证书' })).getAttribute('href')).toBe(
      '/certificate-check?no=SH20261103001285',
    )
    lookUp('YP20261120000420013')
    expect(await screen.findByRole('link', { name: `按 ${NUMBER} 查` })).toBeTruthy()
  })

  it('says that the site is busy, or does not answer', async () => {
    await open({ [CHECK]: bad(429, '稍后再试') })
    lookUp()
    expect(await screen.findByRole('heading', { name: '查询较多，请稍后再查' })).toBeTruthy()
  })

  it('says what the query code is good for', async () => {
    await open()
    expect(await screen.findByText(/看进度、答复问题，样品送达前也能取消，但不能领回样品/)).toBeTruthy()
    expect(screen.getByText(/查询码丢了，收样时可换新的/)).toBeTruthy()
  })

  it('fills in the number of the address, and sends nothing', async () => {
    const { fetch } = await open({}, `/orders/progress?no=${NUMBER}`)
    expect(screen.getByLabelText<HTMLInputElement>('委托单号').value).toBe(NUMBER)
    expect(fetch.of(CHECK)).toEqual([])
  })
})

describe('an announced order', () => {
  it('is cancelled, and then shown as cancelled', async () => {
    let isCancelled = false
    const { fetch } = await open({
      [CHECK]: () => good(CHECK, isCancelled ? { ...PROGRESS, state: 'cancelled' } : PROGRESS),
      [CANCEL]: () => {
        isCancelled = true
        return good(CANCEL, null)
      },
    })
    lookUp()
    fireEvent.click(await screen.findByRole('button', { name: '确认取消', hidden: true }))
    expect(await screen.findByRole('heading', { name: '已取消' })).toBeTruthy()
    expect(fetch.of(CANCEL).map(({ body }) => body)).toEqual([{ orderNo: NUMBER, code: '7KQ4RM' }])
    expect(screen.getAllByText('委托单已取消。')).toHaveLength(2)
    expect(screen.getByText('未送来')).toBeTruthy()
    expect(screen.queryByText('付款')).toBeNull()
  })

  it('that has arrived meanwhile is not cancelled, and the reason is shown', async () => {
    await open({ [CHECK]: good(CHECK, PROGRESS), [CANCEL]: bad(409, '样品已送达，不能再取消') })
    lookUp()
    fireEvent.click(await screen.findByRole('button', { name: '确认取消', hidden: true }))
    expect(await screen.findByText('样品已送达，不能再取消')).toBeTruthy()
  })
})

describe('a question', () => {
  const question = {
    text: '要不要加做红外光谱？',
    askTime: '2026-11-23 11:00:00',
    choices: [
      { text: '加做红外光谱', cents: 8000, days: 1 },
      { text: '不加做', cents: 0, days: 0 },
    ],
  }
  const held = { ...PROGRESS.items[0], work: 'testing', place: 'person', isHeld: true, question } as never
  const asked = { ...PROGRESS, state: 'received' as const, receiveTime: '2026-11-20 10:20:00', items: [held] }

  it('is answered with one of its choices, none of which is chosen at first', async () => {
    const { fetch } = await open({ [CHECK]: good(CHECK, asked), [ANSWER]: good(ANSWER, asked) })
    lookUp()
    expect(await screen.findByText('要不要加做红外光谱？')).toBeTruthy()
    const choices = screen.getAllByRole<HTMLInputElement>('radio')
    expect(choices.map(({ checked }) => checked)).toEqual([false, false])
    fireEvent.click(screen.getByRole('radio', { name: /^加做红外光谱\s*加 ¥80，多 1 个工作日$/ }))
    fireEvent.click(screen.getByRole('button', { name: '提交答复' }))
    await waitFor(() =>
      expect(fetch.of(ANSWER).map(({ body }) => body)).toEqual([
        { orderNo: NUMBER, code: '7KQ4RM', item: 1, askTime: question.askTime, choice: 0 },
      ]),
    )
    expect(await screen.findAllByText('已收到您的答复。')).toHaveLength(2)
  })

  it('without an answer of the site says that nothing was confirmed', async () => {
    const fail = () => Promise.reject(new TypeError('Failed to fetch'))
    await open({ [CHECK]: good(CHECK, asked), [ANSWER]: fail })
    lookUp()
    fireEvent.click(await screen.findByRole('radio', { name: /^不加做/ }))
    fireEvent.click(screen.getByRole('button', { name: '提交答复' }))
    expect(await screen.findByText(/刚才的操作没有得到确认/)).toBeTruthy()
    expect(screen.getByText(/没有连上本站/)).toBeTruthy()
  })

  it('that is closed meanwhile says so, and shows the present progress', async () => {
    await open({ [CHECK]: good(CHECK, asked), [ANSWER]: bad(409, '这个问题已经答复或已撤回，请看现在的进度') })
    lookUp()
    fireEvent.click(await screen.findByRole('radio', { name: /^不加做/ }))
    fireEvent.click(screen.getByRole('button', { name: '提交答复' }))
    expect((await screen.findByRole('alert')).textContent).toMatch('已经答复或已撤回')
  })

  it('without choices is answered by telephone', async () => {
    const spoken = { ...asked, items: [{ ...(held as object), question: { ...question, choices: [] } } as never] }
    await open({ [CHECK]: good(CHECK, spoken) })
    lookUp()
    expect((await screen.findByText(/答复，并报委托单号。$/)).textContent).toMatch(/^请/)
    expect(screen.queryByRole('button', { name: '提交答复' })).toBeNull()
  })
})
