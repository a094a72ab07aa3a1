import { DEFAULT_HEADER } from '@portal/contract/site/default-menus.ts'
import type { MenuTarget } from '@portal/contract/site/menu-calls.ts'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { type Answers, good } from '../../../testing/answering.ts'
import { managedSite, openSiteSettings } from '../../../testing/open-site-settings.tsx'
import * as menusPage from './menus-page.tsx'

beforeEach(() => localStorage.clear())

const SITE = 'GET /v1/manage/site'
const TARGETS: MenuTarget[] = [
  { to: '/about', name: '关于我们', kind: 'page', state: 'shown' },
  { to: '/join-us', name: '加入我们', kind: 'page', state: 'unpublished' },
  { to: '/statement', name: '公正性声明', kind: 'page', state: 'shown' },
  { to: '/gem', name: '宝石百科', kind: 'category', state: 'shown', articles: 30 },
  { to: '/surrounding', name: '品牌周边', kind: 'category', state: 'empty', articles: 0 },
]

const open = (answers: Answers = {}, duties: ('owner' | 'edit')[] = ['owner'], address = '/') =>
  openSiteSettings(
    {
      [SITE]: good(SITE, managedSite(8)),
      'GET /v1/manage/menus/targets': good('GET /v1/manage/menus/targets', TARGETS),
      'PUT /v1/manage/site': good('PUT /v1/manage/site', { version: 9 }),
      ...answers,
    },
    duties,
    address,
    { heading: '菜单', module: menusPage },
  )

const findRow = (text: string) => {
  const [row] = screen.getAllByText(text, { selector: 'li b' }).map((words) => words.closest('li'))
  if (!row) throw new Error(`no row ${text}`)
  return row
}
const listRows = () => [...document.querySelectorAll('li b')].map((words) => words.textContent)
const press = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const preview = () => within(screen.getByRole('region', { name: /^预览/ }))
const readSaved = (fetch: Awaited<ReturnType<typeof open>>) => fetch.of('PUT /v1/manage/site').map(({ body }) => body)

it('says in words why readers do not see an entry, and shows what they see', async () => {
  await open()
  expect(findRow('加入我们').textContent).toContain('页面未发布，读者看不到')
  expect(findRow('品牌周边').textContent).toContain('没有内容，自动隐藏')
  expect(findRow('宝石百科').textContent).toContain('栏目 · 30 篇')
  expect(preview().queryByText('品牌周边')).toBeNull()
  fireEvent.click(screen.getByRole('switch', { name: '显示：宝石百科' }))
  expect(findRow('宝石百科').textContent).toContain('已停用，读者看不到')
  expect(preview().queryByText('宝石百科')).toBeNull()
  fireEvent.click(preview().getByRole('button', { name: /关于我们/ }))
  expect(preview().queryByText('加入我们')).toBeNull()
})

it('tells a page that was taken off line from one that was never published', async () => {
  const targets = TARGETS.map((one) => (one.to === '/join-us' ? { ...one, state: 'offShelf' as const } : one))
  await open({ 'GET /v1/manage/menus/targets': good('GET /v1/manage/menus/targets', targets) })
  expect(findRow('加入我们').textContent).toContain('页面已下线，读者看不到')
  await press('修改：加入我们')
  expect(within(screen.getByRole('dialog')).getByText('加入我们，已下线')).toBeTruthy()
})

it('saves an empty menu as one, and says what readers see', async () => {
  const fetch = await open()
  for (const text of ['首页', '检测业务', '新闻资讯', '研究', '宝石百科', '关于我们', '品牌周边']) {
    const [edit] = screen.getAllByRole('button', { name: `修改：${text}` })
    await act(async () => fireEvent.click(edit as HTMLElement))
    await press(/^移除/)
  }
  expect(screen.getByText('没有一项，页眉不显示菜单')).toBeTruthy()
  await press(/^保存/)
  expect(readSaved(fetch)).toEqual([{ version: 8, settings: { menus: { headerMenu: [] } } }])
})

it('moves a row by keys, keeps the focus on it, and saves the menu as settings', async () => {
  const fetch = await open()
  const edit = screen.getByRole('button', { name: '修改：品牌周边' })
  edit.focus()
  fireEvent.keyDown(edit, { key: 'ArrowUp', altKey: true })
  await vi.waitFor(() => expect(document.activeElement?.closest('li')).toBe(findRow('品牌周边')))
  fireEvent.keyDown(screen.getByRole('button', { name: '修改：品牌周边' }), { key: 'ArrowRight', altKey: true })
  expect(findRow('品牌周边').dataset.level).toBe('1')
  await press(/^保存/)
  const headerMenu = DEFAULT_HEADER.slice(0, 6).map((item) =>
    item.text === '宝石百科' ? { ...item, links: [{ text: '品牌周边', to: '/surrounding' }] } : item,
  )
  expect(readSaved(fetch)).toEqual([{ version: 8, settings: { menus: { headerMenu } } }])
})

it('moves a row to the second level and back by mouse', async () => {
  await open()
  expect(screen.getByRole('button', { name: '收为下级：首页' }).getAttribute('aria-disabled')).toBe('true')
  screen.getByRole('button', { name: '收为下级：品牌周边' }).focus()
  await press('收为下级：品牌周边')
  expect(findRow('品牌周边').dataset.level).toBe('1')
  // A second press takes it back, and does not move the row.
  await vi.waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('升为上级：品牌周边'))
  await press('升为上级：品牌周边')
  expect(findRow('品牌周边').dataset.level).toBe('0')
})

it('refuses at the key what the rules forbid, and says why', async () => {
  await open()
  await press('添加：公正性声明')
  expect(listRows()).toContain('公正性声明')
  await press('添加：公正性声明')
  expect(screen.getByRole('alert').textContent).toBe('页眉的第一级最多 8 项')
  expect(listRows().filter((text) => text === '公正性声明')).toHaveLength(1)
})

it('shows a fault at its field, and takes over nothing until it is corrected', async () => {
  const fetch = await open()
  await press('修改：宝石百科')
  fireEvent.change(screen.getByLabelText('去处'), { target: { value: 'javascript:alert(1)' } })
  fireEvent.change(screen.getByLabelText('显示的字'), { target: { value: '一二三四五六七八九' } })
  await press('改好')
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText('不超过 8 字')).toBeTruthy()
  expect(dialog.getAllByText('本站路径（以 / 开头）或 https:// 网址')).toHaveLength(1)
  fireEvent.change(screen.getByLabelText('去处'), { target: { value: '/gem' } })
  fireEvent.change(screen.getByLabelText('显示的字'), { target: { value: '宝石' } })
  await press('改好')
  expect(listRows()).toContain('宝石')
  await press(/^保存/)
  expect(readSaved(fetch)).toHaveLength(1)
})

it('refuses an address that is none, and adds one with https', async () => {
  await open({}, ['owner'], '/?tab=footer')
  await press('网址')
  const field = screen.getByLabelText('网址或本站路径')
  fireEvent.change(field, { target: { value: '//evil.example' } })
  await press('添加')
  expect(screen.getByText(/本站路径（以/)).toBeTruthy()
  fireEvent.change(field, { target: { value: 'https://openstd.samr.gov.cn/' } })
  await press('添加')
  expect(listRows().at(-1)).toBe('openstd.samr.gov')
  expect(preview().getByText('openstd.samr.gov')).toBeTruthy()
  fireEvent.change(field, { target: { value: '/statement' } })
  await press('添加')
  expect(listRows().at(-1)).toBe('公正性声明')
})

it('is saved by editors too, who cannot go back to a version of all settings', async () => {
  const fetch = await open({}, ['edit'])
  expect(screen.queryByText('站点设置由负责人修改。')).toBeNull()
  expect(screen.queryByRole('button', { name: '退回上一版' })).toBeNull()
  await press('添加：公正性声明')
  await press(/^保存/)
  expect(readSaved(fetch)).toHaveLength(1)
})
