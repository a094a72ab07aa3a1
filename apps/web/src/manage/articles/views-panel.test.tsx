import type { ArticleViews } from '@portal/contract/articles/article-views.ts'
import { render, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ApiContext } from '#lib/api/api-context.ts'
import { createStaffApi } from '#manage/staff/staff-api.ts'
import { answering, bad, good } from '#testing/answering.ts'
import { ViewsPanel } from './views-panel.tsx'

const VIEWS: string = 'GET /v1/manage/articles/25/views'
const days = Array.from({ length: 30 }, (_none, nth) => `2026-11-${String(nth + 1).padStart(2, '0')}`)
const figures = (views: Record<number, number>, more: Partial<ArticleViews> = {}) => ({
  days,
  views: days.map((_day, nth) => views[nth + 1] ?? 0),
  ends: days.map((_day, nth) => (nth === 11 ? 7 : 0)),
  sources: [],
  ...more,
})

const makePanel = (articleId: number) => (
  <ApiContext value={createStaffApi()}>
    <ViewsPanel articleId={articleId} />
  </ApiContext>
)

function open(answer: unknown, more: Record<string, unknown> = {}) {
  vi.stubGlobal('fetch', answering({ [VIEWS]: answer, ...more } as never))
  return render(makePanel(25))
}

it('describes the bars in words, with sources by their names and the figures of each day', async () => {
  const sources = [
    { name: 'zhihu.com', times: 60 },
    { name: 'search', times: 30 },
    { name: 'other', times: 14 },
  ]
  open(good('GET /v1/manage/articles/{id}/views', figures({ 12: 94, 30: 10 }, { sources })))
  const bars = await screen.findByRole('img', { name: '近 30 天浏览 104 次，最多：11-12，94 次' })
  expect(bars.querySelectorAll('rect')).toHaveLength(30)
  expect(document.querySelectorAll('[style]')).toHaveLength(0)
  const readRows = (name: string) =>
    within(screen.getByRole('table', { name }))
      .getAllByRole('row')
      .map((row) => row.textContent)
  expect(readRows('从哪里来')).toEqual(['从哪里来浏览', 'zhihu.com60', '搜索引擎30', '其他14'])
  expect(readRows('每日浏览与读完')).toContain('11-12947')
  expect(screen.getByText('读完 7 次')).toBeTruthy()
})

it('says that nobody has read the article', async () => {
  open(good('GET /v1/manage/articles/{id}/views', figures({})))
  expect(await screen.findByText('还没有人浏览')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})

it('is left out when the figures cannot be read', async () => {
  const failure = { 'GET /v1/manage/articles/26/views': bad(500, '出错了') }
  const { container, rerender } = open(good('GET /v1/manage/articles/{id}/views', figures({})), failure)
  await screen.findByText('还没有人浏览')
  rerender(makePanel(26))
  await waitFor(() => expect(container.textContent).toBe(''))
})
