import type { SavedView } from '@portal/contract/site/saved-views.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { type Asked, good } from '#testing/answering.ts'
import { openArea, staffAnswers } from '#testing/open-manage.tsx'
import { normaliseFilter, useSavedViews } from './saved-views.ts'

const REFUSED: SavedView = { id: 7, list: 'audit', name: '被拒绝的', query: 'outcome=refused', version: 1 }
const LIST = 'GET /v1/manage/views'

beforeEach(() => useSavedViews.setState(useSavedViews.getInitialState(), true))

const open = (path: string, answers = {}) =>
  openArea(path, { answers: staffAnswers({}, { [LIST]: good(LIST, [REFUSED]), ...answers }) })
const findChips = async () => within(await screen.findByRole('navigation', { name: '我的视图' }))
const choose = async (item: string) => {
  fireEvent.click((await findChips()).getByRole('button', { name: '视图“被拒绝的”的操作' }))
  fireEvent.click(screen.getByRole('menuitem', { name: item }))
}

it('compares filters without regard to their order and the position in the list', () => {
  expect(normaliseFilter('view=late&after=12&kind=forgery&open=3&search=')).toBe('kind=forgery&view=late')
})

it('opens the list with the saved filter, and marks the active view', async () => {
  const { router } = open('/audit')
  fireEvent.click((await findChips()).getByRole('link', { name: '被拒绝的' }))
  await waitFor(() => expect(router.state.location.search).toBe('?outcome=refused'))
  await waitFor(async () =>
    expect((await findChips()).getByRole('link', { current: 'page' }).textContent).toBe('被拒绝的'),
  )
  expect(screen.queryByRole('button', { name: '存为视图' })).toBeNull()
})

it('saves the active filter under a name, which is validated', async () => {
  const saved = { ...REFUSED, id: 8, name: '验证', query: 'action=factor' }
  const { fetch } = open('/audit?action=factor&after=30', {
    'POST /v1/manage/views': good('POST /v1/manage/views', saved),
  })
  await findChips()
  fireEvent.click(screen.getByRole('button', { name: '存为视图' }))
  const field = screen.getByLabelText('名称')
  fireEvent.click(screen.getByRole('button', { name: '保存' }))
  expect(screen.getByText('请输入名称')).toBeTruthy()
  fireEvent.change(field, { target: { value: '被拒绝的' } })
  expect(screen.getByText('已有同名的视图')).toBeTruthy()
  fireEvent.change(field, { target: { value: ' 验证 ' } })
  fireEvent.click(screen.getByRole('button', { name: '保存' }))
  expect((await (await findChips()).findByRole('link', { current: 'page' })).textContent).toBe('验证')
  expect(fetch.of('POST /v1/manage/views')[0]?.body).toEqual({ list: 'audit', name: '验证', query: 'action=factor' })
})

it('keeps the typed name when another tab has renamed the view, and uses the newest version', async () => {
  const NEWER = { ...REFUSED, name: '别名', version: 2 }
  const sent: unknown[] = []
  const { fetch } = open('/audit?outcome=refused', {
    [LIST]: () => good(LIST, [fetch.of(LIST).length > 1 ? NEWER : REFUSED]),
    'PUT /v1/manage/views/7': ({ body }: Asked) => {
      sent.push(body)
      if (sent.length === 1) return { code: 409, message: '内容已被他人修改', extra: { current: NEWER } }
      return good('PUT /v1/manage/views/{id}', { ...REFUSED, name: '拒绝', version: 3 })
    },
  })
  await choose('改名')
  const field = screen.getByLabelText('名称') as HTMLInputElement
  fireEvent.change(field, { target: { value: '拒绝' } })
  fireEvent.click(screen.getByRole('button', { name: '改名' }))
  expect(await screen.findByRole('dialog', { name: '视图改名：别名' })).toBeTruthy()
  expect(field.value).toBe('拒绝')
  fireEvent.click(screen.getByRole('button', { name: '改名' }))
  expect(await (await findChips()).findByRole('link', { name: '拒绝' })).toBeTruthy()
  expect(sent).toEqual([
    { name: '拒绝', version: 1 },
    { name: '拒绝', version: 2 },
  ])
})

it('deletes a view, and restores it on request', async () => {
  const { fetch } = open('/audit?outcome=refused', {
    'DELETE /v1/manage/views/7': good('DELETE /v1/manage/views/{id}', null),
    'POST /v1/manage/views': good('POST /v1/manage/views', { ...REFUSED, id: 9 }),
  })
  await choose('删除')
  await waitFor(() => expect(screen.queryByRole('navigation', { name: '我的视图' })).toBeNull())
  await act(async () => fireEvent.click(await screen.findByRole('button', { name: '撤回' })))
  expect((await findChips()).getByRole('link', { name: '被拒绝的' })).toBeTruthy()
  expect(fetch.of('POST /v1/manage/views')).toHaveLength(1)
})

it('restores the density of rows that this browser stored', async () => {
  open('/audit')
  const button = await screen.findByRole('button', { name: '紧凑行距' })
  fireEvent.click(button)
  expect(document.documentElement.dataset.density).toBe('tight')
  expect(button.getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(button)
  expect(document.documentElement.dataset.density).toBe('roomy')
})
