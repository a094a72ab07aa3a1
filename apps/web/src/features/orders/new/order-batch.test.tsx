import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { RouteObject } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { type UserInfo, useSession } from '#lib/session.ts'
import { type Answers, bad, good } from '#testing/answering.ts'
import { openPage } from '#testing/open-page.tsx'
import { ORDER_TABLE } from '#testing/order-table.ts'
import { action, Component, loader } from './order-page.tsx'

const TABLE = 'GET /v1/orders/table'
const FILE = 'POST /v1/orders/file'
const ANNOUNCE = 'POST /v1/orders'
const ORDER = { orderNo: 'WT20261120000425', code: '7KQ4RM', totalCents: 54_000, dueOn: '2026-11-26' }
const pages: RouteObject[] = [{ path: '/orders/new', Component, loader, action }]

const BANGLE = ['A-01', '翡翠手镯', '玉石', '玉石定名', '1', '58.3', '45000', '']
const FAULTY = ['A-01', '绿松石戒面', '松石', 'TQ', '1', '4,8', '', '']
const CABOCHON = ['A-03', '绿松石吊坠', '绿松石', '绿松石鉴定', '1', '', '未声明', '']
const toFile = (...rows: string[][]) =>
  good(FILE, {
    sheets: [],
    unused: ['供应商'],
    rows: rows.map((cells, at) => ({ line: at + 2, cells, problems: [] })),
  })

afterEach(() => {
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

async function open(answers: Answers = {}) {
  const page = openPage('/orders/new', pages, {
    [TABLE]: good(TABLE, ORDER_TABLE),
    'GET /bff/certificates': { code: 200, data: { isOpen: true, officialOrigin: 'https://lab.test' } },
    ...answers,
  })
  await screen.findByRole('heading', { name: /样品$/ })
  act(() => useSession.setState({ user: { id: 'a'.repeat(32) } as UserInfo, status: 'ready' }))
  return page
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

async function paste(text = '名称\t类别') {
  press('从表格导入')
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText(/粘贴在这里/), { target: { value: text } })
  fireEvent.click(dialog.getByRole('button', { name: '读取粘贴的表格' }))
}

/** Corrects a cell by its field, which commits when it loses the focus. */
function mend(label: string, value: string) {
  const field = screen.getByLabelText(label)
  fireEvent.change(field, { target: { value } })
  fireEvent.blur(field)
}

it('names every fault at its cell, takes the corrections, and announces one order', async () => {
  const { fetch } = await open({ [FILE]: toFile(BANGLE, FAULTY, CABOCHON), [ANNOUNCE]: good(ANNOUNCE, ORDER) })
  await paste()
  const box = within(await screen.findByRole('region', { name: '表格中的样品' }))
  expect(box.getByRole('status').textContent).toBe('3 件样品，2 件有错，全部改好才能继续')
  expect(screen.getByText('没有用到的列：供应商。')).toBeTruthy()
  for (const text of ['货号与第 3 行相同', '货号与第 2 行相同', '类别请填：玉石、绿松石', '小数点请用 .'])
    expect(box.getByText(text)).toBeTruthy()

  press(/下一步：送样与领取/)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('第 2 行 货号')))
  expect(fetch.of(ANNOUNCE)).toHaveLength(0)

  mend('第 3 行 货号', 'A-02')
  mend('第 3 行 类别', '绿松石')
  mend('第 3 行 约重（g）', '4.8')
  press('未填价值的 1 件都按“未声明”')
  await waitFor(() => expect(box.getByRole('status').textContent).toBe('3 件样品，没有错误'))
  const panel = within(screen.getByRole('complementary', { name: '估算' }))
  expect(panel.getByText('¥480')).toBeTruthy()

  press(/下一步：送样与领取/)
  fireEvent.change(screen.getByLabelText('姓名或单位'), { target: { value: '商家林' } })
  fireEvent.change(screen.getByLabelText('手机或电话'), { target: { value: '138 0000 6021' } })
  press(/下一步：核对/)
  fireEvent.click(screen.getByRole('checkbox', { name: '已阅读并同意送检须知' }))
  press(/^提交委托单/)
  await screen.findByRole('heading', { name: '委托单已提交' })
  expect(fetch.of(ANNOUNCE)[0]?.body).toMatchObject({
    source: 'batch',
    items: [
      { reference: 'A-01', statedName: '翡翠手镯', serviceCodes: ['ID'], declaredCents: 4_500_000 },
      { reference: 'A-02', category: 'turquoise', statedMassG: '4.8', declaredCents: null },
      { reference: 'A-03' },
    ],
  })

  const print = vi.fn()
  vi.stubGlobal('print', print)
  press('打印装箱单')
  await waitFor(() => expect(print).toHaveBeenCalled())
  const list = screen.getByRole('heading', { name: '装箱单', hidden: true }).parentElement?.parentElement
  expect(list?.textContent).toContain('42-02A-02绿松石戒面YP20261120000420021')
  dispatchEvent(new Event('afterprint'))
  await waitFor(() => expect(screen.queryByRole('heading', { name: '装箱单', hidden: true })).toBeNull())
})

it('keeps the mended rows in this tab, and removes a row', async () => {
  const { unmount } = await open({ [FILE]: toFile(BANGLE, FAULTY) })
  await paste()
  await screen.findByText(/2 件样品/)
  press('删去第 3 行')
  expect(await screen.findByText('1 件样品，没有错误')).toBeTruthy()
  unmount()
  await open()
  expect(await screen.findByText('1 件样品，没有错误')).toBeTruthy()
  press('改为逐件填写')
  expect(screen.getByLabelText<HTMLInputElement>('名称').value).toBe('翡翠手镯')
})

it('asks for the sheet of a workbook, and says what is wrong with a file', async () => {
  const { fetch } = await open({ [FILE]: good(FILE, { sheets: ['说明', '清单'], unused: [], rows: [] }) })
  await paste()
  fireEvent.click(await screen.findByRole('button', { name: '清单' }))
  await waitFor(() => expect(fetch.of(FILE)).toHaveLength(2))
  expect(fetch.of(FILE)[1]?.query.get('sheet')).toBe('清单')
})

it('shows why a file is refused, and loses nothing that was typed', async () => {
  await open({ [FILE]: bad(400, '缺少列：类别') })
  fireEvent.change(screen.getByLabelText('名称'), { target: { value: '翡翠手镯' } })
  await paste()
  expect((await screen.findByRole('alert')).textContent).toBe('缺少列：类别')
  expect(screen.getByText('读取后代替已填的 1 件样品。')).toBeTruthy()
  press('关闭')
  expect(screen.getByLabelText<HTMLInputElement>('名称').value).toBe('翡翠手镯')
})

it('shows a page of 50 rows of a long file', async () => {
  await open({ [FILE]: toFile(...Array.from({ length: 120 }, (_, at) => BANGLE.with(0, `A-${at}`))) })
  await paste()
  const box = within(await screen.findByRole('region', { name: '表格中的样品' }))
  expect(box.getAllByRole('row')).toHaveLength(51)
  press('后 50 行')
  expect(box.getByRole('rowheader', { name: '52' })).toBeTruthy()
})
