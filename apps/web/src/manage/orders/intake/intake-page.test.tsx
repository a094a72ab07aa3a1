import { EMPTY_TABLE } from '@portal/contract/orders/order-services.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { type Answers, bad, good } from '#testing/answering.ts'
import { fakeUploads } from '#testing/fake-upload.ts'
import { openArea, staffAnswers } from '#testing/open-manage.tsx'
import { makeItem, makeOrder, ORDER_NO, RECEIVED } from '#testing/sample-order.ts'

const GET = 'GET /v1/manage/orders/{orderNo}'
const GET_KEY = `GET /v1/manage/orders/${ORDER_NO}`
const { sampleNo } = makeItem(1)
const RECEIVE = 'POST /v1/manage/samples/{sampleNo}/receive'
const RECEIVE_KEY = `POST /v1/manage/samples/${sampleNo}/receive`

const received = makeItem(1, { ...RECEIVED, marks: ['划痕'] })
const afterIntake = makeOrder({
  state: 'received',
  receiveTime: '2026-11-20 14:12:00',
  items: [received, makeItem(2)],
})

const TABLE = {
  code: 200,
  message: '成功',
  extra: {},
  data: {
    ...EMPTY_TABLE,
    terms: '',
    services: [{ code: 'ID', name: '定名', categories: ['gemstone'], cents: 12_000, per: 'item', workingDays: 3 }],
  },
}

/** Opens the page; `stored` is what upstream has at each time. */
async function openIntake(answers: Record<string, unknown>) {
  const { fetch } = openArea(`/reception/${ORDER_NO}`, {
    answers: staffAnswers({ duties: ['reception'] }, { 'GET /v1/orders/table': TABLE, ...answers } as Answers),
  })
  await screen.findByRole('heading', { name: '称重' })
  return fetch
}

const press = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const getMass = () => screen.getByRole<HTMLInputElement>('textbox', { name: '质量（g）' })
const weigh = (value: string) => fireEvent.change(getMass(), { target: { value } })

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('print', vi.fn())
})

it('takes a sample in, prints its label and leads to the next one', async () => {
  let stored = makeOrder()
  const fetch = await openIntake({
    [GET_KEY]: () => good(GET, stored),
    [RECEIVE_KEY]: () => {
      stored = afterIntake
      return good(RECEIVE, received)
    },
  })
  await press('划痕')
  weigh('4.820')
  expect(screen.getByText('自述 4.8 g，相符')).toBeTruthy()
  getMass().focus()
  await act(async () => fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true }))
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  expect(fetch.of(RECEIVE_KEY).map(({ body }) => body)).toEqual([
    { revision: 1, massG: '4.820', divisionG: '0.001', count: 1, marks: ['划痕'] },
  ])
  await waitFor(() => expect(screen.getByRole('link', { name: /02.*样品2/ }).getAttribute('aria-current')).toBe('true'))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '完好' }))
  expect(localStorage.getItem(`manage-draft:${'a'.repeat(32)}:intake:${sampleNo}`)).toBeNull()
})

it('keeps the chosen sample in view, also in the strip of narrow screens', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    return this.hasAttribute('aria-current') ? 640 : 0
  })
  await openIntake({ [GET_KEY]: good(GET, makeOrder()) })
  expect(screen.getByRole('link', { name: /01.*样品1/ }).closest('ul')?.scrollLeft).toBe(640)
})

it.each([
  ['24.1', '比自述多 19.300 g，像是克拉，请换算成克'],
  ['4820', '比自述多 4815.200 g，请核对单位是克'],
  ['5.2', '比自述多 0.400 g'],
])('says of %s beside 4.8 g: %s', async (typed, words) => {
  await openIntake({ [GET_KEY]: good(GET, makeOrder()) })
  weigh(typed)
  expect(screen.getByText(words)).toBeTruthy()
})

it('sends nothing while condition or mass is missing, and says which', async () => {
  const fetch = await openIntake({ [GET_KEY]: good(GET, makeOrder()) })
  weigh('4,82')
  await press(/收下并打标签/)
  expect(screen.getByText('请选外观，没有瑕疵选“完好”')).toBeTruthy()
  expect(screen.getByText('小数点请用 .')).toBeTruthy()
  expect(fetch.of(RECEIVE_KEY)).toEqual([])
})

it('stays at a sample that another person has taken in, and leads on from one that is refused', async () => {
  let stored = makeOrder()
  const STEPS_KEY = `POST /v1/manage/samples/${makeItem(2).sampleNo}/steps`
  await openIntake({
    [GET_KEY]: () => good(GET, stored),
    [RECEIVE_KEY]: () => {
      stored = makeOrder({ state: 'received', items: [received, makeItem(2), makeItem(3)] })
      return bad(409, '这件样品刚由他人办理，请看过再继续')
    },
    [STEPS_KEY]: () => {
      stored = makeOrder({ items: [received, makeItem(2, { work: 'done', outcome: 'refused' }), makeItem(3)] })
      return good('POST /v1/manage/samples/{sampleNo}/steps', makeItem(2))
    },
  })
  const isCurrent = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('aria-current') === 'true'
  await press('完好')
  weigh('4.820')
  await press(/收下并打标签/)
  expect(await screen.findByRole('heading', { name: '42-01 样品1' })).toBeTruthy()
  expect(isCurrent(/01.*样品1/)).toBe(true)
  expect(print).not.toHaveBeenCalled()
  await act(async () => fireEvent.click(screen.getByRole('link', { name: /02.*样品2/ })))
  await press('不收这件…')
  fireEvent.change(screen.getByRole('textbox', { name: /理由/ }), { target: { value: '包裹内没有这件' } })
  await act(async () => fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '不收' })))
  await waitFor(() => expect(isCurrent(/03.*样品3/)).toBe(true))
})

it('names what is missing without a fault until it was asked for', async () => {
  await openIntake({ [GET_KEY]: good(GET, makeOrder()) })
  expect(screen.getByText(/^还缺：外观、质量，/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /先改正/ })).toBeNull()
  await press(/收下并打标签/)
  expect(screen.getByRole('button', { name: '先改正：外观' })).toBeTruthy()
})

it('keeps what is typed when no answer comes, and reads the sample before a second attempt', async () => {
  let stored = makeOrder()
  const fetch = await openIntake({
    [GET_KEY]: () => good(GET, stored),
    [RECEIVE_KEY]: () => {
      // Upstream stores the intake, and the answer is lost.
      stored = afterIntake
      return Promise.reject(new TypeError('network'))
    },
  })
  await press('完好')
  weigh('4.820')
  await press(/收下并打标签/)
  expect(await screen.findByText('没有收到答复')).toBeTruthy()
  expect(getMass().value).toBe('4.820')
  await press(/收下并打标签/)
  expect(await screen.findByText('上次已入库，没有重复收样')).toBeTruthy()
  expect(fetch.of(RECEIVE_KEY)).toHaveLength(1)
})

it('sends the intake again when the first attempt had not arrived', async () => {
  let attempts = 0
  const fetch = await openIntake({
    [GET_KEY]: good(GET, makeOrder()),
    [RECEIVE_KEY]: () => {
      attempts += 1
      return attempts === 1 ? Promise.reject(new TypeError('network')) : good(RECEIVE, received)
    },
  })
  await press('完好')
  weigh('4.820')
  await press(/收下并打标签/)
  await screen.findByText('没有收到答复')
  await press(/收下并打标签/)
  await waitFor(() => expect(fetch.of(RECEIVE_KEY)).toHaveLength(2))
  expect(fetch.of(GET_KEY).length).toBeGreaterThanOrEqual(2)
})

it('restores what was typed before the page was closed', async () => {
  const answers = { [GET_KEY]: good(GET, makeOrder()), 'GET /v1/orders/table': TABLE }
  const { unmount } = openArea(`/reception/${ORDER_NO}`, {
    answers: staffAnswers({ duties: ['reception'] }, answers as Answers),
  })
  await screen.findByRole('heading', { name: '称重' })
  await press('缺损')
  weigh('4.79')
  unmount()
  await openIntake(answers)
  expect(getMass().value).toBe('4.79')
  expect(screen.getByRole('button', { name: '缺损' }).getAttribute('aria-pressed')).toBe('true')
})

it('完好 excludes damage, and both go with a tag', async () => {
  await openIntake({ [GET_KEY]: good(GET, makeOrder()) })
  for (const mark of ['划痕', '附吊牌', '完好']) await press(mark)
  const pressed = screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent)
  expect(pressed).toEqual(['完好', '附吊牌'])
})

it('adds a sample that was brought and not announced', async () => {
  const ADD_KEY = `POST /v1/manage/orders/${ORDER_NO}/items`
  const fetch = await openIntake({
    [GET_KEY]: good(GET, makeOrder()),
    [ADD_KEY]: good('POST /v1/manage/orders/{orderNo}/items', makeOrder()),
  })
  await press('多出一件…')
  fireEvent.change(screen.getByRole('textbox', { name: '名称' }), { target: { value: '红宝石' } })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '加入委托单' }).disabled).toBe(true)
  fireEvent.click(screen.getByRole('checkbox', { name: /定名/ }))
  await press('加入委托单')
  expect(fetch.of(ADD_KEY).map(({ body }) => body)).toEqual([
    {
      revision: 1,
      item: { statedName: '红宝石', category: 'gemstone', count: 1, serviceCodes: ['ID'], declaredCents: null },
    },
  ])
})

it('asks the customer about a sample after it was taken in, once', async () => {
  let stored = makeOrder()
  const steps: unknown[] = []
  const STEPS_KEY = `POST /v1/manage/samples/${sampleNo}/steps`
  const fetch = await openIntake({
    [GET_KEY]: () => good(GET, stored),
    [RECEIVE_KEY]: () => {
      stored = afterIntake
      return good(RECEIVE, received)
    },
    [STEPS_KEY]: ({ body }: { body: unknown }) => {
      steps.push(body)
      if (steps.length === 1) return Promise.reject(new TypeError('network'))
      return good('POST /v1/manage/samples/{sampleNo}/steps', { ...received, isHeld: true })
    },
  })
  await press('完好')
  weigh('4.820')
  await press('转等答复…')
  fireEvent.change(screen.getByRole('textbox', { name: '问题' }), { target: { value: '疑似充填，是否加测' } })
  await press('添一项答复')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: '答复 1' }))
  fireEvent.change(screen.getByRole('textbox', { name: '答复 1' }), { target: { value: '加做红外' } })
  fireEvent.change(screen.getByRole('textbox', { name: '加收（元）' }), { target: { value: '80' } })
  await press('询问委托方')
  await act(async () =>
    fireEvent.keyDown(screen.getByRole('textbox', { name: '问题' }), { key: 'Enter', ctrlKey: true }),
  )
  await waitFor(() => expect(steps).toHaveLength(2))
  const choices = [{ text: '加做红外', cents: 8_000, days: 0 }]
  expect(steps[1]).toEqual({ revision: 2, step: 'ask', text: '疑似充填，是否加测', choices })
  expect(fetch.of(RECEIVE_KEY)).toHaveLength(1)
})

it('uploads pictures, keeps them over a reload, and sends their names with the intake', async () => {
  const uploads = fakeUploads()
  const item = makeItem(3)
  const { sampleNo: number } = item
  const [kept, added] = ['a', 'b'].map((letter) => `${letter.repeat(32)}.jpg`)
  const receiveKey = `POST /v1/manage/samples/${number}/receive`
  const key = `manage-draft:${'a'.repeat(32)}:intake:${number}:pictures`
  const draft = { version: 0, base: { names: [] }, values: { names: [kept] }, atMs: 1 }
  localStorage.setItem(key, JSON.stringify(draft))
  const taken = makeItem(3, { ...RECEIVED, marks: ['完好'], pictures: [kept ?? '', added ?? ''] })
  let stored = makeOrder({ items: [item] })
  const fetch = await openIntake({
    [GET_KEY]: () => good(GET, stored),
    [receiveKey]: () => {
      stored = makeOrder({ state: 'received', items: [taken] })
      return good(RECEIVE, taken)
    },
  })
  expect(screen.getByRole('img', { name: '收样图片 1' }).getAttribute('src')).toBe(
    `/v1/manage/samples/pictures/${kept}`,
  )
  expect(screen.getByText(/只拍了 1 张/)).toBeTruthy()
  await press('完好')
  weigh('4.820')
  const input = screen.getByLabelText<HTMLInputElement>(/拍照或选图/)
  const opened = vi.spyOn(input, 'click')
  fireEvent.keyDown(document.body, { key: 'p', ctrlKey: true })
  expect(opened).toHaveBeenCalledOnce()
  fireEvent.change(input, { target: { files: [new File(['x'], '背面.jpg', { type: 'image/jpeg' })] } })
  await waitFor(() => expect(uploads).toHaveLength(1))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /收下并打标签/ }).disabled).toBe(true)
  await act(async () => uploads[0]?.answer({ code: 200, message: '', data: { name: added }, extra: {} }))
  await press(/收下并打标签/)
  await waitFor(() => expect(fetch.of(receiveKey).map(({ body }) => body)).toMatchObject([{ pictures: [kept, added] }]))
  expect(await screen.findAllByRole('button', { name: /放大查看：42-03 图片/ })).toHaveLength(2)
  expect(localStorage.getItem(key)).toBeNull()
})

it('takes a sample in without pictures, which the bar names', async () => {
  await openIntake({ [GET_KEY]: good(GET, makeOrder()) })
  expect(screen.getByText(/还没有拍照/)).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /收下并打标签/ }).disabled).toBe(false)
})

it('names the number that the customer gave a sample', async () => {
  const order = makeOrder({ items: [makeItem(1, { reference: 'A-017' }), makeItem(2)] })
  await openIntake({ [GET_KEY]: good(GET, order) })
  expect(screen.getByRole('link', { name: /样品1 ?货号 A-017/ })).toBeTruthy()
})

const makeIntakeEvent = (by: string) => ({
  sampleNo,
  kind: 'receive',
  time: '2026-11-20 10:20:00',
  byId: by.repeat(32),
  name: '顾怀瑾',
  detail: { from: 'customer', to: 'reception', massG: '4.820' },
  sha256: 'a',
})

it('leads a person who weighed a sample to a colleague', async () => {
  openArea(`/reception/${ORDER_NO}`, {
    answers: staffAnswers({ duties: ['reception'] }, {
      'GET /v1/orders/table': TABLE,
      [GET_KEY]: good(GET, { ...afterIntake, items: [received], events: [makeIntakeEvent('a')] }),
    } as Answers),
  })
  expect(await screen.findByText('质量填错了，请没有称量过这件的同事或负责人来更正。')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '更正质量…' })).toBeNull()
})

it('corrects a mistyped mass with a new weighing and a reason, and says so on the receipt', async () => {
  const MASS_KEY = `POST /v1/manage/samples/${sampleNo}/mass`
  const wrong = { ...received, massInG: '48.200' }
  let stored = makeOrder({ ...afterIntake, items: [wrong] })
  const { fetch } = openArea(`/reception/${ORDER_NO}`, {
    answers: staffAnswers({ duties: ['reception'] }, {
      'GET /v1/orders/table': TABLE,
      [GET_KEY]: () => good(GET, stored),
      [MASS_KEY]: () => {
        const event = {
          sampleNo,
          kind: 'correct',
          time: '2026-11-20 10:40:00',
          byId: 'b'.repeat(32),
          name: '何复核',
          detail: {},
          sha256: 'c',
        }
        stored = makeOrder({ ...afterIntake, items: [received], events: [event] })
        return good('POST /v1/manage/samples/{sampleNo}/mass', received)
      },
    } as Answers),
  })
  await screen.findByText('48.200 g，分度 0.001 g')
  await press('更正质量…')
  const [first] = within(screen.getByRole('dialog')).getAllByRole('textbox')
  expect(first).toBe(screen.getByRole('textbox', { name: '重新称量（g）' }))
  const confirm = () => screen.getByRole<HTMLButtonElement>('button', { name: '更正质量' })
  fireEvent.change(screen.getByRole('textbox', { name: '理由' }), { target: { value: '小数点错位' } })
  expect(confirm().disabled).toBe(true)
  const field = screen.getByRole('textbox', { name: '重新称量（g）' })
  fireEvent.change(field, { target: { value: '4,82' } })
  expect(screen.getByText('小数点请用 .')).toBeTruthy()
  expect(confirm().disabled).toBe(true)
  fireEvent.change(field, { target: { value: '4.820 g' } })
  await press('更正质量')
  expect(fetch.of(MASS_KEY).map(({ body }) => body)).toEqual([
    { revision: 2, massG: '4.820', divisionG: '0.001', text: '小数点错位' },
  ])
  await screen.findByText('4.820 g，分度 0.001 g')
  await press('打印回执')
  expect(screen.getAllByText('已更正，以此为准')).toHaveLength(2)
})

it.each([
  ['accepted', 'b', true],
  ['accepted', 'a', false],
  ['testing', 'b', false],
] as const)(
  'offers the correction of a mass at a sample that is %s, and that %s weighed: %s',
  async (work, by, isOffered) => {
    const order = makeOrder({ ...afterIntake, items: [{ ...received, work }], events: [makeIntakeEvent(by)] })
    openArea(`/orders/${ORDER_NO}`, {
      answers: staffAnswers({ duties: ['reception'] }, {
        'GET /v1/orders/table': TABLE,
        [GET_KEY]: good(GET, order),
      } as Answers),
    })
    fireEvent.click(await screen.findByRole('button', { name: /更多：42-01/ }))
    expect(screen.queryByRole('menuitem', { name: '更正质量…' }) !== null).toBe(isOffered)
  },
)
