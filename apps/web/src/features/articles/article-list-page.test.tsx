import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { type Answers, type Asked, bad } from '#testing/answering.ts'
import { openPage } from '#testing/open-page.tsx'
import { listQuery } from './article-list.tsx'
import { ArticleListPage, articleListLoader, articleListMeta } from './article-list-page.tsx'
import { readListAddress } from './list-address.ts'

const pages = [
  { path: '/tags', Component: ArticleListPage, loader: articleListLoader, handle: { meta: articleListMeta } },
]

const ALL = Array.from({ length: 23 }, (_, index) => ({
  id: index + 1,
  title: `第 ${index + 1} 篇`,
  categoryId: '32',
  quantity: 1000 - index,
  isStick: index === 22 ? 1 : 0,
  tagList: index < 2 ? [{ id: 4, name: '公告' }] : [],
}))

const answers: Answers = {
  'GET /v1/article/': ({ query }: Asked) => {
    const size = Number(query.get('pageSize'))
    const start = (Number(query.get('pageNo')) - 1) * size
    const rows = ALL.filter(({ tagList }) => !query.has('tagId') || tagList.length > 0)
    return { code: 200, data: { records: rows.slice(start, start + size), pages: Math.ceil(rows.length / size) } }
  },
  'GET /v1/category/': {
    code: 200,
    data: [
      { id: 32, name: '资讯', articleNum: 1286 },
      { id: 33, name: '研究', articleNum: 64 },
      { id: 40, name: '展会', articleNum: 2 },
    ],
  },
  'GET /v1/tag/': {
    code: 200,
    data: [
      { id: 4, name: '公告', articleNum: 9 },
      { id: 5, name: '鉴定工具', articleNum: 8 },
      { id: 6, name: '空标签', articleNum: 0 },
    ],
  },
}

const rowTitles = () => screen.getAllByRole('heading', { level: 2, name: /^第/ }).map(({ textContent }) => textContent)
const hrefOf = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href')

beforeEach(() => {
  window.history.replaceState(null, '', '/')
})

it('shows the first page of the news and says how many there are', async () => {
  openPage('/tags', pages, answers)
  expect(await screen.findByRole('heading', { level: 1, name: '新闻与研究' })).toBeTruthy()
  expect(rowTitles()).toHaveLength(10)
  expect(screen.getByRole('link', { name: '新闻资讯 1,286篇' }).getAttribute('aria-current')).toBe('page')
  expect(hrefOf('研究 64篇')).toBe('/tags?categoryId=33')
  expect(screen.getByText('第 2 篇', { selector: 'h2 a' }).getAttribute('href')).toBe('/news-article/2')
})

it('asks by tag and for the most read first when the address does', () => {
  const address = readListAddress(new URLSearchParams('categoryId=33&tagId=4&order=hot'))
  expect(listQuery(address, { pageNo: 2, pageSize: 10 })).toEqual({
    categoryId: 33,
    tagId: 4,
    orderByDescColumn: 'quantity',
    pageNo: 2,
    pageSize: 10,
  })
})

it('narrows by tags that lead to something, and keeps the order that was chosen', async () => {
  openPage('/tags?order=hot', pages, answers)
  const tags = within(await screen.findByRole('navigation', { name: '按标签筛选' }))
  expect(tags.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['全部', '公告'])
  expect(hrefOf('公告')).toBe('/tags?categoryId=32&tagId=4&order=hot')
  expect(hrefOf('最新')).toBe('/tags?categoryId=32')
  expect(screen.getByRole('link', { name: '最热' }).getAttribute('aria-current')).toBe('true')
})

it('adds the next page below, and the address then leads to the same view', async () => {
  const { fetch } = openPage('/tags?categoryId=32', pages, answers)
  const more = await screen.findByRole('link', { name: '加载更多' })
  expect(more.getAttribute('href')).toBe('/tags?categoryId=32&page=2')
  fireEvent.click(more)
  await waitFor(() => expect(rowTitles()).toHaveLength(20))
  expect(window.location.search).toBe('?categoryId=32&page=2')
  expect(fetch.of('GET /v1/article/').at(-1)?.query.get('pageNo')).toBe('2')
  fireEvent.click(await screen.findByRole('link', { name: '加载更多' }))
  expect(await screen.findByText('没有更多了')).toBeTruthy()
  expect(rowTitles()).toHaveLength(23)
})

it('opens at all pages up to the one in the address', async () => {
  openPage('/tags?page=2', pages, answers)
  expect(await screen.findByText('第 20 篇', { selector: 'h2 a' })).toBeTruthy()
  expect(rowTitles()).toHaveLength(20)
})

it('keeps the rows when the next page cannot be had', async () => {
  let calls = 0
  const list = answers['GET /v1/article/'] as (asked: Asked) => never
  openPage('/tags', pages, {
    ...answers,
    'GET /v1/article/': (asked: Asked) => {
      calls += 1
      return calls > 2 ? bad(500, '系统繁忙') : list(asked)
    },
  })
  fireEvent.click(await screen.findByRole('link', { name: '加载更多' }))
  expect((await screen.findByRole('alert')).textContent).toContain('系统繁忙')
  expect(rowTitles()).toHaveLength(10)
  expect(screen.getByRole('link', { name: '加载更多' })).toBeTruthy()
})

it('lists what is read most by reads alone, though upstream puts sticky articles first', async () => {
  openPage('/tags', pages, answers)
  const hot = within(await screen.findByRole('region', { name: '阅读最多' }))
  expect(hot.getAllByRole('listitem').map((item) => within(item).getByRole('link').textContent)).toEqual(
    ['1', '2', '3', '4', '5', '6'].map((number) => `第 ${number} 篇`),
  )
})

it('shows any other category under its own name', async () => {
  openPage('/tags?categoryId=40', pages, answers)
  expect(await screen.findByRole('heading', { level: 1, name: '展会' })).toBeTruthy()
  expect(screen.getByRole('link', { name: '展会 2篇' }).getAttribute('aria-current')).toBe('page')
})

it('offers a way on when there is nothing to show', async () => {
  openPage('/tags?tagId=5', pages, {
    ...answers,
    'GET /v1/article/': { code: 200, data: { records: [], pages: 0 } },
  })
  expect(await screen.findByText('暂无数据')).toBeTruthy()
  expect(hrefOf('查看全部文章')).toBe('/tags?categoryId=32')
})

it('does without counts, tags and hot list when they cannot be had', async () => {
  openPage('/tags', pages, {
    ...answers,
    'GET /v1/category/': bad(500, '系统繁忙'),
    'GET /v1/tag/': bad(500, '系统繁忙'),
  })
  const tabs = within(await screen.findByRole('navigation', { name: '分类' }))
  expect(tabs.getByRole('link', { name: '新闻资讯' })).toBeTruthy()
  expect(rowTitles()).toHaveLength(10)
})
