import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Answers, type Asked, bad } from '#testing/answering.ts'
import { openPage } from '#testing/open-page.tsx'
import { buildListQuery } from './article-list.tsx'
import {
  Component as ArticleListPage,
  loader as articleListLoader,
  meta as articleListMeta,
} from './article-list-page.tsx'
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

const listRowTitles = () =>
  screen.getAllByRole('heading', { level: 2, name: /^第/ }).map(({ textContent }) => textContent)
const getHref = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href')

beforeEach(() => {
  window.history.replaceState(null, '', '/')
})

it('shows the first page of the news and the total', async () => {
  openPage('/tags', pages, answers)
  expect(await screen.findByRole('heading', { level: 1, name: '新闻与研究' })).toBeTruthy()
  expect(listRowTitles()).toHaveLength(10)
  expect(screen.getByRole('link', { name: '新闻资讯 1,286篇' }).getAttribute('aria-current')).toBe('page')
  expect(getHref('研究 64篇')).toBe('/tags?categoryId=33')
  expect(screen.getByText('第 2 篇', { selector: 'h2 a' }).getAttribute('href')).toBe('/news-article/2')
})

it('requests the tag and order of the address', () => {
  const address = readListAddress(new URLSearchParams('categoryId=33&tagId=4&order=hot'))
  expect(buildListQuery(address, { pageNo: 2, pageSize: 10 })).toEqual({
    categoryId: 33,
    tagId: 4,
    orderByDescColumn: 'quantity',
    pageNo: 2,
    pageSize: 10,
  })
})

it('filters by tags in use and keeps the chosen order', async () => {
  openPage('/tags?order=hot', pages, answers)
  const tags = within(await screen.findByRole('navigation', { name: '按标签筛选' }))
  expect(tags.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['全部', '公告'])
  expect(getHref('公告')).toBe('/tags?categoryId=32&tagId=4&order=hot')
  expect(getHref('最新')).toBe('/tags?categoryId=32')
  expect(screen.getByRole('link', { name: '最热' }).getAttribute('aria-current')).toBe('true')
})

it('adds the next page and updates the address', async () => {
  const { fetch } = openPage('/tags?categoryId=32', pages, answers)
  const more = await screen.findByRole('link', { name: '加载更多' })
  expect(more.getAttribute('href')).toBe('/tags?categoryId=32&page=2')
  fireEvent.click(more)
  await waitFor(() => expect(listRowTitles()).toHaveLength(20))
  expect(window.location.search).toBe('?categoryId=32&page=2')
  expect(fetch.of('GET /v1/article/').at(-1)?.query.get('pageNo')).toBe('2')
  fireEvent.click(await screen.findByRole('link', { name: '加载更多' }))
  expect(await screen.findByText('没有更多了')).toBeTruthy()
  expect(listRowTitles()).toHaveLength(23)
})

it('shows all pages up to the one in the address', async () => {
  openPage('/tags?page=2', pages, answers)
  expect(await screen.findByText('第 20 篇', { selector: 'h2 a' })).toBeTruthy()
  expect(listRowTitles()).toHaveLength(20)
})

it('keeps the rows when the next page fails', async () => {
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
  expect(listRowTitles()).toHaveLength(10)
  expect(screen.getByRole('link', { name: '加载更多' })).toBeTruthy()
})

it('ranks the most-read articles by reads alone, without sticky articles first', async () => {
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

describe('a list with a keyword', () => {
  const hits = [
    { id: 1, title: '<em class="hit">翡翠</em> &amp; 玉', summary: '<em class="hit">翡翠</em>', categoryId: '32' },
    { id: 2, title: '别的分类', categoryId: 33 },
  ]
  const searched: Answers = {
    ...answers,
    'GET /v1/article/search': { code: 200, data: { records: hits, pages: 1, total: 2 } },
  }

  it('lists search results of the category as plain text, with a link to the whole list', async () => {
    const { fetch } = openPage('/tags?categoryId=32&keyword=翡 翠&tagId=4', pages, searched)
    expect(await screen.findByText('翡翠 & 玉', { selector: 'h2 a' })).toBeTruthy()
    expect(fetch.of('GET /v1/article/search')[0]?.query.toString()).toBe(
      new URLSearchParams({ keyword: '翡翠', categoryId: '32', pageNo: '1', pageSize: '10' }).toString(),
    )
    // An upstream whose search ignores categories also returns other articles, and its total is then wrong for this
    // list.
    expect(screen.queryByText('别的分类')).toBeNull()
    expect(screen.getByText('翡翠', { selector: 'b' }).parentElement?.textContent).toBe('关键词“翡翠”')
    expect(getHref('清除关键词')).toBe('/tags?categoryId=32')
    const research = within(screen.getByRole('navigation', { name: '分类' })).getByRole('link', { name: '研究' })
    expect(research.getAttribute('href')).toBe(`/tags?categoryId=33&keyword=${encodeURIComponent('翡翠')}`)
    expect(screen.queryByRole('navigation', { name: '排序' })).toBeNull()
  })

  it('shows an empty state when nothing matches', async () => {
    openPage('/tags?categoryId=32&keyword=无', pages, {
      ...answers,
      'GET /v1/article/search': { code: 200, data: { records: [], pages: 0, total: 0 } },
    })
    expect(await screen.findByText('没有找到相关内容')).toBeTruthy()
    expect(getHref('查看全部文章')).toBe('/tags?categoryId=32')
  })
})

it('shows the not-found page for an unknown category, unless the categories fail', async () => {
  const none = { code: 200, data: { records: [], pages: 0 } }
  const isMissing = async (more: Answers) => {
    const page = { ...pages[0], ErrorBoundary: () => <p>没有这一页</p> }
    const { unmount } = openPage('/tags?categoryId=99', [page], { ...answers, 'GET /v1/article/': none, ...more })
    const shown = await screen.findByText(/没有这一页|暂无数据/)
    const isError = shown.textContent === '没有这一页'
    unmount()
    return isError
  }
  expect(await isMissing({})).toBe(true)
  expect(await isMissing({ 'GET /v1/category/': bad(500, '系统繁忙') })).toBe(false)
})

it('offers links from an empty list', async () => {
  openPage('/tags?tagId=5', pages, {
    ...answers,
    'GET /v1/article/': { code: 200, data: { records: [], pages: 0 } },
  })
  expect(await screen.findByText('暂无数据')).toBeTruthy()
  expect(getHref('查看全部文章')).toBe('/tags?categoryId=32')
})

it('works without counts, tags and hot list when they fail', async () => {
  openPage('/tags', pages, {
    ...answers,
    'GET /v1/category/': bad(500, '系统繁忙'),
    'GET /v1/tag/': bad(500, '系统繁忙'),
  })
  const tabs = within(await screen.findByRole('navigation', { name: '分类' }))
  expect(tabs.getByRole('link', { name: '新闻资讯' })).toBeTruthy()
  expect(listRowTitles()).toHaveLength(10)
})

it('redirects a merged category and tag to the entries into which they were merged', async () => {
  const makeMergedAnswer = (from: number, into: number) => ({
    code: 200,
    data: [],
    extra: { merged: [{ from, into }] },
  })
  const { router } = openPage('/tags?categoryId=40&tagId=6', pages, {
    ...answers,
    'GET /v1/category/': makeMergedAnswer(40, 33),
    'GET /v1/tag/': makeMergedAnswer(6, 4),
  })
  await screen.findByRole('heading', { level: 1 })
  expect(new URLSearchParams(router.state.location.search).get('categoryId')).toBe('33')
  expect(new URLSearchParams(router.state.location.search).get('tagId')).toBe('4')
})
