import type { ManagedArticle } from '@portal/contract/articles/article-shapes.ts'
import type { BulkJob } from '@portal/contract/articles/bulk-jobs.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { bad, good } from '#testing/answering.ts'
import { openManage, staffAnswers } from '#testing/open-manage.tsx'

const LIST = 'GET /v1/manage/articles'
const JOB = 'GET /v1/manage/articles/bulkJobs'
const START = 'POST /v1/manage/articles/bulkJobs'

const makeRow = (id: number): ManagedArticle => ({
  id,
  title: `文章${id}`,
  userId: 'u',
  nickname: '林知微',
  categoryId: 33,
  categoryName: '研究',
  state: 'draft',
  publishAt: null,
  isStick: 0,
  isRecommend: 0,
  isCarousel: 0,
  quantity: 0,
  changeTime: '2026-11-20 10:00:00',
  version: 1,
  lockedBy: null,
  hasDraft: false,
  brokenLinks: 0,
  picturesWithoutText: 0,
})
const makeJob = (more: Partial<BulkJob> = {}): BulkJob => ({
  id: 'j1',
  action: 'stick',
  total: 1234,
  position: 40,
  done: 40,
  skipped: 0,
  firstSkipped: [],
  startTime: '2026-11-20 10:00:00',
  finishTime: null,
  ...more,
})
const COUNTS = { all: 1234, waiting: 0, draft: 1234, scheduled: 0, published: 0, offShelf: 0, faults: 0 }

const open = (more = {}, path = '/articles?author=%E6%9E%97%E7%9F%A5%E5%BE%AE') =>
  openManage(
    staffAnswers(
      {},
      {
        [LIST]: good(LIST, { records: [makeRow(1), makeRow(2)], next: '1_1' }),
        [JOB]: good(JOB, null),
        'GET /v1/manage/articles/counts': good('GET /v1/manage/articles/counts', COUNTS),
        'GET /v1/manage/articles/matching': good('GET /v1/manage/articles/matching', { total: 1234 }),
        'GET /v1/category/': good('GET /v1/category/', []),
        'GET /v1/tag/': good('GET /v1/tag/', []),
        ...more,
      },
    ),
    path,
  )
const findButton = (name: string | RegExp) => screen.findByRole('button', { name })
const press = async (name: string | RegExp) => fireEvent.click(await findButton(name))

beforeEach(() => localStorage.clear())

it('changes all articles of the filter, beyond the shown page, after a confirmation', async () => {
  const newest = vi.fn().mockReturnValueOnce(good(JOB, null)).mockReturnValue(good(JOB, makeJob()))
  const { fetch } = open({ [JOB]: newest, [START]: good(START, makeJob({ position: 0, done: 0 })) })
  fireEvent.click(await screen.findByRole('checkbox', { name: /全/ }))
  await press('选择全部 1,234 篇')
  expect(screen.getByText('已选全部 1,234 篇')).toBeTruthy()
  await press('置顶')
  expect(await screen.findByRole('dialog', { name: '置顶 1,234 篇文章？' })).toBeTruthy()
  expect(fetch.of(START)).toEqual([])
  fireEvent.click((await screen.findAllByRole('button', { name: '置顶' })).at(-1) as HTMLElement)
  expect(await screen.findByText(/正在置顶：40 \/ 1,234 篇/)).toBeTruthy()
  expect(fetch.of(START).map(({ body }) => body)).toEqual([{ filter: { author: '林知微' }, action: 'stick' }])
})

it('returns to selected rows when one row of the whole filter is deselected', async () => {
  const { fetch } = open({
    'POST /v1/manage/articles/bulk': good('POST /v1/manage/articles/bulk', { done: [1], skipped: [] }),
  })
  fireEvent.click(await screen.findByRole('checkbox', { name: /全/ }))
  await press('选择全部 1,234 篇')
  fireEvent.click(screen.getByRole('checkbox', { name: /文章2/ }))
  expect(screen.getByText('已选 1 项')).toBeTruthy()
  await press('置顶')
  await waitFor(() => expect(fetch.of('POST /v1/manage/articles/bulk')).toHaveLength(1))
  expect(fetch.of(START)).toEqual([])
})

it('asks before selected articles are published or taken off, and says what was done', async () => {
  const { fetch } = open({
    'POST /v1/manage/articles/bulk': good('POST /v1/manage/articles/bulk', { done: [2], skipped: [] }),
  })
  fireEvent.click(await screen.findByRole('checkbox', { name: /文章2/ }))
  await press('下架')
  const dialog = within(await screen.findByRole('dialog', { name: '下架 1 篇文章？' }))
  expect(fetch.of('POST /v1/manage/articles/bulk')).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: '下架' }))
  expect(await screen.findByText('已下架 1 篇')).toBeTruthy()
  expect(fetch.of('POST /v1/manage/articles/bulk')[0]?.body).toEqual({ ids: [2], action: 'takeOff' })
})

const FAULTS = 'POST /v1/manage/articles/faults'

it('names articles with faults before it publishes or schedules several', async () => {
  const rows = [1, 2, 3, 4, 5].map((id) => ({ ...makeRow(id), ...(id === 5 && { state: 'published' as const }) }))
  const faulty = [1, 2, 3, 4].map((id) => ({ id, closedLinks: 1, picturesWithoutText: id === 2 ? 3 : 0 }))
  const { fetch } = open({ [LIST]: good(LIST, { records: rows, next: null }), [FAULTS]: good(FAULTS, faulty) })
  fireEvent.click(await screen.findByRole('checkbox', { name: /全/ }))
  await press('发布')
  const dialog = within(await screen.findByRole('dialog', { name: '发布 5 篇文章？' }))
  expect(dialog.getByText('有 4 篇的链接读者打不开').parentElement?.textContent).toContain(
    '“文章1”、“文章2”、“文章3”等 4 篇。',
  )
  expect(dialog.getByText('有 1 篇的图片没有替代文字').parentElement?.textContent).toContain('“文章2”。')
  expect(fetch.of(FAULTS).map(({ body }) => body)).toEqual([{ ids: [1, 2, 3, 4] }])
  fireEvent.click(dialog.getByRole('button', { name: '关闭' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press('定时发布')
  expect(within(await screen.findByRole('dialog')).getByText('有 4 篇的链接读者打不开')).toBeTruthy()
})

it('marks articles with drafts, and names them before and after it skips them', async () => {
  const rows = [1, 2, 3].map((id) => ({ ...makeRow(id), hasDraft: id < 3 }))
  const skipped = [1, 2].map((id) => ({ id, title: `文章${id}`, reason: '有草稿，请打开后发布' }))
  const BULK = 'POST /v1/manage/articles/bulk'
  open({
    [LIST]: good(LIST, { records: rows, next: null }),
    [FAULTS]: good(FAULTS, []),
    [BULK]: good(BULK, { done: [3], skipped }),
  })
  fireEvent.click(await screen.findByRole('checkbox', { name: /全/ }))
  expect(screen.getAllByText('有草稿')).toHaveLength(2)
  await press('定时发布')
  const schedule = within(await screen.findByRole('dialog', { name: '定时发布' }))
  expect(schedule.getByText('跳过 2 篇有草稿的').parentElement?.textContent).toContain('“文章1”、“文章2”。')
  fireEvent.click(schedule.getByRole('button', { name: '关闭' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press('发布')
  const dialog = within(await screen.findByRole('dialog', { name: '发布 3 篇文章？' }))
  expect(dialog.getByText('跳过 2 篇有草稿的')).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: '发布' }))
  const message = await screen.findByText('已发布 1 篇，跳过 2 篇：“文章1”、“文章2”有草稿，请打开后发布')
  expect(message.closest('[role]')?.getAttribute('data-lasting')).toBe('true')
})

it('asks before publishing also when the check fails', async () => {
  open({ [FAULTS]: bad(500, '出错') })
  fireEvent.click(await screen.findByRole('checkbox', { name: /文章2/ }))
  await press('发布')
  expect(await screen.findByRole('dialog', { name: '发布 1 篇文章？' })).toBeTruthy()
  expect(screen.queryByText(/读者打不开/)).toBeNull()
})

it('shows the result of the last change until it is dismissed', async () => {
  const firstSkipped = [{ id: 9, title: '空文', reason: '没有正文' }]
  const ended = makeJob({ position: 1234, done: 1233, skipped: 1, firstSkipped, finishTime: '2026-11-20 10:01:00' })
  const { unmount } = open({ [JOB]: good(JOB, ended) })
  expect(await screen.findByText(/已处理 1,233 篇，跳过 1 篇/)).toBeTruthy()
  expect(screen.getByText('空文：没有正文')).toBeTruthy()
  await press('知道了')
  expect(screen.queryByText(/已处理/)).toBeNull()
  unmount()
  open({ [JOB]: good(JOB, ended) })
  await screen.findByText('文章1')
  expect(screen.queryByText(/已处理/)).toBeNull()
})

it('filters by the name of a writer', async () => {
  const { fetch } = open({}, '/articles')
  const field = await screen.findByLabelText('作者：')
  const before = fetch.of(LIST).length
  fireEvent.change(field, { target: { value: '林知' } })
  expect(fetch.of(LIST)).toHaveLength(before)
  fireEvent.change(field, { target: { value: '林知微' } })
  await waitFor(() => expect(fetch.of(LIST).at(-1)?.query.get('author')).toBe('林知微'))
})
