import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Answers, bad, good } from '#testing/answering.ts'
import { openPage } from '#testing/open-page.tsx'
import { Component as ArchivePage, loader as archiveLoader } from './archive-page.tsx'

const pages = [{ path: '/archive', Component: ArchivePage, loader: archiveLoader, errorElement: <h1>出错</h1> }]

const ARCHIVE = 'GET /v1/article/archive'
const answers: Answers = {
  [ARCHIVE]: good(
    ARCHIVE,
    [
      { time: '2026-11', list: [{ id: 9, title: '新版证书启用', time: '2026-11-12 09:30:00', formatTime: '11-12' }] },
      { time: '2025-12', list: [{ id: 4, slug: 'review', title: '年度检测工作回顾', formatTime: '12-26' }] },
    ],
    { total: 1286 },
  ),
}

const getYear = (title: string) => screen.getByText(title).closest('details') as HTMLDetailsElement

it('lists all articles by year and month, with the newest year open', async () => {
  openPage('/archive', pages, answers)
  expect(await screen.findByRole('heading', { level: 1, name: '文章归档' })).toBeTruthy()
  expect(screen.getByText('共 1,286 篇，按时间排列。')).toBeTruthy()
  const row = screen.getByRole('link', { name: '新版证书启用' })
  expect(row.getAttribute('href')).toBe('/article/9')
  expect(screen.getByText('年度检测工作回顾').closest('a')?.getAttribute('href')).toBe('/article/review')
  expect(screen.getByText('11-12').getAttribute('datetime')).toBe('2026-11-12')
  expect(getYear('新版证书启用').open).toBe(true)
  expect(getYear('年度检测工作回顾').open).toBe(false)
})

it('opens a year on each click of its link', async () => {
  openPage('/archive', pages, answers)
  const years = within(await screen.findByRole('navigation', { name: '年份' }))
  const jump = years.getByRole('link', { name: '2025 1 篇' })
  fireEvent.click(jump)
  await waitFor(() => expect(getYear('年度检测工作回顾').open).toBe(true))
  getYear('年度检测工作回顾').open = false
  fireEvent.click(jump)
  await waitFor(() => expect(getYear('年度检测工作回顾').open).toBe(true))
})

it('opens the year that the address names', async () => {
  openPage('/archive#y2025', pages, answers)
  await screen.findByText('年度检测工作回顾')
  await waitFor(() => expect(getYear('年度检测工作回顾').open).toBe(true))
})

it('shows an empty state without articles', async () => {
  openPage('/archive', pages, { [ARCHIVE]: good(ARCHIVE, []) })
  expect(await screen.findByText('暂无数据')).toBeTruthy()
})

it('shows an error page when the archive cannot be loaded', async () => {
  openPage('/archive', pages, { [ARCHIVE]: bad(502, '暂时连接不上数据服务') })
  expect(await screen.findByRole('heading', { name: '出错' })).toBeTruthy()
})
