import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openPage } from '#testing/open-page.tsx'
import { ArticlePage, articleLoader, articleMeta } from './article-page.tsx'

const REPORT = 'GET /v1/report'
const pages = [
  { path: '/article/:articleId', Component: ArticlePage, loader: articleLoader, handle: { meta: articleMeta } },
]
const article = {
  id: 25,
  title: '绿松石',
  content: '<p>铁线。</p>',
  category: { id: 33, name: '研究' },
  nickname: '周观澜',
  createTime: 1_793_322_000_000,
  readType: 0,
}

let seeEnd: () => void
let referrer = ''
let firstPage = ''
let spies: { mockRestore: () => void }[] = []
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  sessionStorage.clear()
  history.replaceState(null, '', '/article/25')
  referrer = ''
  firstPage = '/article/25'
  spies = [
    vi.spyOn(document, 'referrer', 'get').mockImplementation(() => referrer),
    vi
      .spyOn(performance, 'getEntriesByType')
      .mockImplementation(() => [{ name: location.origin + firstPage }] as unknown as PerformanceEntryList),
  ]
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly report: (entries: { isIntersecting: boolean }[]) => void
      constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
        this.report = report
      }
      observe(target: Element) {
        // The outline observes headings.
        if (target.tagName === 'SPAN') seeEnd = () => this.report([{ isIntersecting: true }])
      }
      disconnect() {}
    },
  )
})
afterEach(() => {
  for (const spy of spies) spy.mockRestore()
})

/** Opens the article and returns its reports. */
async function read(changes: object = {}) {
  const { fetch, unmount } = openPage('/article/25', pages, {
    'GET /v1/article/info': { code: 200, data: { ...article, ...changes } },
    'GET /bff/session': new Promise<never>(() => {}),
    [REPORT]: { code: 200, data: null },
  })
  await screen.findByRole('heading', { level: 1 })
  await act(() => vi.advanceTimersByTimeAsync(50))
  return { unmount, list: () => fetch.of(REPORT).map(({ query }) => Object.fromEntries(query)) }
}

it('reports that an article was opened, and its end once the reader has seen it after ten seconds', async () => {
  const { list } = await read()
  expect(list()).toEqual([{ article: '25', step: 'open' }])
  act(() => seeEnd())
  await act(() => vi.advanceTimersByTimeAsync(9_000))
  expect(list()).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(1_500))
  expect(list()).toEqual([
    { article: '25', step: 'open' },
    { article: '25', step: 'end' },
  ])
})

it('reports no end to a reader who leaves before', async () => {
  const { list, unmount } = await read()
  act(() => seeEnd())
  unmount()
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(list()).toHaveLength(1)
})

it.each([
  ['https://www.zhihu.com/question/1?from=mail&name=lin', 'www.zhihu.com'],
  ['http://localhost:3000/hot', 'self'],
  ['http://[2001:db8::1]/x', 'other'],
  ['', undefined],
])('names the host of %j alone: %s', async (address, from) => {
  referrer = address === 'http://localhost:3000/hot' ? `${location.origin}/hot` : address
  const { list } = await read()
  expect(list()[0]?.from).toBe(from)
  expect(JSON.stringify(list())).not.toMatch(/question|mail|lin|hot/)
})

it('names this site when another page of it was opened first', async () => {
  referrer = 'https://www.baidu.com/'
  firstPage = '/hot'
  expect((await read()).list()[0]?.from).toBe('self')
})

it('counts a reload within half an hour once', async () => {
  const first = await read()
  first.unmount()
  vi.setSystemTime(Date.now() + 29 * 60_000)
  const again = await read()
  expect(again.list()).toEqual([])
  again.unmount()
  vi.setSystemTime(Date.now() + 2 * 60_000)
  expect((await read()).list()).toHaveLength(1)
  expect(Object.keys(JSON.parse(sessionStorage.getItem('article-reads') ?? ''))).toEqual(['open 25'])
})

it('reports no unpublished article', async () => {
  expect((await read({ isPublish: 3 })).list()).toEqual([])
})
