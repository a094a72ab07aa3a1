import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { good } from '../../testing/answering.ts'
import { openSiteSettings as open, managedSite as site } from '../../testing/open-site-settings.tsx'
import { findSpringFestivalSpan } from './choices.ts'

beforeEach(() => localStorage.clear())

const findField = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(label, { selector: 'input:not([type=checkbox])' })
const type = (label: string, value: string) => {
  fireEvent.change(findField(label), { target: { value } })
  fireEvent.blur(findField(label))
}
const press = async (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })))

it('saves only changed members, and previews them before', async () => {
  const get = vi.fn().mockReturnValueOnce(good('GET /v1/manage/site', site(47)))
  get.mockReturnValue(good('GET /v1/manage/site', site(48, { phone: '0719-8612046' })))
  const fetch = await open({
    'GET /v1/manage/site': get,
    'PUT /v1/manage/site': good('PUT /v1/manage/site', { version: 48 }),
  })
  type('电话', '0719-8612046')
  expect(within(screen.getByRole('region', { name: '预览：页脚' })).getByText('0719-8612046')).toBeTruthy()
  await press(/^保存/)
  expect(fetch.of('PUT /v1/manage/site').map(({ body }) => body)).toEqual([
    { version: 47, settings: { contact: { phone: '0719-8612046' } } },
  ])
  expect(await screen.findByText('已保存为版本 48')).toBeTruthy()
  const bar = within(screen.getByRole('region', { name: '保存' }))
  expect(bar.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['撤回此次保存'])
})

it('focuses the field that the address names', async () => {
  await open({ 'GET /v1/manage/site': good('GET /v1/manage/site', site(47)) }, ['owner'], '/?tab=info#creditCode')
  await vi.waitFor(() => expect(document.activeElement).toBe(findField('统一社会信用代码')))
})

it('shows the fault at the field and saves nothing', async () => {
  const fetch = await open({ 'GET /v1/manage/site': good('GET /v1/manage/site', site(47)) })
  type('邮箱', 'service@shiheng')
  expect(screen.getByText('缺少域名后缀，如 .com')).toBeTruthy()
  await press(/^保存/)
  expect(fetch.of('PUT /v1/manage/site')).toEqual([])
})

it('shows both sides of a conflict, and saves the choice on top of the newer stored values', async () => {
  const theirs = site(48, { phone: '0719-8612088', email: 'a@example.cn' })
  const get = vi.fn().mockReturnValueOnce(good('GET /v1/manage/site', site(47)))
  get.mockReturnValue(good('GET /v1/manage/site', site(49, { phone: '0719-8612046', email: 'a@example.cn' })))
  const put = vi
    .fn()
    .mockReturnValueOnce({ code: 409, message: '内容已被他人修改', data: null, extra: { current: theirs } })
  put.mockReturnValue(good('PUT /v1/manage/site', { version: 49 }))
  const fetch = await open({ 'GET /v1/manage/site': get, 'PUT /v1/manage/site': put })
  type('电话', '0719-8612046')
  await press(/^保存/)
  expect((await screen.findByRole('alert')).textContent).toContain('沈砚秋')
  const saveChosen = screen.getByRole('button', { name: '按所选保存' })
  expect(saveChosen.matches(':disabled')).toBe(true)
  fireEvent.click(screen.getByRole('radio', { name: '电话：用您的' }))
  await press('按所选保存')
  expect(fetch.of('PUT /v1/manage/site').at(-1)?.body).toEqual({
    version: 48,
    settings: { contact: { phone: '0719-8612046' } },
  })
  await waitFor(() => expect(findField('邮箱').value).toBe('a@example.cn'))
})

it('lets staff without the duty read the settings, and change nothing', async () => {
  await open({ 'GET /v1/manage/site': good('GET /v1/manage/site', site(47)) }, ['edit'])
  expect(screen.getByText('站点设置由负责人修改。')).toBeTruthy()
  expect(findField('电话').matches(':disabled')).toBe(true)
  expect(screen.queryByRole('button', { name: '退回上一版' })).toBeNull()
})

it.each([
  ['2026-11-23', '2027-01-30 00:00', '2027-02-21 00:00'],
  ['2027-02-20', '2027-01-30 00:00', '2027-02-21 00:00'],
  ['2027-02-21', '2028-01-19 00:00', '2028-02-10 00:00'],
])('proposes lanterns on %s from %s to %s', (today, from, until) => {
  expect(findSpringFestivalSpan(Date.parse(today))).toEqual({ from, until })
})
