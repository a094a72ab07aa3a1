import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { type Answers, type Asked, bad } from '#testing/answering.ts'
import { openPage } from '#testing/open-page.tsx'
import { Component as CategoryPage, loader as categoryLoader } from './category-page.tsx'

const pages = [{ path: '/category', Component: CategoryPage, loader: categoryLoader, errorElement: <h1>出错</h1> }]

const ALL = Array.from({ length: 13 }, (_, index) => ({ id: index + 1, title: `第 ${index + 1} 篇`, categoryId: '32' }))

const answers: Answers = {
  'GET /v1/article/': ({ query }: Asked) => {
    const size = Number(query.get('pageSize'))
    const start = (Number(query.get('pageNo')) - 1) * size
    const pageCount = Math.ceil(ALL.length / size)
    return { code: 200, data: { records: ALL.slice(start, start + size), pages: pageCount, total: ALL.length } }
  },
  'GET /v1/category/': {
    code: 200,
    data: [
      { id: 32, name: '资讯', articleNum: 1286 },
      { id: 36, name: '页面', articleNum: 11 },
      { id: 40, name: '展会', articleNum: 2 },
    ],
  },
  'GET /v1/tag/': {
    code: 200,
    data: [
      { id: 4, name: '公告', articleNum: 3 },
      { id: 5, name: '空标签', articleNum: 0 },
      { id: 6, name: '翡翠', articleNum: 9 },
    ],
  },
}

beforeEach(() => {
  window.history.replaceState(null, '', '/')
})

const listTitles = () => screen.getAllByRole('heading', { level: 2, name: /^第/ }).map(({ textContent }) => textContent)

it('shows categories and tags with counts, and no list before a choice', async () => {
  const { fetch } = openPage('/category', pages, answers)
  const categories = within(await screen.findByRole('navigation', { name: '分类' }))
  expect(categories.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['新闻资讯 1,286 篇', '/category?categoryId=32'],
    ['展会 2 篇', '/category?categoryId=40'],
  ])
  const tags = within(screen.getByRole('navigation', { name: '标签' }))
  expect(tags.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['翡翠 9 篇', '/category?tagId=6'],
    ['公告 3 篇', '/category?tagId=4'],
  ])
  expect(fetch.of('GET /v1/article/')).toEqual([])
})

it('lists the articles of the choice and adds the next page', async () => {
  const { fetch } = openPage('/category?categoryId=32', pages, answers)
  expect(await screen.findByRole('heading', { level: 2, name: '新闻资讯' })).toBeTruthy()
  expect(screen.getByText('共 13 篇')).toBeTruthy()
  expect(screen.getByRole('link', { name: '新闻资讯 1,286 篇' }).getAttribute('aria-current')).toBe('true')
  expect(listTitles()).toHaveLength(10)
  const more = screen.getByRole('link', { name: '加载更多' })
  expect(more.getAttribute('href')).toBe('/category?categoryId=32&page=2')
  fireEvent.click(more)
  expect(await screen.findByText('没有更多了')).toBeTruthy()
  expect(listTitles()).toHaveLength(13)
  expect(window.location.search).toBe('?categoryId=32&page=2')
  expect(fetch.of('GET /v1/article/').at(-1)?.query.toString()).toBe('categoryId=32&pageNo=2&pageSize=10')
})

it('lists articles with a tag, with all pages up to the one in the address', async () => {
  const { fetch } = openPage('/category?tagId=6&page=2', pages, answers)
  expect(await screen.findByRole('heading', { level: 2, name: '翡翠' })).toBeTruthy()
  expect(listTitles()).toHaveLength(13)
  expect(fetch.of('GET /v1/article/').map(({ query }) => query.toString())).toEqual(['tagId=6&pageNo=1&pageSize=20'])
})

it('keeps the rows when the next page fails', async () => {
  let calls = 0
  const list = answers['GET /v1/article/'] as (asked: Asked) => never
  openPage('/category?categoryId=32', pages, {
    ...answers,
    'GET /v1/article/': (asked: Asked) => {
      calls += 1
      return calls > 1 ? bad(500, '系统繁忙') : list(asked)
    },
  })
  fireEvent.click(await screen.findByRole('link', { name: '加载更多' }))
  expect((await screen.findByRole('alert')).textContent).toContain('系统繁忙')
  await waitFor(() => expect(screen.getByRole('link', { name: '加载更多' })).toBeTruthy())
  expect(listTitles()).toHaveLength(10)
})

it('works without tags or without categories, but not without both', async () => {
  const noTags = { ...answers, 'GET /v1/tag/': bad(500, '系统繁忙') }
  const { unmount } = openPage('/category', pages, noTags)
  expect(await screen.findByText('暂时无法加载，请稍后重试')).toBeTruthy()
  expect(screen.getByRole('link', { name: /^展会/ })).toBeTruthy()
  unmount()
  openPage('/category', pages, { ...noTags, 'GET /v1/category/': bad(502, '暂时连接不上') })
  expect(await screen.findByRole('heading', { name: '出错' })).toBeTruthy()
})

it.each(['categoryId=36', 'categoryId=99', 'tagId=99'])(
  'answers 404 for an unknown category or tag: %s',
  async (query) => {
    const { router } = openPage(`/category?${query}`, pages, answers)
    expect(await screen.findByRole('heading', { name: '出错' })).toBeTruthy()
    expect(Object.values(router.state.errors ?? {})[0]).toMatchObject({ status: 404 })
  },
)

it('redirects a merged tag to the tag into which it was merged', async () => {
  const merged = { code: 200, data: [], extra: { merged: [{ from: 5, into: 4 }] } }
  const { router } = openPage('/category?tagId=5', pages, { ...answers, 'GET /v1/tag/': merged })
  await screen.findByRole('heading', { level: 1 })
  expect(router.state.location.search).toBe('?tagId=4')
})
