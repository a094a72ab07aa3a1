import type { ManagedArticle } from '@portal/contract/articles/article-shapes.ts'
import type { BulkJob } from '@portal/contract/articles/bulk-jobs.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { good } from '#testing/answering.ts'
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
