import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { type Answers, type Asked, bad } from '#testing/answering.ts'
import { openPage } from '#testing/open-page.tsx'
import {
  Component as MerchandisePage,
  loader as merchandiseLoader,
  meta as merchandiseMeta,
} from './merchandise-page.tsx'

const pages = [
  {
    path: '/surrounding',
    Component: MerchandisePage,
    loader: merchandiseLoader,
    handle: { meta: merchandiseMeta },
  },
]
const ALL = Array.from({ length: 26 }, (_, index) => ({
  id: index + 1,
  title: `物品 ${index + 1}`,
  summary: '消色差镜片，附皮套。另有说明。',
  categoryId: '35',
}))
const answers: Answers = {
  'GET /v1/article/': ({ query }: Asked) => {
    const size = Number(query.get('pageSize'))
    const start = (Number(query.get('pageNo')) - 1) * size
    return { code: 200, data: { records: ALL.slice(start, start + size), pages: Math.ceil(ALL.length / size) } }
  },
}
const listNames = () =>
  screen.getAllByRole('heading', { level: 3, name: /^物品/ }).map(({ textContent }) => textContent)

beforeEach(() => {
  window.history.replaceState(null, '', '/')
})

it('shows products with links to their articles', async () => {
  const { fetch } = openPage('/surrounding', pages, answers)
  expect(await screen.findByRole('heading', { level: 1, name: '品牌周边' })).toBeTruthy()
  expect(listNames()).toHaveLength(12)
  expect(screen.getByRole('link', { name: '物品 1' }).getAttribute('href')).toBe('/article/1')
  expect(fetch.of('GET /v1/article/')[0]?.query.get('categoryId')).toBe('35')
})

it('adds the next page, which has an address of its own', async () => {
  openPage('/surrounding', pages, answers)
  const more = await screen.findByRole('link', { name: '加载更多' })
  expect(more.getAttribute('href')).toBe('/surrounding?page=2')
  fireEvent.click(more)
  await waitFor(() => expect(listNames()).toHaveLength(24))
  expect(window.location.search).toBe('?page=2')
  fireEvent.click(await screen.findByRole('link', { name: '加载更多' }))
  expect(await screen.findByText('没有更多了')).toBeTruthy()
  expect(new Set(listNames()).size).toBe(26)
})

it('shows all pages up to the one in the address', async () => {
  openPage('/surrounding?page=2', pages, answers)
  expect(await screen.findByText('物品 24')).toBeTruthy()
  expect(listNames()).toHaveLength(24)
})

it('keeps the products when the next page fails', async () => {
  let calls = 0
  const list = answers['GET /v1/article/'] as (asked: Asked) => never
  openPage('/surrounding', pages, {
    'GET /v1/article/': (asked: Asked) => {
      calls += 1
      return calls > 1 ? bad(500, '系统繁忙') : list(asked)
    },
  })
  fireEvent.click(await screen.findByRole('link', { name: '加载更多' }))
  expect((await screen.findByRole('alert')).textContent).toContain('系统繁忙')
  expect(listNames()).toHaveLength(12)
})

it('offers links from an empty list', async () => {
  openPage('/surrounding', pages, { 'GET /v1/article/': { code: 200, data: { records: [], pages: 0 } } })
  expect(await screen.findByText('暂无数据')).toBeTruthy()
  expect(screen.getByRole('link', { name: '返回首页' })).toBeTruthy()
})
