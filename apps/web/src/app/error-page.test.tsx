import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { findMoved } from '#features/not-found/find-moved.ts'
import { ApiError, createApiClient } from '#lib/api/api-client.ts'
import { defineLoader, notFound } from '#lib/api/define-loader.ts'
import { type Answers, answering, bad, good } from '#testing/answering.ts'
import { makePlainPages, openPage } from '#testing/open-page.tsx'
import { ErrorPage } from './error-page.tsx'

/** Opens a page whose loader fails with this error. */
function openFailed(error: ApiError): void {
  const loader = defineLoader(() => Promise.reject(error))
  openPage('/', [{ path: '/', Component: () => null, loader, ErrorBoundary: ErrorPage }])
}

it('shows the report id of a server error', async () => {
  openFailed(new ApiError(504, '数据服务没有及时答复，请稍后重试', { reportId: '7K3M9Q-XD2F4H' }))
  expect(await screen.findByText('数据服务没有及时答复，请稍后重试')).toBeTruthy()
  expect(screen.getByText('7K3M9Q-XD2F4H')).toBeTruthy()
  expect(screen.getByRole('button', { name: '复制编号' })).toBeTruthy()
})

it('shows no report id for a refusal', async () => {
  openFailed(new ApiError(429, '操作过于频繁，请稍后重试', { requestId: '7K3M9Q-XD2F4H' }))
  expect(await screen.findByText('操作过于频繁，请稍后重试')).toBeTruthy()
  expect(screen.queryByText('7K3M9Q-XD2F4H')).toBeNull()
})

const TABLE = 'GET /v1/site/redirects'
const ROWS = [
  { from: '/wenti.html', to: '/question' },
  { from: '/news/2024/*', to: '/tags?categoryId=32' },
  { from: '/hot', to: '/say' },
  { from: '/say', to: '/hot' },
  { from: '/cma.pdf', to: '/file/doc/m/31/cma.pdf' },
  { from: '/old', to: 'https://example.cn/' },
]

/** Opens the front page of a site without other pages than these. */
function openSite(path = '/', answers: Answers = {}) {
  const missing = {
    path: '*',
    ErrorBoundary: ErrorPage,
    loader: () => {
      throw notFound('此页未见记录')
    },
  }
  const pages = [...makePlainPages('/', '/question', '/tags'), missing]
  return openPage(path, pages, { [TABLE]: good(TABLE, ROWS), ...answers })
}

const NOT_FOUND = { level: 1, name: '此页未见记录' } as const

it('leads on from a link to an address that has moved, and keeps its query', async () => {
  const { router, fetch } = openSite()
  await screen.findByRole('heading', { name: '页面 /' })
  await act(() => router.navigate('/Wenti.html?from=wx'))
  expect(await screen.findByRole('heading', { name: '页面 /question' })).toBeTruthy()
  expect(router.state.location).toMatchObject({ pathname: '/question', search: '?from=wx' })
  await act(() => router.navigate('/news/2024/7'))
  expect(await screen.findByRole('heading', { name: '页面 /tags' })).toBeTruthy()
  expect(fetch.of(TABLE)).toHaveLength(2)
  await act(() => router.navigate(-1))
  expect(router.state.location.pathname).toBe('/question')
})

it('asks nothing for a first visit, whose redirects the server has answered', async () => {
  const { fetch } = openSite('/wenti.html')
  expect(await screen.findByRole('heading', NOT_FOUND)).toBeTruthy()
  expect(fetch.of(TABLE)).toEqual([])
})

it.each([
  ['nothing has moved', '/nowhere', good(TABLE, ROWS)],
  ['the site does not answer', '/wenti.html', bad(502, '数据服务没有答复')],
  ['redirects of a broken upstream lead in a circle', '/hot', good(TABLE, ROWS)],
])('shows that there is no such page when %s', async (_case, path, answer) => {
  const { router, fetch } = openSite('/', { [TABLE]: answer })
  await screen.findByRole('heading', { name: '页面 /' })
  await act(() => router.navigate(path))
  expect(await screen.findByRole('heading', NOT_FOUND)).toBeTruthy()
  expect(fetch.of(TABLE)).toHaveLength(1)
})

it.each([
  ['/wenti.html', { to: '/question', isPage: true }],
  ['/cma.pdf', { to: '/file/doc/m/31/cma.pdf', isPage: false }],
  ['/old', { to: 'https://example.cn/', isPage: false }],
  ['/nowhere', null],
])('finds where %s has moved, and whether the client has that page', async (path, moved) => {
  const api = createApiClient({ fetch: answering({ [TABLE]: good(TABLE, ROWS) }) })
  expect(await findMoved(api, path, '')).toEqual(moved)
})
