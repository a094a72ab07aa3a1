import type { TicketItem } from '@portal/contract/tickets/ticket-shapes.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { data } from 'react-router-dom'
import { expect, it } from 'vitest'
import { setSingleKeys } from '#manage/controls/keys/single-keys.ts'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { setPlaceCount, usePlaceCounts } from '#manage/staff/place-counts.ts'
import { bad, good } from '#testing/answering.ts'
import { makeArea, openArea, staffAnswers } from '#testing/open-manage.tsx'
import { findPlace } from './place.ts'

const TICKET: TicketItem = {
  id: 1042,
  kind: 'feedback',
  state: 'new',
  title: '请问邮寄送检如何投保',
  customer: '江疏影',
  assigneeId: null,
  assigneeName: null,
  leftMs: 1,
  allowedMs: 2,
  isStopped: false,
  pictures: 0,
  reports: 0,
  hasFailedMail: false,
  createTime: '2026-11-20 10:00:00',
}
const makePage = (title: string) => ({ Component: () => <PageHead title={title} /> })
const AREAS = [
  makeArea('/', '概览', makePage('概览'), { group: null, letter: 'o' }),
  makeArea('/tickets', '反馈与举报', makePage('反馈与举报'), { group: '往来', duties: ['support'], letter: 't' }),
  makeArea('/articles', '文章', makePage('文章'), { duties: ['edit'], letter: 'a', words: 'article' }),
  makeArea('/site', '站点', makePage('站点'), { group: '设置', duties: ['owner'] }),
]
const open = (path = '/', self = {}) => openArea(path, { areas: AREAS, answers: staffAnswers(self) })
const findRail = async () => within(await screen.findByRole('navigation', { name: '管理' }))
const listLinks = async () => (await findRail()).getAllByRole('link').map((link) => link.textContent)
const press = (...keys: string[]) => {
  for (const key of keys) fireEvent.keyDown(document.body, { key })
}

it('lists only the places that the duties allow', async () => {
  const { unmount } = open()
  expect(await listLinks()).toEqual(['概览', '反馈与举报', '文章', '站点'])
  unmount()
  open('/', { duties: ['edit'] })
  expect(await listLinks()).toEqual(['概览', '文章'])
})

it('refuses a page that the duties do not allow, without a request for its data', async () => {
  open('/site', { duties: ['edit'] })
  expect(await screen.findByRole('heading', { name: '您的职责不包括这里' })).toBeTruthy()
})

it('marks the current place, titles the document and focuses the heading after navigation', async () => {
  open()
  fireEvent.click((await findRail()).getByRole('link', { name: '文章' }))
  const heading = await screen.findByRole('heading', { name: '文章' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect((await findRail()).getByRole('link', { name: '文章' }).getAttribute('aria-current')).toBe('page')
  expect(document.title).toBe('文章 - 管理 - 石衡珠宝玉石检测中心')
})

it('opens a place by G and its letter', async () => {
  const { router } = open()
  await screen.findByRole('heading', { name: '概览' })
  press('g', 't')
  await waitFor(() => expect(router.state.location.pathname).toBe('/tickets'))
})

it('opens the typed page', async () => {
  const { router } = open()
  await screen.findByRole('heading', { name: '概览' })
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  const field = await screen.findByRole('combobox', { name: '搜索或跳转' })
  fireEvent.change(field, { target: { value: '没有这页' } })
  expect(await screen.findByText(/^没有找到“没有这页”/)).toBeTruthy()
  fireEvent.change(field, { target: { value: 'ART' } })
  expect(screen.getAllByRole('option').map((option) => option.getAttribute('aria-selected'))).toEqual(['true'])
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(router.state.location.pathname).toBe('/articles'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('moves through the jump list with the arrow keys', async () => {
  open()
  await screen.findByRole('heading', { name: '概览' })
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  const field = await screen.findByRole('combobox')
  const getChosenOption = () => screen.getByRole('option', { selected: true }).textContent
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  expect(getChosenOption()).toContain('反馈与举报')
  for (const key of ['ArrowUp', 'ArrowUp']) fireEvent.keyDown(field, { key })
  expect(getChosenOption()).toContain('站点')
})

it('finds records in the lists that the duties allow, and cancels a search when typing continues', async () => {
  const TICKETS = 'GET /v1/manage/tickets'
  const PEOPLE = 'GET /v1/manage/users'
  const { fetch, router } = openArea('/', {
    areas: [...AREAS, makeArea('/people', '用户', makePage('用户'), { duties: ['support'] })],
    answers: staffAnswers(
      { duties: ['support'] },
      { [TICKETS]: good(TICKETS, { records: [TICKET], next: null }), [PEOPLE]: bad(502, '服务暂时不可用') },
    ),
  })
  await screen.findByRole('heading', { name: '概览' })
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  const field = await screen.findByRole('combobox')
  fireEvent.change(field, { target: { value: 'T-10' } })
  fireEvent.change(field, { target: { value: 'T-1042' } })
  const found = await screen.findByRole('option', { name: /请问邮寄送检如何投保/ })
  expect(fetch.of(TICKETS).map(({ query }) => query.get('q'))).toEqual(['T-1042'])
  expect(fetch.of('GET /v1/manage/articles')).toEqual([])
  expect(screen.getByText('1 项。有的列表暂时查不到，请稍后再试')).toBeTruthy()
  expect(screen.queryByText('服务暂时不可用')).toBeNull()
  expect(within(found).getByText('T-1042').tagName).toBe('MARK')
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(router.state.location.pathname).toBe('/tickets/1042'))
})

it('offers a certificate number on the page where customers look it up', async () => {
  open()
  await screen.findByRole('heading', { name: '概览' })
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  fireEvent.change(await screen.findByRole('combobox'), { target: { value: 'sh2026 1103 001285' } })
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('SH20261103001285在查询页打开')
})

it('lists with ? the keys of the page and of all pages, and switches single keys off', async () => {
  open()
  await screen.findByRole('heading', { name: '概览' })
  press('?')
  const dialog = within(await screen.findByRole('dialog', { name: '快捷键' }))
  expect(dialog.getByText('搜索或跳转')).toBeTruthy()
  expect(dialog.getByText('文章')).toBeTruthy()
  expect(dialog.getByText('这一页没有自己的快捷键')).toBeTruthy()
  fireEvent.click(dialog.getByRole('switch', { name: '单键快捷键' }))
  expect(dialog.queryByText('文章')).toBeNull()
  fireEvent.click(dialog.getAllByRole('button', { name: '关闭' })[0] as HTMLElement)
  press('?')
  expect(screen.queryByRole('dialog')).toBeNull()
  act(() => setSingleKeys(true))
})

it('shows the pending tasks at a place, and the total at the menu of a phone', async () => {
  open()
  await screen.findByRole('heading', { name: '概览' })
  act(() => setPlaceCount('/tickets', { count: 7, isLate: true }))
  expect((await findRail()).getByRole('link', { name: '反馈与举报，7 件待办，有超时' })).toBeTruthy()
  expect(screen.getByRole('button', { name: '打开管理菜单，7 件待办' })).toBeTruthy()
  act(() => usePlaceCounts.setState({ counts: {} }))
})

it('shows on every page that the content is invented', async () => {
  open('/articles', { hasDemoContent: true })
  expect(await screen.findByText('演示站点')).toBeTruthy()
})

it('shows a page for unknown addresses', async () => {
  open('/nowhere')
  expect(await screen.findByRole('heading', { name: '此页未见记录' })).toBeTruthy()
})

it('shows a failed page with its request id, and reloads it with R', async () => {
  let isUp = false
  const loader = () => {
    if (isUp) return null
    throw data({ code: 502, message: '服务暂时不可用', reportId: 'Q04DMN-RVNRFM' }, { status: 502 })
  }
  const areas = [makeArea('/', '概览', { ...makePage('概览'), loader }, { group: null })]
  openArea('/', { areas })
  expect(await screen.findByText('Q04DMN-RVNRFM')).toBeTruthy()
  isUp = true
  press('r')
  expect(await screen.findByRole('heading', { name: '概览' })).toBeTruthy()
})

it('shows the age of the content while the browser is offline', async () => {
  open()
  await screen.findByRole('heading', { name: '概览' })
  act(() => void dispatchEvent(new Event('offline')))
  expect(await screen.findByText('网络已断开')).toBeTruthy()
  act(() => void dispatchEvent(new Event('online')))
  expect(screen.queryByText('网络已断开')).toBeNull()
})

it('offers a reload after a release, which it detects when code is missing', async () => {
  const script = document.createElement('script')
  Object.assign(script, { type: 'module' }).setAttribute('src', '/assets/manage-1.js')
  document.head.append(script)
  let served = '1'
  const makeHtml = () => new Response(`<html><script type="module" src="/assets/manage-${served}.js"></script></html>`)
  const answers = { ...staffAnswers(), 'GET /manage': makeHtml }
  openArea('/', { areas: AREAS, answers })
  await screen.findByRole('heading', { name: '概览' })
  await act(async () => void dispatchEvent(new Event('vite:preloadError')))
  expect(screen.queryByText('网站已更新')).toBeNull()
  served = '2'
  act(() => void dispatchEvent(new Event('vite:preloadError')))
  expect(await screen.findByText('网站已更新')).toBeTruthy()
  expect(screen.getByRole('button', { name: '刷新' })).toBeTruthy()
  script.remove()
})

it('finds the place of an address by its longest path', () => {
  expect(findPlace(AREAS, '/articles/7')?.label).toBe('文章')
  expect(findPlace(AREAS, '/')?.label).toBe('概览')
  expect(findPlace(AREAS, '/nowhere')).toBeUndefined()
})
