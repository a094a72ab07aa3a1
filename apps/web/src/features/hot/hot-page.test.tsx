import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { type Answers, type Asked, bad } from '#testing/answering.ts'
import { openPage } from '#testing/open-page.tsx'
import { Component as HotPage, loader as hotLoader } from './hot-page.tsx'

const pages = [{ path: '/hot', Component: HotPage, loader: hotLoader }]

const makeList = (...data: object[]) => ({ code: 200, data: { code: 200, data } })

function makeAnswers(byType: Record<string, unknown>): Answers {
  const refused = bad(500, '未接入该来源')
  return { 'GET /v1/hot': ({ query }: Asked) => (byType[query.get('type') ?? ''] ?? refused) as never }
}

const findColumn = async (name: string) => within(await screen.findByRole('region', { name }))

it('ranks the site’s keywords, each linked to its search', async () => {
  openPage(
    '/hot',
    pages,
    makeAnswers({ site: makeList({ keyword: '翡翠 A 货', url: '/elsewhere' }, { keyword: '绿松石' }) }),
  )
  const links = (await findColumn('站内搜索')).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['翡翠 A 货', `/search?keyword=${encodeURIComponent('翡翠 A 货')}`],
    ['绿松石', `/search?keyword=${encodeURIComponent('绿松石')}`],
  ])
})

it('opens links of other sites in a new tab, and leaves out invalid addresses', async () => {
  const weibo = makeList({ title: '金价', url: 'https://s.weibo.com/1' }, { title: '坏', url: 'javascript:alert(1)' })
  openPage('/hot', pages, makeAnswers({ site: makeList(), weibo }))
  const [link, ...others] = (await findColumn('微博热搜')).getAllByRole('link')
  expect(others).toEqual([])
  expect(link?.getAttribute('href')).toBe('https://s.weibo.com/1')
  expect(link?.getAttribute('target')).toBe('_blank')
  expect(link?.getAttribute('rel')).toContain('noopener')
})

it('shows a failure per source, and leaves out unconnected sources', async () => {
  openPage('/hot', pages, makeAnswers({ site: makeList({ keyword: '绿松石' }), zhihu: bad(502, '暂时连接不上') }))
  expect((await findColumn('知乎热榜')).getByText('暂时无法加载')).toBeTruthy()
  expect((await findColumn('站内搜索')).getByText('绿松石')).toBeTruthy()
  expect(screen.queryByRole('region', { name: '百度热搜' })).toBeNull()
})

it('shows no other sites when none is connected, and a link to the search when there are no searches yet', async () => {
  openPage('/hot', pages, makeAnswers({ site: makeList() }))
  expect((await findColumn('站内搜索')).getByRole('link', { name: '搜索新闻' }).getAttribute('href')).toBe('/search')
  expect(screen.queryByRole('heading', { name: '各平台热榜' })).toBeNull()
})

it('reloads a single source', async () => {
  const found: Record<string, unknown> = { site: bad(504, '没有及时答复') }
  const { fetch } = openPage('/hot', pages, makeAnswers(found))
  const site = await findColumn('站内搜索')
  found.site = makeList({ keyword: '绿松石' })
  fireEvent.click(site.getByRole('button', { name: /重新加载/ }))
  expect(await site.findByText('绿松石')).toBeTruthy()
  expect(fetch.of('GET /v1/hot')).toHaveLength(7)
})

it('does not wait for a slow source', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  openPage('/hot', pages, makeAnswers({ site: makeList({ keyword: '绿松石' }), toutiao: new Promise<never>(() => {}) }))
  await vi.advanceTimersByTimeAsync(1_500)
  await waitFor(async () => expect((await findColumn('头条热榜')).getByText('暂时无法加载')).toBeTruthy())
})
