import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { RouteObject } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import type { UserInfo } from '#lib/session.ts'
import { type Answers, bad, good } from '#testing/answering.ts'
import { openPage } from '#testing/open-page.tsx'
import { ORDER_TABLE } from '#testing/order-table.ts'
import { action, Component, loader, shouldRevalidate } from './order-page.tsx'

const TABLE = 'GET /v1/orders/table'
const SITE = 'GET /bff/certificates'
const ANNOUNCE = 'POST /v1/orders'
const ORDER = { orderNo: 'WT20261120000425', code: '7KQ4RM', totalCents: 12_000, dueOn: '2026-11-25' }
const pages: RouteObject[] = [{ path: '/orders/new', Component, loader, action, shouldRevalidate }]

afterEach(() => sessionStorage.clear())

const openOnly = (answers: Answers = {}) =>
  openPage('/orders/new', pages, {
    [TABLE]: good(TABLE, ORDER_TABLE),
    [SITE]: { code: 200, data: { isOpen: true, officialOrigin: 'https://lab.test' } },
    ...answers,
  })

async function open(answers: Answers = {}) {
  const page = openOnly(answers)
  await screen.findByRole('heading', { name: /样品$|暂不接受网上预约/ })
  return page
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

function fillItem(name = '翡翠手镯') {
  fireEvent.click(screen.getByRole('radio', { name: '玉石' }))
  type('名称', name)
  fireEvent.click(screen.getByRole('checkbox', { name: /玉石定名/ }))
  fireEvent.click(screen.getByRole('checkbox', { name: '未声明' }))
}

function goToCheck(isSentBack = false) {
  fillItem()
  press(/下一步：送样与领取/)
  if (isSentBack) {
    fireEvent.click(screen.getByRole('radio', { name: /快递寄回/ }))
    type('收件地址', '杭州市西湖区北山街 18 号')
  }
  type('姓名或单位', '林知微')
  type('手机或电话', '138 0000 6021')
  press(/下一步：核对/)
  fireEvent.click(screen.getByRole('checkbox', { name: '已阅读并同意送检须知' }))
}

it('estimates fee and day while the form is filled', async () => {
  await open()
  expect(screen.getByText('选好检测项目后显示费用与可领日期。')).toBeTruthy()
  fillItem()
  const panel = within(screen.getByRole('complementary', { name: '估算' }))
  expect(panel.getAllByText('¥120')).toHaveLength(2)
  expect(panel.getByRole('list', { name: '工作日' })).toBeTruthy()
  press('复制样品 01')
  expect(panel.getAllByText('¥240')).toHaveLength(2)
  press('删去样品 02')
  expect(screen.queryByRole('region', { name: '样品 02' })).toBeNull()
})

it('offers only services for the chosen category', async () => {
  await open()
  expect(screen.queryByRole('checkbox', { name: /定名|鉴定/ })).toBeNull()
  fireEvent.click(screen.getByRole('radio', { name: '绿松石' }))
  expect(screen.getAllByRole('checkbox', { name: /定名|鉴定/ })).toHaveLength(1)
})

it('tells members of the table from which samples are read', async () => {
  await open()
  expect(screen.getByText(/登录后可从表格导入样品/)).toBeTruthy()
})

it('shows the faults of a step, and opens the item that has one', async () => {
  await open()
  press(/下一步：送样与领取/)
  expect(screen.getByText('请选择类别')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: '玉石' }))
  press('再加一件')
  fillItem()
  press(/下一步：送样与领取/)
  expect(within(screen.getByRole('region', { name: '样品 01' })).getByText('请输入名称')).toBeTruthy()
})

it('gives the number and the code of the announced order, and keeps them in this tab alone', async () => {
  const { fetch, unmount } = await open({ [ANNOUNCE]: good(ANNOUNCE, ORDER) })
  goToCheck()
  press(/^提交委托单/)
  const heading = await screen.findByRole('heading', { name: '委托单已提交' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(screen.getByText('7KQ4RM')).toBeTruthy()
  expect(screen.getAllByText(ORDER.orderNo)[0]).toBeTruthy()
  expect(fetch.of(ANNOUNCE)[0]?.body).toMatchObject({ totalCents: 12_000, customerName: '林知微' })
  expect(sessionStorage.length).toBe(1)
  expect([location.href, localStorage.length].join(' ')).not.toContain(ORDER.code)
  unmount()
  openOnly()
  expect(await screen.findByText('7KQ4RM')).toBeTruthy()
  expect(screen.getByText('委托方').nextSibling?.textContent).toBe('林知微')
  fireEvent.click(screen.getByRole('link', { name: '再填一张' }))
  expect(await screen.findByRole('heading', { name: /样品$/ })).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('7KQ4RM')).toBeNull())
  expect(sessionStorage.length).toBe(0)
})

it('promises no pick-up code when the samples are sent back', async () => {
  await open({ [ANNOUNCE]: good(ANNOUNCE, ORDER) })
  goToCheck(true)
  press(/^提交委托单/)
  expect(await screen.findByText('检毕寄回')).toBeTruthy()
  expect(screen.queryByText(/取件码那时才发出/)).toBeNull()
})

it('keeps the form and its idempotency key when the network is gone', async () => {
  let isOffline = false
  const lose = (answer: ReturnType<typeof good>) => () =>
    isOffline ? Promise.reject(new TypeError('offline')) : answer
  const { fetch } = await open({
    [TABLE]: lose(good(TABLE, ORDER_TABLE)),
    [ANNOUNCE]: () => Promise.reject(new TypeError('offline')),
  })
  goToCheck()
  press(/^提交委托单/)
  expect((await screen.findByRole('alert')).textContent).toContain('委托单可能已提交')
  isOffline = true
  press(/^提交委托单/)
  expect(await screen.findByText(/委托单还没有提交/)).toBeTruthy()
  isOffline = false
  press(/^提交委托单/)
  await waitFor(() => expect(fetch.of(ANNOUNCE)).toHaveLength(2))
  const [first, second] = fetch.of(ANNOUNCE).map(({ body }) => body)
  expect(second).toEqual(first)
  press('上一步')
  expect(screen.getByLabelText<HTMLInputElement>('姓名或单位').value).toBe('林知微')
})

it('says that a repeated form has its order already', async () => {
  await open({ [ANNOUNCE]: good(ANNOUNCE, { ...ORDER, code: null }) })
  goToCheck()
  press(/^提交委托单/)
  expect(await screen.findByText(/没有重复登记/)).toBeTruthy()
})

it('shows a new price and asks again with it', async () => {
  const { fetch } = await open({ [ANNOUNCE]: { ...bad(409, '价目已变'), extra: { totalCents: 15_000 } } })
  goToCheck()
  press(/^提交委托单/)
  expect(await screen.findByText(/价目刚有调整/)).toBeTruthy()
  expect(screen.getAllByText('¥150').length).toBeGreaterThan(0)
  press(/^提交委托单/)
  await waitFor(() => expect(fetch.of(ANNOUNCE)).toHaveLength(2))
  const [first, second] = fetch.of(ANNOUNCE).map(({ body }) => body as { totalCents: number; ref: string })
  expect(second).toEqual({ ...first, totalCents: 15_000 })
})

it('goes back a step with the browser, and forward again', async () => {
  const { router } = await open()
  goToCheck()
  void router.navigate(-1)
  expect(await screen.findByLabelText('姓名或单位')).toBeTruthy()
  void router.navigate(-1)
  expect(await screen.findByDisplayValue('翡翠手镯')).toBeTruthy()
  void router.navigate(1)
  expect(await screen.findByDisplayValue('林知微')).toBeTruthy()
})

it('offers members the address of their account', async () => {
  const user = { id: 'a'.repeat(32), nickname: '林知微', email: 'lin@example.test' } as UserInfo
  await open({ 'GET /bff/session': { code: 200, data: { user, expiresAt: null } } })
  fillItem()
  press(/下一步：送样与领取/)
  fireEvent.click(await screen.findByRole('button', { name: '用账号邮箱' }))
  expect(screen.getByLabelText<HTMLInputElement>('邮箱（可不填）').value).toBe('lin@example.test')
  expect(screen.queryByRole('button', { name: '用账号邮箱' })).toBeNull()
})

it('keeps what was typed after a failure, and in this tab', async () => {
  const { unmount } = await open({ [ANNOUNCE]: bad(500, '今天的网上预约已满') })
  goToCheck()
  press(/^提交委托单/)
  expect((await screen.findByRole('alert')).textContent).toContain('今天的网上预约已满')
  press('上一步')
  expect(screen.getByLabelText<HTMLInputElement>('姓名或单位').value).toBe('林知微')
  unmount()
  await open()
  expect(await screen.findByDisplayValue('林知微')).toBeTruthy()
})

it('says that nothing is taken online when the fee sheet is empty', async () => {
  await open({
    [TABLE]: good(TABLE, { ...ORDER_TABLE, services: [] }),
    'GET /v1/webSiteInfo': good('GET /v1/webSiteInfo', { name: '石衡', phone: '0755-1234' }),
  })
  expect(screen.getByRole('heading', { name: '本中心暂不接受网上预约' })).toBeTruthy()
  expect(within(screen.getByRole('main')).getByRole('link', { name: '0755-1234' }).getAttribute('href')).toBe(
    'tel:07551234',
  )
  expect(screen.queryByRole('button', { name: '再加一件' })).toBeNull()
})
