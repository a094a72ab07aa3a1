import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Answers, bad, good } from '#testing/answering.ts'
import { makeArea, openArea, staffAnswers } from '#testing/open-manage.tsx'
import type { Delivery, Endpoint } from './webhook-words.ts'
import * as page from './webhooks-page.tsx'

const LIST = 'GET /v1/manage/partners/{number}/webhooks'
const ADD = 'POST /v1/manage/partners/{number}/webhooks'
const DELIVERIES = 'GET /v1/manage/webhooks/{number}/deliveries'
const TEST = 'POST /v1/manage/webhooks/{number}/test'
const REPEAT = 'POST /v1/manage/webhooks/{number}/repeat'
const SWITCH = 'PUT /v1/manage/webhooks/{number}'
/** Paths of the requests that were sent. */
const [LIST_SENT, ADD_SENT] = [LIST, ADD].map((key) => key.replace('{number}', '4')) as [string, string]
const [DELIVERIES_SENT, REPEAT_SENT, SWITCH_SENT] = [DELIVERIES, REPEAT, SWITCH].map((key) =>
  key.replace('{number}', '7'),
) as [string, string, string]
const SECRET = `whsec_${'A'.repeat(44)}`

const ENDPOINT: Endpoint = {
  number: 7,
  address: 'https://shop.example.cn/hooks',
  offReason: null,
  failingTime: null,
  pausedTime: null,
  oldSecretTime: null,
  waiting: 2,
  version: 3,
  createTime: '2026-11-20 10:00:00',
}
const DELIVERY: Delivery = {
  number: 31,
  messageId: 'msg_abc',
  event: 'certificate.withdrawn',
  certificateNo: 'SH20261103001285',
  sequence: 2,
  state: 'waiting',
  createTime: '2026-11-23 10:00:00',
  nextTime: '2026-11-23 10:05:05',
  attempts: [
    { number: 92, time: '2026-11-23 10:00:05', durationMs: 15_000, status: null, problem: 'timeout', answer: '' },
    { number: 91, time: '2026-11-23 10:00:00', durationMs: 84, status: 503, problem: null, answer: 'busy <b>' },
  ],
}

function open(endpoints: readonly Endpoint[], answers: Answers = {}) {
  return openArea('/partners/4/webhooks', {
    areas: [makeArea('/partners/:number/webhooks', '合作方', page)],
    answers: staffAnswers(
      {},
      {
        [LIST_SENT]: good(LIST, { partnerName: '楚玉商城', endpoints: [...endpoints], certificates: 12 }),
        [DELIVERIES_SENT]: good(DELIVERIES, { records: [DELIVERY], hasMore: false }),
        ...answers,
      },
    ),
  })
}

it('adds an endpoint, shows its secret once, and keeps a refused address in the field', async () => {
  let isRefused = true
  const added = good(ADD, { number: 7, secret: SECRET })
  open([], { [ADD_SENT]: () => (isRefused ? bad(400, '请填写域名，不能用 IP 地址') : added) })
  expect(await screen.findByText('还没有通知')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '新增通知' }))
  const dialog = within(await screen.findByRole('dialog', { name: '新增通知' }))
  const field = dialog.getByLabelText(/^地址/)
  fireEvent.change(field, { target: { value: 'https://10.0.0.5/' } })
  fireEvent.click(dialog.getByRole('button', { name: '新增' }))
  expect(await screen.findByText('请填写域名，不能用 IP 地址')).toBeTruthy()
  expect(field).toHaveProperty('value', 'https://10.0.0.5/')
  isRefused = false
  fireEvent.change(field, { target: { value: 'https://shop.example.cn/hooks' } })
  fireEvent.click(dialog.getByRole('button', { name: '新增' }))
  expect(await screen.findByText(SECRET)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '已保存，关闭' }))
  await waitFor(() => expect(screen.queryByText(SECRET)).toBeNull())
})

it('adds polling without an address, once', async () => {
  const added = good(ADD, { number: 8, secret: SECRET })
  const { fetch } = open([], { [ADD_SENT]: added })
  fireEvent.click(await screen.findByRole('button', { name: '新增通知' }))
  const dialog = within(await screen.findByRole('dialog', { name: '新增通知' }))
  fireEvent.click(dialog.getByRole('radio', { name: /^轮询/ }))
  expect(dialog.queryByLabelText(/^地址/)).toBeNull()
  fireEvent.click(dialog.getByRole('button', { name: '新增' }))
  expect(await screen.findByText(SECRET)).toBeTruthy()
  expect(fetch.of(ADD_SENT)[0]?.body).toEqual({ address: null })
})

it('shows polling as such, and offers no second one', async () => {
  open([{ ...ENDPOINT, address: null }])
  expect(await screen.findByText('无，由对方的程序来取')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '新增通知' }))
  const dialog = within(await screen.findByRole('dialog', { name: '新增通知' }))
  expect(dialog.getByRole('radio', { name: /^轮询/ })).toHaveProperty('disabled', true)
  expect(dialog.getByText('已有轮询，一个合作方只能有一个')).toBeTruthy()
})

it('shows each attempt with its time, status and answer as text, and repeats one event', async () => {
  const { fetch } = open([ENDPOINT], { [REPEAT_SENT]: { code: 200, message: '成功', data: { count: 1 }, extra: {} } })
  expect(await screen.findByText('待重试')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '详情：撤销 SH20261103001285' }))
  const attempts = await screen.findByRole('list', { name: '各次送达' })
  expect(within(attempts).getAllByRole('listitem')).toHaveLength(2)
  expect(within(attempts).getByText('15 秒内没有完成')).toBeTruthy()
  expect(within(attempts).getByText('busy <b>')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '重发此条' }))
  expect(await screen.findByText('已排队，正在重发')).toBeTruthy()
  expect(fetch.of(REPEAT_SENT)[0]?.body).toEqual({ from: 31, to: 31 })
})

it('sends the example of an event', async () => {
  const sent = TEST.replace('{number}', '7')
  const { fetch } = open([ENDPOINT], { [sent]: good(TEST, null) })
  fireEvent.change(await screen.findByLabelText(/^测试通知/), { target: { value: 'certificate.withdrawn' } })
  fireEvent.click(screen.getByRole('button', { name: '发测试通知' }))
  expect(await screen.findByText('测试通知已发出')).toBeTruthy()
  expect(fetch.of(sent)[0]?.body).toEqual({ event: 'certificate.withdrawn' })
})

it('shows why an endpoint is off, and switches it on with the version that was read', async () => {
  const { fetch } = open([{ ...ENDPOINT, offReason: 'failing' }], {
    [SWITCH_SENT]: { code: 200, message: '成功', data: null, extra: {} },
  })
  expect(await screen.findByText('已停用：三天没有送达')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '发测试通知' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '启用' }))
  expect(await screen.findByText('已启用，待送达的通知正在发送')).toBeTruthy()
  expect(fetch.of(SWITCH_SENT)[0]?.body).toEqual({ isOn: true, version: 3 })
})
