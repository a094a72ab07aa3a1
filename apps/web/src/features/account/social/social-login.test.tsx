import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openDialog } from '#lib/dialogs.ts'
import { type Answers, bad } from '#testing/answering.ts'
import { makePlainPages, openPage } from '#testing/open-page.tsx'
import { getReturnPlace, tab, takeReturnPlace } from './social-login.ts'

const RENDER_QQ = 'GET /oauth/render/qq' as never
const SESSION = 'GET /bff/session'
const AUTHORIZE = 'https://provider.test/authorize?state=1'
const member = { [SESSION]: { code: 200, data: { user: { id: '7', nickname: '林知微' }, expiresAt: null } } }
const KEY = 'login-return'

const leaveFor = vi.fn()
beforeEach(() => {
  leaveFor.mockClear()
  vi.spyOn(tab, 'leaveFor').mockImplementation(leaveFor)
})

const makeSite = (loginTypeList: unknown) => ({
  'GET /v1/webSiteInfo': { code: 200, data: { name: '石衡珠宝玉石检测中心', loginTypeList } },
})

async function openLogin(answers: Answers, path = '/', pages = makePlainPages('/', '/say', '/article/7')) {
  const page = openPage(path, pages, answers)
  await screen.findByRole('heading', { level: 1 })
  act(() => openDialog('login'))
  return { ...page, dialog: within(await screen.findByRole('dialog')) }
}

const listLogins = (dialog: ReturnType<typeof within>) =>
  dialog
    .queryAllByRole('button', { name: /^使用 .* 登录$/ })
    .map((button: HTMLElement) => button.getAttribute('aria-label'))

describe('the other ways to log in', () => {
  it.each([
    ['a comma string', '1,2,3,4,5,6'],
    ['numbers', [1, 2, 3, 4, 5, 6]],
    ['strings', ['1', '2', '3', '4', '5', '6']],
  ])('follow the list of login types, given as %s', async (_form, list) => {
    const { dialog } = await openLogin(makeSite(list))
    expect(listLogins(dialog)).toEqual([
      '使用 QQ 登录',
      '使用 Gitee 登录',
      '使用 微博 登录',
      '使用 微信 登录',
      '使用 GitHub 登录',
    ])
  })

  it.each([
    ['2', '使用 QQ 登录'],
    ['3', '使用 微博 登录'],
    ['4', '使用 Gitee 登录'],
    ['5', '使用 微信 登录'],
    ['6', '使用 GitHub 登录'],
  ])('appear one by one: %s is %s', async (number, name) => {
    const { dialog } = await openLogin(makeSite(`1,${number}`))
    expect(listLogins(dialog)).toEqual([name])
  })

  it('shows the providers in mode 1 only', async () => {
    const { dialog } = await openLogin(makeSite('1,2'))
    fireEvent.click(dialog.getByRole('button', { name: '注册账号' }))
    expect(listLogins(dialog)).toEqual([])
  })
})

describe('the way to a provider', () => {
  it('goes to the provider’s address once and stores the current page', async () => {
    const { dialog, fetch } = await openLogin(
      { ...makeSite('2'), [RENDER_QQ]: { code: 200, data: AUTHORIZE } },
      '/say?a=1',
    )
    fireEvent.click(dialog.getByRole('button', { name: '使用 QQ 登录' }))
    fireEvent.click(dialog.getByRole('button', { name: '使用 QQ 登录' }))
    await waitFor(() => expect(leaveFor).toHaveBeenCalledExactlyOnceWith(AUTHORIZE))
    expect(sessionStorage.getItem(KEY)).toBe('/say?a=1')
    expect(fetch.of('GET /oauth/render/qq')).toHaveLength(1)
  })

  it('stores the article that the query names', () => {
    expect(getReturnPlace({ pathname: '/im', search: '?articleId=7', hash: '' })).toBe('/article/7')
    expect(getReturnPlace({ pathname: '/im', search: '?articleId=../x', hash: '#a' })).toBe('/im?articleId=../x#a')
  })

  it('stays on the page and stores nothing when the provider is not connected', async () => {
    const { dialog } = await openLogin({ ...makeSite('2'), [RENDER_QQ]: bad(500, '该登录方式未启用') })
    fireEvent.click(dialog.getByRole('button', { name: '使用 QQ 登录' }))
    expect(await screen.findByText('该登录方式未启用')).toBeTruthy()
    expect([leaveFor.mock.calls.length, sessionStorage.getItem(KEY)]).toEqual([0, null])
    expect(dialog.getByRole('button', { name: '使用 QQ 登录' }).getAttribute('aria-disabled')).toBeNull()
  })

  it('accepts only a web address of the provider', async () => {
    const { dialog } = await openLogin({ ...makeSite('2'), [RENDER_QQ]: { code: 200, data: 'javascript:alert(1)' } })
    fireEvent.click(dialog.getByRole('button', { name: '使用 QQ 登录' }))
    expect(await screen.findByText('暂时不能前往登录，请稍后重试')).toBeTruthy()
    expect(leaveFor).not.toHaveBeenCalled()
  })
})

describe('the way back from a provider', () => {
  const open = (path: string, answers: Answers) => openPage(path, makePlainPages('/', '/say', '/tags'), answers)
  const getAddress = ({ router }: ReturnType<typeof openPage>) =>
    router.state.location.pathname + router.state.location.search

  it('returns to the stored page once and confirms the login', async () => {
    sessionStorage.setItem(KEY, '/say?a=1')
    const page = open('/', member)
    expect(await screen.findByText('登录成功')).toBeTruthy()
    await waitFor(() => expect(getAddress(page)).toBe('/say?a=1'))
    expect(sessionStorage.getItem(KEY)).toBeNull()
  })

  it.each([
    ['cancelled', '已取消登录'],
    ['failed', '登录没有成功，请重试'],
  ])('reports that the login was %s and returns to the stored page', async (ending, words) => {
    sessionStorage.setItem(KEY, '/say')
    const page = open(`/?login=${ending}`, {})
    expect(await screen.findByText(words)).toBeTruthy()
    await waitFor(() => expect(getAddress(page)).toBe('/say'))
  })

  it('removes the parameter from the address when no page was stored', async () => {
    const page = open('/tags?login=failed&categoryId=32', {})
    expect(await screen.findByText('登录没有成功，请重试')).toBeTruthy()
    await waitFor(() => expect(getAddress(page)).toBe('/tags?categoryId=32'))
  })

  it('does not change a page that was opened in another way', async () => {
    const page = open('/tags?login=maybe', member)
    await screen.findByRole('heading', { name: '页面 /tags' })
    expect(screen.queryByText('登录成功')).toBeNull()
    expect(getAddress(page)).toBe('/tags?login=maybe')
  })

  it.each(['//evil.test/', '/\\evil.test/', 'https://evil.test/', 'javascript:alert(1)', ''])(
    'never goes to another site: %s',
    (stored) => {
      sessionStorage.setItem(KEY, stored)
      expect(takeReturnPlace()).toBeNull()
    },
  )
})
