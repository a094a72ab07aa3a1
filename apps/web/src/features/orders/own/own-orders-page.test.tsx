import type { DataFor } from '@portal/contract/calls.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { RouteObject } from 'react-router-dom'
import { expect, it } from 'vitest'
import { setUser, type UserInfo } from '#lib/session.ts'
import { useToasts } from '#lib/toasts.ts'
import { type Answers, bad, good } from '#testing/answering.ts'
import { makePlainPages, openPage } from '#testing/open-page.tsx'
import { ORDER_TABLE } from '#testing/order-table.ts'
import { Component, loader } from './own-orders-page.tsx'

const TABLE = 'GET /v1/orders/table'
const LIST = 'GET /v1/orders'
const CANCEL = 'POST /v1/orders/cancel'
const NUMBER = 'WT20261120000425'
const ONE: string = `GET /v1/orders/${NUMBER}`
const MEMBER = { id: 'a'.repeat(32), nickname: '林知微' } as UserInfo
const OWN: DataFor<typeof LIST>[number] = {
  orderNo: NUMBER,
  state: 'ready',
  dueOn: '2026-11-25',
  createTime: '2026-11-20 09:26:00',
  readyTime: '2099-11-24 15:00:00',
  wayBack: 'counter',
  items: 2,
  firstName: '翡翠手镯',
  totalCents: 24_000,
  questions: 0,
}
const PROGRESS: DataFor<'GET /v1/orders/{orderNo}'> = {
  orderNo: NUMBER,
  state: 'ready',
  dueOn: '2026-11-25',
  priority: 'normal',
  wayIn: 'counter',
  wayBack: 'counter',
  createTime: OWN.createTime,
  receiveTime: '2026-11-20 14:12:00',
  readyTime: null,
  closeTime: null,
  items: [],
  fees: [],
  totalCents: 24_000,
  payment: 'unpaid',
  carrier: null,
  trackingNo: null,
  pickupCode: '042713',
  massesG: [],
  references: [],
}
const pages: RouteObject[] = [{ path: '/my-orders', Component, loader }, ...makePlainPages('/orders/new', '/user')]

function open(path: string, answers: Answers = {}) {
  setUser(MEMBER)
  return openPage(path, pages, {
    'GET /bff/session': { code: 200, data: { user: MEMBER, expiresAt: null } },
    [TABLE]: good(TABLE, ORDER_TABLE),
    [LIST]: good(LIST, [OWN, { ...OWN, orderNo: 'WT20261120001286', state: 'cancelled', items: 1 }]),
    ...answers,
  })
}

it('lists the orders of the member with their state', async () => {
  open('/my-orders')
  const list = within(await screen.findByRole('region', { name: '委托单' }))
  expect(list.getByRole('link', { name: '翡翠手镯等 2 件' }).getAttribute('href')).toBe(`/my-orders?no=${NUMBER}`)
  expect(list.getByText('可以领取')).toBeTruthy()
  expect(list.getByText('已取消')).toBeTruthy()
  expect(list.getByText('备好 11-24')).toBeTruthy()
  expect(list.getByRole('link', { name: '看取件码' })).toBeTruthy()
})

it('promises no pick-up code that has expired', async () => {
  open('/my-orders', { [LIST]: good(LIST, [{ ...OWN, readyTime: '2000-11-24 15:00:00' }]) })
  expect(await screen.findByRole('link', { name: '查看' })).toBeTruthy()
})

it('promises no pick-up code for an order that goes back by courier, and names the post', async () => {
  open('/my-orders', { [LIST]: good(LIST, [{ ...OWN, wayBack: 'courier' }]) })
  expect(await screen.findByRole('link', { name: '查看' })).toBeTruthy()
  expect(screen.getByText('等待寄回')).toBeTruthy()
  expect(screen.queryByRole('link', { name: '看取件码' })).toBeNull()
})

it('tells why an item gets no certificate', async () => {
  const item = {
    item: 1,
    sampleNo: 'YP20261120000420013',
    statedName: '翡翠手镯',
    category: 'jade',
    count: 1,
    work: 'done',
    place: 'reception',
    isHeld: false,
    outcome: 'noCertificate',
    dueOn: null,
    certificateNo: null,
    question: null,
    reason: '样品有充填，无法出具所选项目',
  } as const
  open(`/my-orders?no=${NUMBER}`, { [ONE]: good('GET /v1/orders/{orderNo}', { ...PROGRESS, items: [item] }) })
  expect(await screen.findByText('原因：样品有充填，无法出具所选项目')).toBeTruthy()
})

it('opens an order with its pick-up code', async () => {
  open(`/my-orders?no=${NUMBER}`, { [ONE]: good('GET /v1/orders/{orderNo}', PROGRESS) })
  const heading = await screen.findByRole('heading', { name: '可以领取' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(within(screen.getByRole('region', { name: '取件码' })).getByText('042713')).toBeTruthy()
})

it('cancels an announced order without a code', async () => {
  let state: 'announced' | 'cancelled' = 'announced'
  const { fetch } = open(`/my-orders?no=${NUMBER}`, {
    [ONE]: () => good('GET /v1/orders/{orderNo}', { ...PROGRESS, state, pickupCode: null }),
    [CANCEL]: () => {
      state = 'cancelled'
      return good(CANCEL, null)
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: /确认取消/, hidden: true }))
  const heading = await screen.findByRole('heading', { name: '已取消' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(fetch.of(CANCEL).map(({ body }) => body)).toEqual([{ orderNo: NUMBER }])
})

it('says that a cancellation without an answer was not confirmed', async () => {
  const announced = { ...PROGRESS, state: 'announced' as const, pickupCode: null }
  open(`/my-orders?no=${NUMBER}`, {
    [ONE]: good('GET /v1/orders/{orderNo}', announced),
    [CANCEL]: () => Promise.reject(new TypeError('Failed to fetch')),
  })
  fireEvent.click(await screen.findByRole('button', { name: /确认取消/, hidden: true }))
  await waitFor(() => expect(useToasts.getState().toasts.at(-1)?.text).toMatch('没有得到确认'))
})

it('shows the list beside an order that belongs to another account', async () => {
  open(`/my-orders?no=${NUMBER}`, { [ONE]: bad(400, '没有查到') })
  expect((await screen.findByRole('alert')).textContent).toMatch('您的账号下没有这张委托单')
  expect(screen.getByRole('region', { name: '委托单' })).toBeTruthy()
})

it('offers the first announcement where there is no order', async () => {
  open('/my-orders', { [LIST]: good(LIST, []) })
  expect(await screen.findByText('还没有委托单')).toBeTruthy()
})

it('asks a visitor to log in, and asks for no orders', async () => {
  const { fetch } = openPage('/my-orders', pages, {
    'GET /bff/session': { code: 200, data: { user: null, expiresAt: null } },
  })
  expect(await screen.findByText('登录后查看自己的委托单')).toBeTruthy()
  expect(fetch.of(LIST)).toEqual([])
})
