import type { CalendarEntry } from '@portal/contract/articles/article-calendar.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { type Answers, bad, good } from '#testing/answering.ts'
import { openArea, staffAnswers } from '#testing/open-manage.tsx'

const CALENDAR = 'GET /v1/manage/articles/calendar'
const MOVE = 'PUT /v1/manage/articles/1/schedule' as 'PUT /v1/manage/articles/{id}/schedule'

const makeEntry = (id: number, more: Partial<CalendarEntry> = {}): CalendarEntry => ({
  id,
  title: `文章${id}`,
  state: 'scheduled',
  isUpdate: false,
  time: '2026-12-05 09:00',
  version: 3,
  ...more,
})
/** The weeks of December 2026: Monday 30 November to Sunday 3 January. */
const DAYS = Array.from({ length: 35 }, (_none, nth) => {
  const day = new Date(Date.UTC(2026, 10, 30 + nth)).toISOString().slice(0, 10)
  const isHoliday = day >= '2027-01-01'
  return { day, special: isHoliday ? '元旦' : null, isClosed: isHoliday || nth % 7 > 4 }
})

let entries: CalendarEntry[]
beforeEach(() => {
  entries = [makeEntry(1), makeEntry(2, { state: 'published', time: '2026-12-01 08:00' })]
})

/** Opens the calendar; a move changes the entries as upstream does. */
const open = (answers: Answers = {}, path = '/articles/calendar?month=2026-12') =>
  openArea(path, {
    answers: staffAnswers(
      { duties: ['edit'] },
      {
        [CALENDAR]: ({ query }: { query: URLSearchParams }) => {
          const month = query.get('month') ?? '2026-12'
          return good(CALENDAR, { month, today: '2026-12-04', days: DAYS, entries, hasMore: false })
        },
        [MOVE]: ({ body }: { body: unknown }) => {
          const { publishAt } = body as { publishAt: string }
          entries = entries.map((entry) => (entry.id === 1 ? { ...entry, time: publishAt } : entry))
          return good(MOVE, null)
        },
        ...answers,
      },
    ),
  })
const findCell = async (day: string) => {
  await screen.findByRole('grid')
  return document.querySelector<HTMLElement>(`[data-day="${day}"]`) as HTMLElement
}

it('shows a grid with weekdays, closed days, holidays and the articles of each day', async () => {
  open()
  const grid = await screen.findByRole('grid', { name: '2026年12月' })
  expect(
    within(grid)
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual('周一 周二 周三 周四 周五 周六 周日'.split(' '))
  expect(within(grid).getAllByRole('gridcell')).toHaveLength(35)
  expect((await findCell('2026-12-05')).textContent).toBe('12月5日5休息09:00 定时文章1')
  expect((await findCell('2027-01-01')).textContent).toBe('1月1日1元旦 休息')
  expect((await findCell('2026-12-04')).getAttribute('aria-current')).toBe('date')
  expect(screen.getByRole('link', { name: '文章2' }).getAttribute('href')).toBe('/articles/2')
})

it('has one day in the tab order, which the arrow keys choose, and only its articles', async () => {
  open()
  const today = await findCell('2026-12-04')
  expect(document.querySelectorAll('[role=gridcell][tabindex="0"]')).toHaveLength(1)
  expect(today.tabIndex).toBe(0)
  today.focus()
  for (const [key, day] of [
    ['ArrowRight', '2026-12-05'],
    ['ArrowDown', '2026-12-12'],
    ['Home', '2026-12-07'],
    ['End', '2026-12-13'],
    ['ArrowUp', '2026-12-06'],
    ['ArrowLeft', '2026-12-05'],
  ] as const) {
    fireEvent.keyDown(document.activeElement as Element, { key })
    expect(document.activeElement).toBe(await findCell(day))
  }
  expect(screen.getByRole('link', { name: '文章1' }).tabIndex).toBe(0)
  expect(screen.getByRole('link', { name: '文章2' }).tabIndex).toBe(-1)
  screen.getByRole('link', { name: '文章1' }).focus()
  fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' })
  expect(document.activeElement).toBe(await findCell('2026-12-05'))
})

it('moves a scheduled article by a day with the keyboard, keeps the focus on it, and takes it back', async () => {
  const { fetch } = open()
  const link = await screen.findByRole('link', { name: '文章1' })
  link.focus()
  expect(fireEvent.keyDown(link, { key: 'ArrowRight', altKey: true })).toBe(false)
  expect(await screen.findByText('《文章1》改到 12月6日 09:00 发布。')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.closest('td')?.dataset.day).toBe('2026-12-06'))
  expect(document.activeElement?.textContent).toBe('文章1')
  fireEvent.click(screen.getByRole('button', { name: '撤销' }))
  await waitFor(() => expect(entries[0]?.time).toBe('2026-12-05 09:00'))
  await waitFor(() => expect(screen.queryByRole('button', { name: '撤销' })).toBeNull())
  expect(fetch.of(MOVE).map(({ body }) => body)).toEqual([
    { version: 3, publishAt: '2026-12-06 09:00' },
    { version: 3, publishAt: '2026-12-05 09:00' },
  ])
})

it('moves the only scheduled article of the chosen day, and never a published one', async () => {
  const { fetch } = open()
  const cell = await findCell('2026-12-05')
  cell.focus()
  fireEvent.keyDown(cell, { key: 'ArrowLeft', altKey: true })
  await waitFor(() => expect(entries[0]?.time).toBe('2026-12-04 09:00'))
  const published = screen.getByRole('link', { name: '文章2' })
  expect(fireEvent.keyDown(published, { key: 'ArrowRight', altKey: true })).toBe(false)
  expect(fetch.of(MOVE)).toHaveLength(1)
})

it('chooses another time in a dialog', async () => {
  const { fetch } = open()
  fireEvent.click(await screen.findByRole('button', { name: '改《文章1》的发布时间' }))
  const dialog = await screen.findByRole('dialog', { name: '改发布时间' })
  const field = within(dialog).getByLabelText(/发布时间/)
  expect((field as HTMLInputElement).value).toBe('2026-12-05T09:00')
  fireEvent.change(field, { target: { value: '2099-12-20T14:30' } })
  fireEvent.click(within(dialog).getByRole('button', { name: '改到这时' }))
  await waitFor(() =>
    expect(fetch.of(MOVE).map(({ body }) => body)).toEqual([{ version: 3, publishAt: '2099-12-20 14:30' }]),
  )
  // The calendar goes to the month of the new day.
  await waitFor(() => expect(fetch.of(CALENDAR).at(-1)?.query.get('month')).toBe('2099-12'))
})

it('leaves the article where it is when the move is refused', async () => {
  open({ [MOVE]: bad(400, '发布时间已过，请选择以后的时间') })
  const link = await screen.findByRole('link', { name: '文章1' })
  fireEvent.keyDown(link, { key: 'ArrowLeft', altKey: true })
  expect(await screen.findByText('发布时间已过，请选择以后的时间')).toBeTruthy()
  expect((await findCell('2026-12-05')).textContent).toContain('文章1')
  expect(screen.queryByRole('button', { name: '撤销' })).toBeNull()
})

it('lists the days that have articles or are special', async () => {
  open({}, '/articles/calendar?month=2026-12&view=list')
  await screen.findByRole('link', { name: '文章1' })
  expect(screen.queryByRole('grid')).toBeNull()
  expect(screen.getAllByRole('heading', { level: 3 }).map((head) => head.textContent)).toEqual([
    '12月1日 周二 ',
    '12月5日 周六 休息',
  ])
})

it('shows four articles of a day and leads to the list for the others', async () => {
  entries = [1, 2, 3, 4, 5, 6].map((id) => makeEntry(id))
  open()
  const cell = within(await findCell('2026-12-05'))
  expect(cell.getAllByRole('listitem')).toHaveLength(4)
  expect(cell.getByRole('link', { name: '另有 2 篇' }).getAttribute('href')).toMatch(/view=list#2026-12-05$/)
})
