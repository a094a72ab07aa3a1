import { toWireDateTime } from '@portal/contract/time.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { type Answers, bad, good } from '#testing/answering.ts'
import { openArea, staffAnswers } from '#testing/open-manage.tsx'
import { makeItem, makeOrder, ORDER_NO, RECEIVED } from '#testing/sample-order.ts'
import { describeExcess, formatDifference, weighItem } from './weighing.ts'

const GET = 'GET /v1/manage/orders/{orderNo}'
const GET_KEY = `GET /v1/manage/orders/${ORDER_NO}`
const HAND_OUT = 'POST /v1/manage/orders/{orderNo}/hand-out'
const HAND_OUT_KEY = `POST /v1/manage/orders/${ORDER_NO}/hand-out`

const makeReady = (item: number, massInG: string) =>
  makeItem(item, {
    ...RECEIVED,
    marks: ['完好'],
    massInG,
    toleranceG: '0.010',
    work: 'done',
    outcome: 'noCertificate',
    revision: 5,
  })
const ready = makeOrder({ state: 'ready', items: [makeReady(1, '4.820'), makeReady(2, '12.360')] })
const closed = makeOrder({
  state: 'closed',
  items: ready.items.map((item) => ({ ...item, place: 'collected' as const, revision: 6 })),
})

const SELF = 'a'.repeat(32)
const EXCESS = { sampleNo: makeItem(1).sampleNo, kind: 'massAlarm', time: '', detail: {}, sha256: 'a' }

async function openHandOut(answers: Record<string, unknown>) {
  const { fetch } = openArea(`/reception/${ORDER_NO}/hand-out`, {
    answers: staffAnswers({ duties: ['reception'] }, answers as Answers),
  })
  await screen.findByRole('heading', { name: /谁来领/ })
  return fetch
}
const press = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const type = (name: string | RegExp, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
const getGive = () => screen.getByRole<HTMLButtonElement>('button', { name: /^(?:交付|寄出) / })

beforeEach(() => localStorage.clear())

it('the button counts what will really leave, and a sample beyond the tolerance stays', async () => {
  const fetch = await openHandOut({ [GET_KEY]: good(GET, ready), [HAND_OUT_KEY]: good(HAND_OUT, closed) })
  expect(getGive().disabled).toBe(true)
  expect(screen.getByText('还缺：取件码、复称相符的样品')).toBeTruthy()
  type('取件码', '830561')
  type('复称质量，克：样品1', '4.789')
  type('复称质量，克：样品2', '12.362')
  expect(screen.getByText('超出')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain('样品1少 0.031 g，超出允许的 0.010 g，这件暂不能交付')
  expect(getGive().textContent).toContain('交付 1 件，1 件留下')
  await act(async () => fireEvent.click(getGive()))
  await waitFor(() => expect(fetch.of(HAND_OUT_KEY)).toHaveLength(1))
  expect(fetch.of(HAND_OUT_KEY)[0]?.body).toEqual({
    items: [{ sampleNo: makeItem(2).sampleNo, revision: 5, massG: '12.362', divisionG: '0.001' }],
    pickupCode: '830561',
  })
})

it('a named collector shows a document, of which four characters are noted', async () => {
  const fetch = await openHandOut({ [GET_KEY]: good(GET, ready), [HAND_OUT_KEY]: good(HAND_OUT, closed) })
  fireEvent.click(screen.getByRole('radio', { name: '证件' }))
  const people = [...screen.getByRole<HTMLSelectElement>('combobox', { name: '领取人' }).options]
  expect(people.map(({ value }) => value)).toEqual(['林知微', '王代领'])
  fireEvent.change(screen.getByRole('combobox', { name: '领取人' }), { target: { value: '王代领' } })
  type('证件号后四位', '12-3x')
  type('复称质量，克：样品1', '4.820')
  type('复称质量，克：样品2', '12.360')
  await act(async () => fireEvent.click(getGive()))
  await waitFor(() =>
    expect(fetch.of(HAND_OUT_KEY)[0]?.body).toMatchObject({ identity: { name: '王代领', last4: '123X' } }),
  )
})

it('an order that is not paid leaves with a reason alone', async () => {
  const unpaid = { ...ready, payment: 'unpaid' as const }
  const fetch = await openHandOut({ [GET_KEY]: good(GET, unpaid), [HAND_OUT_KEY]: good(HAND_OUT, closed) })
  type('取件码', '830561')
  type('复称质量，克：样品1', '4.820')
  expect(getGive().disabled).toBe(true)
  type('先交付的原因', '公司月底统一付款')
  await act(async () => fireEvent.click(getGive()))
  await waitFor(() => expect(fetch.of(HAND_OUT_KEY)[0]?.body).toMatchObject({ unpaidReason: '公司月底统一付款' }))
})

it('notes a mass beyond the tolerance, so that another person weighs again', async () => {
  let stored = ready
  const fetch = await openHandOut({
    [GET_KEY]: () => good(GET, stored),
    [HAND_OUT_KEY]: () => {
      const events = [{ ...EXCESS, byId: SELF, name: '顾怀瑾' }]
      stored = { ...ready, events, items: [{ ...makeReady(1, '4.820'), alarm: 'open' }, makeReady(2, '12.360')] }
      return bad(500, '复称相差 -0.031 g')
    },
  })
  type('取件码', '830561')
  type('复称质量，克：样品1', '4.789')
  await press('登记超出')
  expect(await screen.findByText(/已登记，负责人已收到通知/)).toBeTruthy()
  expect(fetch.of(HAND_OUT_KEY)[0]?.body).toMatchObject({ items: [{ massG: '4.789' }] })
})

it('notes the weighing of the second person, too, when it is beyond the tolerance', async () => {
  const items = [{ ...makeReady(1, '4.820'), alarm: 'open' as const }, makeReady(2, '12.360')]
  let stored = { ...ready, items, events: [{ ...EXCESS, byId: 'b'.repeat(32), name: '顾怀瑾' }] }
  const fetch = await openHandOut({
    [GET_KEY]: () => good(GET, stored),
    [HAND_OUT_KEY]: () => {
      stored = { ...stored, events: [...stored.events, { ...EXCESS, byId: SELF, name: '顾怀瑾' }] }
      return bad(500, '复称相差 -0.031 g')
    },
  })
  type('取件码', '830561')
  type('复称质量，克：样品1', '4.789')
  expect(screen.getByRole('alert').textContent).toMatch('另一人已登记')
  await press('登记超出')
  await waitFor(() => expect(screen.queryByRole('button', { name: '登记超出' })).toBeNull())
  expect(fetch.of(HAND_OUT_KEY)).toHaveLength(1)
})

it('a wrong code is said at its field, and masses stay', async () => {
  await openHandOut({ [GET_KEY]: good(GET, ready), [HAND_OUT_KEY]: bad(500, '取件码不对') })
  type('取件码', '000000')
  type('复称质量，克：样品1', '4.820')
  await act(async () => fireEvent.click(getGive()))
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: '取件码' })
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: '复称质量，克：样品1' }).value).toBe('4.820')
  fireEvent.click(screen.getByRole('radio', { name: '证件' }))
  expect(screen.getByRole('combobox', { name: '领取人' }).getAttribute('aria-invalid')).toBeNull()
})

it('does not send a refused code again, which would count as a further wrong one', async () => {
  const wrong = { ...bad(500, '取件码不对'), extra: { reason: 'pickupCodeWrong' } }
  const fetch = await openHandOut({ [GET_KEY]: good(GET, ready), [HAND_OUT_KEY]: wrong })
  const give = () => act(async () => fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true }))
  const isMarked = () => screen.getByRole('textbox', { name: '取件码' }).getAttribute('aria-invalid') === 'true'
  type('取件码', '000000')
  type('复称质量，克：样品1', '4.820')
  type('复称质量，克：样品2', '12.400')
  await give()
  await waitFor(() => expect(isMarked()).toBe(true))
  await give()
  type('取件码', '00000')
  expect(isMarked()).toBe(false)
  type('取件码', '000000')
  await give()
  expect(isMarked()).toBe(true)
  await press('登记超出')
  expect(fetch.of(HAND_OUT_KEY)).toHaveLength(1)
  type('取件码', '111111')
  await press('登记超出')
  await waitFor(() => expect(isMarked()).toBe(true))
  await give()
  expect(fetch.of(HAND_OUT_KEY)).toHaveLength(2)
})

it('names the person whose document a colleague has checked', async () => {
  const time = toWireDateTime(Date.now() - 60_000)
  const events = [
    { sampleNo: null, kind: 'identify', time, byId: null, name: '方知渔', detail: { name: '王代领' }, sha256: 'a' },
  ]
  await openHandOut({ [GET_KEY]: good(GET, { ...ready, events }) })
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: '领取人' }).value).toBe('王代领')
  expect(screen.getByText(`${time.slice(11, 16)} 方知渔已核验王代领的证件`)).toBeTruthy()
})

it('a scanned sample and Enter lead to the fields of the balance', async () => {
  await openHandOut({ [GET_KEY]: good(GET, ready) })
  for (const key of makeItem(1).sampleNo.slice(2)) fireEvent.keyDown(document.body, { key })
  fireEvent.keyDown(document.body, { key: 'Enter' })
  const getMass = (item: number) => screen.getByRole('textbox', { name: `复称质量，克：样品${item}` })
  expect(document.activeElement).toBe(getMass(1))
  fireEvent.keyDown(getMass(1), { key: 'Enter' })
  expect(document.activeElement).toBe(getMass(2))
})

it('says that a sample was beyond the tolerance before, and that an owner lets it go', async () => {
  const items = [
    { ...makeReady(1, '4.820'), alarm: 'open' as const },
    { ...makeReady(2, '12.360'), alarm: 'released' as const },
  ]
  await openHandOut({ [GET_KEY]: good(GET, { ...ready, items }) })
  expect(screen.getByText('样品1曾登记超出，须由另一人换一台天平复称。')).toBeTruthy()
  type('复称质量，克：样品2', '12.300')
  expect(screen.getByText('放行')).toBeTruthy()
  expect(screen.queryByText('相符')).toBeNull()
})

it('hides the many samples of an order that cannot leave yet', async () => {
  const others = Array.from({ length: 6 }, (_, at) => ({ ...makeItem(1), sampleNo: `YP2026112000042009${at}` }))
  await openHandOut({ [GET_KEY]: good(GET, { ...ready, items: [...ready.items, ...others] }) })
  expect(screen.getByText('另有 6 件这次不能领').closest('details')?.open).toBe(false)
})

it('after an attempt without an answer it first reads what has left', async () => {
  let stored = ready
  const fetch = await openHandOut({
    [GET_KEY]: () => good(GET, stored),
    [HAND_OUT_KEY]: () => {
      stored = closed
      return Promise.reject(new TypeError('network'))
    },
  })
  type('取件码', '830561')
  type('复称质量，克：样品1', '4.820')
  type('复称质量，克：样品2', '12.360')
  await act(async () => fireEvent.click(getGive()))
  expect(await screen.findByText('没有收到答复')).toBeTruthy()
  await act(async () => fireEvent.click(getGive()))
  expect(await screen.findByText('上次已交付，没有重复办理')).toBeTruthy()
  expect(await screen.findByText('已全部领回')).toBeTruthy()
  expect(fetch.of(HAND_OUT_KEY)).toHaveLength(1)
})

it('a courier collects only what was announced so, with carrier and number', async () => {
  const fetch = await openHandOut({
    [GET_KEY]: good(GET, { ...ready, wayBack: 'courier' }),
    [HAND_OUT_KEY]: good(HAND_OUT, closed),
  })
  type('快递公司', '顺丰')
  type('快递单号', 'SF1234567890')
  type('复称质量，克：样品1', '4.820')
  await press(/^寄出 1 件，1 件留下/)
  await waitFor(() =>
    expect(fetch.of(HAND_OUT_KEY)[0]?.body).toMatchObject({
      shipment: { carrier: '顺丰', trackingNo: 'SF1234567890' },
    }),
  )
})

it('says that a courier took all samples', async () => {
  const items = ready.items.map((item) => ({ ...item, place: 'shipped' as const }))
  const answers = staffAnswers({ duties: ['reception'] }, { [GET_KEY]: good(GET, { ...closed, items }) } as Answers)
  openArea(`/reception/${ORDER_NO}/hand-out`, { answers })
  expect(await screen.findByText('已全部寄出')).toBeTruthy()
})

it.each([
  ['4.810', '0.001', true, '−0.010'],
  ['4.809', '0.001', false, '−0.011'],
] as const)('4.820 g in and %s g out on a balance of %s g may leave: %s', (typed, division, mayLeave, difference) => {
  const weighing = weighItem(makeReady(1, '4.820'), typed, division)
  expect(weighing.mayLeave).toBe(mayLeave)
  expect(formatDifference(weighing.comparison?.difference ?? 0)).toBe(difference)
})

it('allows the difference that this laboratory has set', () => {
  const item = { ...makeReady(1, '4.820'), toleranceG: '0.05' }
  expect(weighItem(item, '4.780', '0.001').mayLeave).toBe(true)
  expect(weighItem(item, '4.769', '0.001').mayLeave).toBe(false)
})

it('takes no mass of a balance that is coarser than that at reception', () => {
  const { fault, mayLeave } = weighItem(makeReady(1, '4.820'), '4.82', '0.01')
  expect([fault, mayLeave]).toEqual(['请用分度不大于 0.001 g 的天平', false])
})

it('says how much a surplus is', () => {
  expect(describeExcess(weighItem(makeReady(1, '4.820'), '4.900', '0.001'))).toBe(
    '样品1多 0.080 g，超出允许的 0.010 g，这件暂不能交付',
  )
})
