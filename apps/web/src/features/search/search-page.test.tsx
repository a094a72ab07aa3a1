import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Answers, type Asked, bad, good } from '#testing/answering.ts'
import { openPage } from '#testing/open-page.tsx'
import { listPageNumbers, Component as SearchPage, loader as searchLoader, meta as searchMeta } from './search-page.tsx'

const SEARCH = 'GET /v1/article/search'
const pages = [{ path: '/search', Component: SearchPage, loader: searchLoader, errorElement: <h1>出错</h1> }]

const answers: Answers = {
  'POST /v1/hot': good('POST /v1/hot', null),
  [SEARCH]: ({ query }: Asked) =>
    good(SEARCH, {
      records: [
        { id: 1, title: '<em class="hit">绿松石</em>鉴别', summary: '红外光谱', categoryId: 33 },
        { id: 2, title: `第 ${query.get('pageNo')} 页`, categoryId: '32' },
      ],
      pages: 3,
      total: 23,
    }),
}

it('lists the hits with marked words, and links to their pages', async () => {
  const { fetch } = openPage('/search?keyword=绿 松石&page=2', pages, answers)
  const results = within(await screen.findByRole('region', { name: '“绿松石”的搜索结果' }))
  expect(results.getByText('绿松石', { selector: 'em' })).toBeTruthy()
  expect(results.getByRole('link', { name: /鉴别/ }).getAttribute('href')).toBe('/article/1')
  expect(results.getByRole('link', { name: '第 2 页', current: false }).getAttribute('href')).toBe('/news-article/2')
  expect(results.getByText(/共 23 条结果/)).toBeTruthy()
  const others = within(results.getByRole('navigation', { name: '分页' }))
  const keyword = encodeURIComponent('绿松石')
  expect(others.getByRole('link', { name: '下一页' }).getAttribute('href')).toBe(`/search?keyword=${keyword}&page=3`)
  expect(others.getByRole('link', { name: '第 1 页' }).getAttribute('href')).toBe(`/search?keyword=${keyword}`)
  expect(others.getByRole('link', { current: 'page' }).textContent).toBe('2')
  expect(fetch.of(SEARCH)[0]?.query.get('keyword')).toBe('绿松石')
  expect(results.queryByText('已经到底了')).toBeNull()
})

it('links to a standing page', async () => {
  const records = [{ id: 9, title: '常见<em class="hit">问题</em>', categoryId: 36 }]
  openPage('/search?keyword=问题', pages, { [SEARCH]: good(SEARCH, { records, pages: 1 }) })
  const hit = await screen.findByText('问题', { selector: 'em' })
  expect(hit.closest('a')?.getAttribute('href')).toBe('/question')
})

it('marks the end of the results', async () => {
  openPage('/search?keyword=绿松石&page=3', pages, answers)
  expect(await screen.findByText('已经到底了')).toBeTruthy()
  expect(screen.queryByRole('link', { name: '下一页' })).toBeNull()
})

it('shows when nothing was found, with links', async () => {
  openPage('/search?keyword=无', pages, { [SEARCH]: good(SEARCH, { records: [], pages: 0 }) })
  expect(await screen.findByText('没有找到相关内容')).toBeTruthy()
  expect(screen.getByRole('link', { name: '查看站内热搜' }).getAttribute('href')).toBe('/hot')
})

it('makes no request without a keyword, and has a form that works without scripts', async () => {
  const { fetch } = openPage('/search?keyword=%20', pages, answers)
  const field = await screen.findByRole<HTMLInputElement>('searchbox', { name: '关键词' })
  expect(field.name).toBe('keyword')
  expect(field.form?.getAttribute('action')).toBe('/search')
  expect(field.form?.method).toBe('get')
  expect(fetch.of(SEARCH)).toEqual([])
  fireEvent.change(field, { target: { value: '翡翠' } })
  fireEvent.submit(field.form as HTMLFormElement)
  expect(await screen.findByRole('region', { name: '“翡翠”的搜索结果' })).toBeTruthy()
})

it('reports only a keyword with hits', async () => {
  const { fetch } = openPage('/search?keyword=绿 松石&page=2', pages, answers)
  await screen.findByRole('region', { name: '“绿松石”的搜索结果' })
  // Effects run twice in development; upstream counts a client once.
  const reported = fetch.of('POST /v1/hot').map(({ body }) => body)
  expect(new Set(reported.map((body) => JSON.stringify(body)))).toEqual(new Set(['{"keyword":"绿松石"}']))
  const empty = openPage('/search?keyword=无', pages, { [SEARCH]: good(SEARCH, { records: [], pages: 0 }) })
  await screen.findByText('没有找到相关内容')
  expect(empty.fetch.of('POST /v1/hot')).toEqual([])
})

it('shows an error page when the search fails', async () => {
  openPage('/search?keyword=a', pages, { [SEARCH]: bad(504, '没有及时答复') })
  expect(await screen.findByRole('heading', { name: '出错' })).toBeTruthy()
})

it('is hidden from search engines', () => {
  const match = { params: {}, query: new URLSearchParams() }
  expect(searchMeta({ keyword: '', page: 1, found: null }, match)).toEqual({ title: '搜索新闻', isHidden: true })
})

it('shows the first page, the last, and those around the current one', () => {
  expect(listPageNumbers(1, 3)).toEqual([1, 2, 3])
  expect(listPageNumbers(6, 20)).toEqual([1, null, 4, 5, 6, 7, 8, null, 20])
  expect(listPageNumbers(3, 20)).toEqual([1, 2, 3, 4, 5, null, 20])
})
