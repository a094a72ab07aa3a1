// @vitest-environment node
import type { ActionFunctionArgs } from 'react-router-dom'
import { expect, it } from 'vitest'
import { createApiClient } from '#lib/api/api-client.ts'
import { createRouterContext } from '#lib/api/api-context.ts'
import { type Answers, answering, bad, good } from '#testing/answering.ts'
import { ORDER_TABLE } from '#testing/order-table.ts'
import { orderAction } from './order-action.ts'
import type { OrderFields } from './order-draft.ts'

const TABLE = 'GET /v1/orders/table'
const ANNOUNCE = 'POST /v1/orders'
const ORDER = { orderNo: 'WT20261120000425', code: '7KQ4RM', totalCents: 12_000, dueOn: '2026-11-25' }
const ITEM: OrderFields = { '0.category': 'jade', '0.name': '翡翠手镯', '0.service.ID': 'on', '0.undeclared': 'on' }
const WHOLE: OrderFields = {
  ...ITEM,
  step: 'check',
  customerName: '林知微',
  phone: '138 0000 6021',
  accepted: 'on',
  ref: 'f'.repeat(32),
  totalCents: '12000',
  act: 'submit',
}

/** Submits the form, as a browser without JavaScript does. */
async function submit(fields: OrderFields, answers: Answers = {}) {
  const fetch = answering({ [TABLE]: good(TABLE, ORDER_TABLE), [ANNOUNCE]: good(ANNOUNCE, ORDER), ...answers })
  const request = new Request('https://lab.test/orders/new', { method: 'POST', body: new URLSearchParams(fields) })
  const context = createRouterContext(createApiClient({ fetch }))
  const { data, init } = await orderAction({ request, context, params: {} } as ActionFunctionArgs)
  return { outcome: data, status: init?.status, sent: fetch.of(ANNOUNCE).map(({ body }) => body) }
}

it('answers each step with the next one and everything that was typed', async () => {
  const { outcome, sent } = await submit({ ...ITEM, step: 'items', act: 'next' })
  expect(outcome).toMatchObject({ kind: 'form', isFaulty: false, fields: { step: 'way', '0.name': '翡翠手镯' } })
  expect(outcome.fields.ref).toMatch(/^[\w-]{16,64}$/)
  const added = await submit({ ...ITEM, step: 'items', act: 'add' })
  expect(added.outcome).toMatchObject({ kind: 'form', fields: { items: '2', open: '1', '0.name': '翡翠手镯' } })
  expect([...sent, ...added.sent]).toEqual([])
})

it('shows the faults instead of the next step', async () => {
  const { outcome, status } = await submit({ ...ITEM, '0.name': ' ', items: '1', step: 'items', act: 'next' })
  expect([outcome.kind, status]).toEqual(['form', 400])
  expect(outcome).toMatchObject({ isFaulty: true, fields: { step: 'items' } })
  const early = await submit({ ...WHOLE, phone: '' })
  expect(early.outcome).toMatchObject({ kind: 'form', isFaulty: true, fields: { step: 'way', customerName: '林知微' } })
  expect(early.sent).toEqual([])
})

it('announces the order with the total that the customer saw', async () => {
  const { outcome, sent } = await submit(WHOLE)
  expect(outcome).toMatchObject({ kind: 'done', order: ORDER })
  expect(sent).toMatchObject([{ totalCents: 12_000, ref: 'f'.repeat(32), items: [{ declaredCents: null }] }])
})

it('does not announce an order from an earlier step', async () => {
  const { outcome, sent } = await submit({ ...WHOLE, step: 'way' })
  expect([outcome.kind, sent]).toEqual(['form', []])
})

it('asks again with the new total when the fee sheet has changed', async () => {
  const { outcome, status } = await submit(WHOLE, {
    [ANNOUNCE]: { ...bad(409, '价目已变'), extra: { totalCents: 15_000 } },
  })
  expect([outcome.kind, status]).toEqual(['price', 409])
  expect(outcome).toMatchObject({ totalCents: 15_000, fields: { customerName: '林知微', step: 'check' } })
})

it('keeps what was typed when the order is refused, or when there is no answer', async () => {
  const refused = await submit(WHOLE, { [ANNOUNCE]: bad(500, '今天的网上预约已满') })
  expect(refused.outcome).toMatchObject({
    kind: 'failed',
    message: '今天的网上预约已满',
    fields: { phone: '138 0000 6021' },
  })
  const lost = await submit(WHOLE, { [ANNOUNCE]: bad(504, '上游超时') })
  expect(lost.outcome).toMatchObject({ kind: 'failed', fields: { '0.name': '翡翠手镯' } })
  expect(lost.outcome).toHaveProperty('message', expect.stringContaining('可能已提交'))
  expect(lost.status).toBe(503)
  const unsent = await submit(WHOLE, { [TABLE]: bad(504, '上游超时') })
  expect([unsent.sent, unsent.status]).toEqual([[], 503])
  expect(unsent.outcome).toMatchObject({ kind: 'failed', fields: { phone: '138 0000 6021', ref: WHOLE.ref } })
  expect(unsent.outcome).toHaveProperty('message', expect.stringContaining('还没有提交'))
})
