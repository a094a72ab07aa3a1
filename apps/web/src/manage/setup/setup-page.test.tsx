import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { good } from '#testing/answering.ts'
import { openManage, staffAnswers } from '#testing/open-manage.tsx'
import { managedSite } from '#testing/open-site-settings.tsx'

const CHECK = 'POST /v1/manage/setup/check'
const MAKE = 'POST /v1/manage/setup'
const MISSING = 'GET /v1/manage/missing'

afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

it('refuses a common password at its field, although the estimator loads only now, and sends nothing', async () => {
  const { fetch } = openManage(
    staffAnswers(
      {},
      {
        'GET /bff/session': { code: 200, data: { user: null, expiresAt: null } },
        [CHECK]: good(CHECK, { state: 'open', time: '2026-11-24 10:00:00', ownerName: null }),
      },
    ),
    `/setup#code=${'A'.repeat(43)}`,
  )
  await screen.findByRole('heading', { name: '设立负责人' })
  type('姓名', '顾怀瑾')
  type('邮箱', 'gu@example.test')
  type('密码', 'password1')
  fireEvent.click(screen.getByRole('button', { name: '下一步' }))
  expect(await screen.findByText(/^这个密码太常见/)).toBeTruthy()
  expect(fetch.of(MAKE)).toEqual([])
})

it('links each missing item to its field or page, and shows what visitors see meanwhile', async () => {
  sessionStorage.setItem('manage-setup-step', '5')
  openManage(
    staffAnswers(
      {},
      {
        [MISSING]: good(MISSING, [
          { kind: 'setting', name: 'name' },
          { kind: 'setting', name: 'creditCode' },
          { kind: 'page', name: 'fees' },
        ]),
      },
    ),
    '/setup',
  )
  const items = within(await screen.findByRole('list', { name: '尚缺' })).getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    '名称未填，暂时显示“珠宝玉石检测机构”填写',
    '统一社会信用代码未填，公开页上不显示填写',
    '费用相关还是模板，访客看不到编辑',
  ])
  const links = items.map((item) => within(item).getByRole('link').getAttribute('href'))
  expect(links).toEqual(['/manage/site?tab=info#name', '/manage/site?tab=info#creditCode', '/manage/pages/fees'])
})

it('shows an e-mail address that is entered here on the site', async () => {
  sessionStorage.setItem('manage-setup-step', '3')
  const site = managedSite(0)
  const contact = { ...site.settings.contact, phone: null, showList: [5] }
  const { fetch } = openManage(
    staffAnswers(
      {},
      {
        'GET /v1/manage/site': { code: 200, data: { ...site, settings: { ...site.settings, contact } } },
        'PUT /v1/manage/site': { code: 200, data: { version: 1 } },
      },
    ),
    '/setup',
  )
  fireEvent.change(await screen.findByRole('textbox', { name: /^邮箱/ }), { target: { value: 'service@example.cn' } })
  fireEvent.click(screen.getByRole('button', { name: '下一步' }))
  await expect
    .poll(() => fetch.of('PUT /v1/manage/site')[0]?.body)
    .toMatchObject({ settings: { contact: { email: 'service@example.cn', showList: [5, 1] } } })
})
