import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { formatCsv } from '#manage/controls/values/csv.ts'
import { type Answers, bad, good } from '../../testing/answering.ts'
import { openSiteSettings } from '../../testing/open-site-settings.tsx'
import { listRedirects, parseRedirects } from './redirect-file.ts'
import * as redirectsPage from './redirects-page.tsx'

const LIST = 'GET /v1/manage/redirects'
const ADD = 'POST /v1/manage/redirects'
const STORED = [{ from: '/b', to: '/about', time: '2026-11-12 10:00:00', savedBy: '顾怀瑾', times: 1234 }]
const MISSING = 'GET /v1/manage/redirects/missing'

const open = (answers: Answers = {}) =>
  openSiteSettings(
    { [LIST]: good(LIST, STORED), [MISSING]: good(MISSING, []), [ADD]: good(ADD, { added: 1 }), ...answers },
    ['edit'],
    '/',
    {
      heading: '跳转',
      module: redirectsPage,
    },
  )
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const isDisabled = (name: string) => screen.getByRole('button', { name }).matches(':disabled')

it('says in words before saving whether a redirect can be added', async () => {
  const fetch = await open()
  type('旧地址', '/A')
  type('去处', '/b')
  expect(screen.getByText('可以添加；去处已有跳转，将直接去 /about')).toBeTruthy()
  type('旧地址', '/question')
  expect(screen.getByText('/question 有页面在用，不能跳转')).toBeTruthy()
  expect(isDisabled('添加')).toBe(true)
  type('旧地址', '/wenti.html')
  await press('添加')
  expect(fetch.of(ADD).map(({ body }) => body)).toEqual([{ rows: [{ from: '/wenti.html', to: '/b' }] }])
})

it('says before saving when readers cannot open the target', async () => {
  const CLOSED = 'POST /v1/manage/links/closed'
  const fetch = await open({ [CLOSED]: good(CLOSED, ['/statement']) })
  type('旧地址', '/gongzheng.html')
  type('去处', '/statement')
  expect(await screen.findByText(/^可以添加；但读者现在打不开 \/statement/)).toBeTruthy()
  expect(fetch.of(CLOSED).map(({ body }) => body)).toEqual([{ links: ['/statement'] }])
  expect(isDisabled('添加')).toBe(false)
})

it('keeps what was typed when upstream refuses', async () => {
  await open({ [ADD]: bad(400, '/article/7 有文章或页面在用，不能跳转') })
  type('旧地址', '/article/7')
  type('去处', '/about')
  await press('添加')
  expect((await screen.findByRole('alert')).textContent).toContain('有文章或页面在用')
  expect(screen.getByLabelText<HTMLInputElement>('旧地址').value).toBe('/article/7')
})

it('imports all rows of a file or none, and names the row that is wrong', async () => {
  const fetch = await open()
  const choose = async (text: string) => {
    const file = new File([text], 'a.csv')
    Object.assign(file, { arrayBuffer: async () => new TextEncoder().encode(text).buffer })
    await act(async () => fireEvent.change(screen.getByLabelText('导入的 CSV 文件'), { target: { files: [file] } }))
  }
  await choose('旧地址,去处\n\n/x,/about\n/y,javascript:alert(1)\n')
  await vi.waitFor(() => expect(screen.getByRole('alert').textContent).toContain('没有导入。第 4 行'))
  expect(fetch.of(ADD)).toEqual([])
  await choose('"/x","/about"\r\n/y\thttps://a.cn/\r\n')
  await vi.waitFor(() => expect(fetch.of(ADD)).toHaveLength(1))
  expect(fetch.of(ADD)[0]?.body).toEqual({
    rows: [
      { from: '/x', to: '/about' },
      { from: '/y', to: 'https://a.cn/' },
    ],
  })
})

it('says when a file has no rows or too many', () => {
  expect(parseRedirects('旧地址,去处\n')).toMatch(/没有跳转/)
  expect(parseRedirects('/a,/b\n'.repeat(5001))).toMatch(/5000/)
})

it('removes a redirect after a question', async () => {
  const fetch = await open({ 'DELETE /v1/manage/redirects': good('DELETE /v1/manage/redirects', { removed: 1 }) })
  await press('移除：/b')
  await press('移除')
  expect(fetch.of('DELETE /v1/manage/redirects').map(({ query }) => query.get('from'))).toEqual(['/b'])
})

it('shows how often redirects are used, and fills the form with an address that was not found', async () => {
  await open({ [MISSING]: good(MISSING, [{ path: '/wenti.html', times: 23 }]) })
  expect(screen.getByText('1,234')).toBeTruthy()
  expect(screen.getByText('23 次')).toBeTruthy()
  type('去处', '/question')
  await press('/wenti.html 跳转到…')
  expect(screen.getByLabelText<HTMLInputElement>('旧地址').value).toBe('/wenti.html')
  expect(screen.getByLabelText<HTMLInputElement>('去处').value).toBe('/question')
  expect(document.activeElement).toBe(screen.getByLabelText('去处'))
})

it('exports the columns that an import reads, none of which a spreadsheet runs', async () => {
  const rows = [
    { from: '/a,b"c', to: '/about?x=1' },
    { from: '/d;=cmd|x', to: 'https://a.cn/%E7%9F%B3' },
  ]
  const text = formatCsv(listRedirects(rows))
  expect(text.split('\r\n')[1]).toBe('"/a,b""c","/about?x=1"')
  expect(parseRedirects(text)).toMatchObject(rows)
  const cells = /^"(?:\/|旧)(?:[^"]|"")*","(?:\/|https:|去)(?:[^"]|"")*"$/
  for (const line of text.replace('\ufeff', '').trim().split('\r\n')) expect(line).toMatch(cells)
})
