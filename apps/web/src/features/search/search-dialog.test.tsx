import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openDialog, useDialogs } from '#lib/dialogs.ts'
import { type Answers, type Asked, good } from '#testing/answering.ts'
import { makePlainPages, openPage } from '#testing/open-page.tsx'
import { DEBOUNCE_MS } from './use-search.ts'

const SEARCH = 'GET /v1/article/search'

const hits = [
  { id: 1, title: '<em class="hit">绿松石</em>鉴别', summary: '红外光谱', categoryId: 33 },
  { id: 2, title: '新增<em class="hit">绿松石</em>服务', categoryId: '32' },
  { id: 3, title: '改版说明', categoryId: 32, isLinkFlag: 1, linkUrl: 'https://example.org/news' },
  { id: 4, title: '不可信', categoryId: 33, isLinkFlag: true, linkUrl: 'javascript:alert(1)' },
  { id: 5, title: '<em class="hit">常见</em>问题', categoryId: '36' },
]
const found = good(SEARCH, { records: hits, pages: 1 })

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})

async function openSearch(answers: Answers = { [SEARCH]: found }) {
  const page = openPage('/', makePlainPages('/', '/tags', '/article/:id', '/news-article/:id'), answers)
  await screen.findByRole('heading', { name: '页面 /' })
  act(() => openDialog('search'))
  const dialog = within(await screen.findByRole('dialog', { name: '搜索新闻' }))
  const field = dialog.getByRole<HTMLInputElement>('searchbox', { name: '关键词' })
  const typeIn = (value: string, init = {}) => fireEvent.input(field, { target: { value }, ...init })
  return { ...page, dialog, field, typeIn }
}

const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

describe('the keyword', () => {
  it('searches after a pause, without its whitespace, ten hits at a time', async () => {
    const { fetch, typeIn, field, dialog } = await openSearch()
    expect(field.placeholder).toBe('请输入关键词')
    typeIn('绿')
    await advance(DEBOUNCE_MS - 50)
    typeIn(' 绿 松\u3000石 ')
    await advance(DEBOUNCE_MS - 50)
    expect(fetch.of(SEARCH)).toEqual([])
    await advance(50)
    expect(fetch.of(SEARCH).map(({ query }) => query.toString())).toEqual([
      new URLSearchParams({ pageNo: '1', pageSize: '10', keyword: '绿松石' }).toString(),
    ])
    await dialog.findByText('已经到底了')
  })

  it('clears the results when it is empty', async () => {
    const { fetch, typeIn, dialog } = await openSearch()
    typeIn('绿松石')
    await dialog.findByText('鉴别')
    typeIn('  ')
    expect(dialog.queryByText('鉴别')).toBeNull()
    await advance(DEBOUNCE_MS)
    expect(fetch.of(SEARCH)).toHaveLength(1)
  })

  it('is cut at the maximum length', async () => {
    const { fetch, typeIn } = await openSearch()
    typeIn('翡翠'.repeat(80))
    await advance(DEBOUNCE_MS)
    expect(fetch.of(SEARCH)[0]?.query.get('keyword')).toBe('翡翠'.repeat(50))
  })

  it('aborts the older search for a newer one', async () => {
    const isSlow = ({ query }: Asked) =>
      query.get('keyword') === '旧'
        ? new Promise<never>(() => {})
        : good(SEARCH, { records: [{ id: 9, title: '新的结果' }], pages: 1 })
    const { fetch, typeIn, dialog } = await openSearch({ [SEARCH]: isSlow })
    typeIn('旧')
    await advance(DEBOUNCE_MS)
    typeIn('新')
    await dialog.findByText('新的结果')
    expect(fetch.of(SEARCH)[0]?.signal?.aborted).toBe(true)
  })

  it('starts no search during composition', async () => {
    const { fetch, typeIn, field, dialog } = await openSearch()
    typeIn('lü', { isComposing: true })
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true })
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 })
    await advance(DEBOUNCE_MS * 2)
    expect(fetch.of(SEARCH)).toEqual([])
    fireEvent.compositionEnd(field, { target: { value: '绿松石' } })
    await dialog.findByText('鉴别')
  })

  it('shows when nothing was found', async () => {
    const { typeIn, dialog } = await openSearch({ [SEARCH]: good(SEARCH, { records: [], pages: 0 }) })
    typeIn('无')
    await waitFor(() => expect(dialog.getByRole('status').textContent).toBe('没有找到相关内容'))
  })
})

describe('the hits', () => {
  it('link to news, articles, standing pages, and to other sites in a new tab', async () => {
    const { typeIn, dialog } = await openSearch()
    typeIn('绿松石')
    await dialog.findByText('鉴别')
    const links = dialog.getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/article/1',
      '/news-article/2',
      'https://example.org/news',
      '/article/4',
      '/question',
    ])
    expect(links[2]?.getAttribute('target')).toBe('_blank')
    expect(links[2]?.getAttribute('rel')).toContain('noopener')
    expect(links[0]?.querySelector('em')?.textContent).toBe('绿松石')
  })

  it('are reachable by the arrow keys', async () => {
    const { typeIn, field, dialog } = await openSearch()
    typeIn('绿松石')
    await dialog.findByText('鉴别')
    const links = dialog.getAllByRole('link')
    field.focus()
    for (const [key, stop] of [
      ['ArrowDown', links[0]],
      ['ArrowDown', links[1]],
      ['ArrowUp', links[0]],
      ['ArrowUp', field],
    ] as const) {
      fireEvent.keyDown(document.activeElement ?? field, { key })
      expect(document.activeElement).toBe(stop)
    }
  })

  it('close the dialog when one is followed', async () => {
    const { typeIn, dialog, router } = await openSearch()
    typeIn('绿松石')
    fireEvent.click(await dialog.findByText('鉴别'))
    await screen.findByRole('heading', { name: '页面 /article/:id' })
    expect(router.state.location.pathname).toBe('/article/1')
    expect(useDialogs.getState().open).toBeNull()
  })

  it('load the next page, and end with 已经到底了', async () => {
    const makePage = ({ query }: Asked) =>
      good(SEARCH, { records: [{ id: Number(query.get('pageNo')), title: `第${query.get('pageNo')}页` }], pages: 2 })
    const { typeIn, dialog } = await openSearch({ [SEARCH]: makePage })
    typeIn('多')
    fireEvent.click(await dialog.findByRole('button', { name: '加载更多' }))
    await dialog.findByText('已经到底了')
    expect(dialog.getAllByRole('link').map((link) => link.textContent)).toEqual(['第1页', '第2页'])
    await waitFor(() => expect(document.activeElement).toBe(dialog.getAllByRole('link')[1]))
  })
})

describe('the dialog', () => {
  it('closes with the search button, which opens the news', async () => {
    const { dialog, router } = await openSearch()
    fireEvent.click(dialog.getByRole('button', { name: '搜索' }))
    await screen.findByRole('heading', { name: '页面 /tags' })
    expect(router.state.location.search).toBe('?categoryId=32')
    expect(useDialogs.getState().open).toBeNull()
  })

  it('passes the keyword to the list', async () => {
    const { dialog, router, typeIn } = await openSearch()
    typeIn(' 翡 翠 & 玉')
    fireEvent.click(dialog.getByRole('button', { name: '搜索' }))
    await screen.findByRole('heading', { name: '页面 /tags' })
    expect(new URLSearchParams(router.state.location.search).get('keyword')).toBe('翡翠&玉')
  })

  it('closes with Escape and with a click outside', async () => {
    const { typeIn, field } = await openSearch()
    typeIn('绿松石')
    fireEvent.keyDown(field, { key: 'Escape', isComposing: true })
    expect(useDialogs.getState().open).not.toBeNull()
    fireEvent.keyDown(field, { key: 'Escape' })
    expect(useDialogs.getState().open).toBeNull()
    act(() => openDialog('search'))
    await screen.findByRole('dialog')
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
    expect(useDialogs.getState().open).toBeNull()
    act(() => openDialog('search'))
    fireEvent.mouseDown(await screen.findByRole('dialog'))
    expect(useDialogs.getState().open).toBeNull()
  })

  it('closes when the page changes', async () => {
    const { router } = await openSearch()
    await act(() => router.navigate('/tags'))
    await waitFor(() => expect(useDialogs.getState().open).toBeNull())
  })
})
