import { EMPTY_TABLE } from '@portal/contract/orders/order-services.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { type Answers, bad, good } from '#testing/answering.ts'
import { openArea, staffAnswers } from '#testing/open-manage.tsx'
import { makeOrder, ORDER_NO } from '#testing/sample-order.ts'

const ANNOUNCE = 'POST /v1/manage/orders'
const GET_KEY = `GET /v1/manage/orders/${ORDER_NO}`
const stored = good('GET /v1/manage/orders/{orderNo}', makeOrder())
const announced = good(ANNOUNCE, { orderNo: ORDER_NO, code: '7KQ4RM', totalCents: 36_000, dueOn: '2026-11-25' })

const makeTable = (cents: number) => ({
  code: 200,
  message: '成功',
  extra: {},
  data: {
    ...EMPTY_TABLE,
    terms: '',
    services: [{ code: 'ID', name: '定名', categories: ['gemstone'], cents, per: 'item', workingDays: 3 }],
  },
})

async function openCounter(answers: Record<string, unknown>) {
  const { fetch } = openArea('/reception/new', {
    answers: staffAnswers({ duties: ['reception'] }, {
      'GET /v1/orders/table': makeTable(12_000),
      [GET_KEY]: stored,
      ...answers,
    } as Answers),
  })
  await screen.findByRole('heading', { name: '现场委托' })
  return fetch
}

const press = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const type = (name: string | RegExp, value: string, at = 0) => {
  const field = screen.getAllByRole('textbox', { name })[at]
  if (field) fireEvent.change(field, { target: { value } })
}

/** Fills in the form for two samples. */
async function fill() {
  type('姓名或单位', '沈怀瑾')
  type('手机', '138 0000 6099')
  type(/^可代领/, '王代领、李同事')
  await press('再加一件')
  for (const [at, name] of ['红宝石', '蓝宝石'].entries()) {
    type('名称', name, at)
    const service = screen.getAllByRole('checkbox', { name: /定名/ })[at]
    if (service) fireEvent.click(service)
  }
}

beforeEach(() => localStorage.clear())

it('announces an order for the customer, and leads to its intake with the query code', async () => {
  const fetch = await openCounter({ [ANNOUNCE]: announced })
  await fill()
  fireEvent.change(screen.getByRole('combobox', { name: '时限' }), { target: { value: 'urgent' } })
  expect(screen.getByText('¥360')).toBeTruthy()
  await act(async () => fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true }))
  await screen.findByRole('heading', { name: ORDER_NO })
  const item = { category: 'gemstone', count: 1, serviceCodes: ['ID'], declaredCents: null }
  expect(fetch.of(ANNOUNCE).map(({ body }) => body)).toEqual([
    {
      customerName: '沈怀瑾',
      phone: '138 0000 6099',
      wayIn: 'counter',
      wayBack: 'counter',
      collectors: ['王代领', '李同事'],
      priority: 'urgent',
      items: [
        { ...item, statedName: '红宝石' },
        { ...item, statedName: '蓝宝石' },
      ],
      ref: expect.any(String),
      totalCents: 36_000,
    },
  ])
  expect(screen.getByText('7KQ4RM')).toBeTruthy()
  // The code is still known at the next sample of the order.
  await act(async () => fireEvent.click(screen.getByRole('link', { name: /样品2/ })))
  expect(screen.getByText('7KQ4RM')).toBeTruthy()
})

it('sends nothing while something is missing, and names it', async () => {
  const fetch = await openCounter({})
  type('手机', '12')
  fireEvent.change(screen.getByRole('combobox', { name: '领回方式' }), { target: { value: 'courier' } })
  await press(/登记并收样/)
  for (const fault of ['请填姓名或单位', /^电话为 5–20 位数字/, '请填收件地址', /^第 1 件没有填完/]) {
    expect(screen.getByText(fault)).toBeTruthy()
  }
  expect(fetch.of(ANNOUNCE)).toEqual([])
})

it('keeps what is typed when no answer comes, and sends the same key again', async () => {
  let attempts = 0
  const fetch = await openCounter({
    [ANNOUNCE]: () => {
      attempts += 1
      return attempts === 1 ? Promise.reject(new TypeError('network')) : announced
    },
  })
  await fill()
  await press(/登记并收样/)
  await screen.findByText(/没有收到答复/)
  await press(/登记并收样/)
  await screen.findByRole('heading', { name: ORDER_NO })
  const refs = fetch.of(ANNOUNCE).map(({ body }) => (body as { ref: string }).ref)
  expect(refs).toHaveLength(2)
  expect(new Set(refs).size).toBe(1)
})

it('shows the new total when the fee sheet has changed since', async () => {
  let cents = 12_000
  const fetch = await openCounter({
    'GET /v1/orders/table': () => makeTable(cents),
    [ANNOUNCE]: () => {
      if (cents === 15_000) return announced
      cents = 15_000
      return bad(409, '价目已变')
    },
  })
  await fill()
  await press(/登记并收样/)
  expect(await screen.findByText('¥300')).toBeTruthy()
  await press(/登记并收样/)
  await waitFor(() => expect(fetch.of(ANNOUNCE)).toHaveLength(2))
  expect(fetch.of(ANNOUNCE)[1]?.body).toMatchObject({ totalCents: 30_000 })
})

it('names what is missing without a fault, until a field shows one', async () => {
  await openCounter({})
  expect(screen.getByText('还缺：姓名或单位、手机、样品')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /先改正/ })).toBeNull()
  await press(/登记并收样/)
  expect(screen.getByRole('button', { name: '先改正：姓名或单位' })).toBeTruthy()
  expect(screen.queryByText(/还缺：/)).toBeNull()
})

it('leads to the name of a sample that is added', async () => {
  await openCounter({})
  const getNames = () => screen.getAllByRole('textbox', { name: '名称' })
  await press('再加一件')
  expect(document.activeElement).toBe(getNames()[1])
  await fill()
  expect(document.activeElement).toBe(getNames()[2])
})
