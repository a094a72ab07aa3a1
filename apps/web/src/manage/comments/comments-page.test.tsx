import type { ManagedComment } from '@portal/contract/community/managed-comments.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { type Answers, good } from '#testing/answering.ts'
import { openArea, staffAnswers } from '#testing/open-manage.tsx'

const LIST = 'GET /v1/manage/comments'
const DELETED = 'GET /v1/manage/comments/deleted'
const COUNTS = 'GET /v1/manage/comments/counts'
const COUNTED = { waiting: 2, shown: 1001, rejected: 57, deleted: 1, oldestTime: '2026-11-18 21:40:00' }
const makeRow = (id: number, nickname: string, more: Partial<ManagedComment> = {}): ManagedComment => ({
  id,
  articleId: 25,
  articleTitle: '红外光谱鉴别要点',
  userId: 'a'.repeat(32),
  nickname,
  registerTime: '2026-11-17 09:00:00',
  replyNickname: null,
  text: `第 ${id} 条`,
  pictures: [],
  createTime: '2026-11-18 21:40:00',
  reasons: ['first'],
  word: null,
  changeTime: '2026-11-18 21:40:00',
  changedBy: null,
  ...more,
})
const rows = [makeRow(7, '陈石安'), makeRow(8, '江疏影'), makeRow(9, '何以珍')]

/** Opens the queue, in which decided comments are gone. */
function open(path = '/comments', answers: Answers = {}, duties: ('owner' | 'edit')[] = ['owner']) {
  const gone = new Set<number>()
  const decide =
    (isGone: boolean) =>
    ({ body }: { body: unknown }) => {
      const { ids } = body as { ids: number[] }
      for (const id of ids) isGone ? gone.add(id) : gone.delete(id)
      return good('POST /v1/manage/comments/approve', { done: ids, skipped: [] })
    }
  return openArea(path, {
    answers: staffAnswers(
      { duties },
      {
        [COUNTS]: good(COUNTS, COUNTED),
        [LIST]: () => good(LIST, { records: rows.filter(({ id }) => !gone.has(id)), hasMore: false }),
        'POST /v1/manage/comments/approve': decide(true),
        'POST /v1/manage/comments/reject': decide(true),
        'POST /v1/manage/comments/return': decide(false),
        ...answers,
      },
    ),
  })
}
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
const findRow = (name: string) => screen.findByRole('row', { name: new RegExp(name) })

afterEach(() => vi.useRealTimers())

it('shows why a comment waits, and marks the word and the link', async () => {
  const text = '加 微信看 https://a.test/1 的图'
  const records = [makeRow(7, '客服小美', { text, reasons: ['first', 'link', 'word'], word: '加微信' })]
  open('/comments', { [LIST]: good(LIST, { records, hasMore: false }) })
  const row = within(await findRow('客服小美'))
  expect(row.getByText('首次评论')).toBeTruthy()
  expect(row.getByText('含链接')).toBeTruthy()
  expect(row.getByText('命中词：加微信')).toBeTruthy()
  expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
    '加 微信',
    'https://a.test/1',
  ])
  expect(row.getByRole('link', { name: '红外光谱鉴别要点' }).getAttribute('href')).toBe('/article/25#comments')
  expect(screen.getByRole('link', { name: '已通过1000+' })).toBeTruthy()
  expect(screen.getByRole('link', { name: '审核规则' }).getAttribute('href')).toContain('/site?tab=comments')
})

it('approves and rejects by keys, moves on to the next one, and undoes within 10 seconds', async () => {
  const { fetch } = open()
  await findRow('陈石安')
  press('a')
  expect(fetch.of('POST /v1/manage/comments/approve')).toHaveLength(0)
  press('j')
  press('a')
  expect(await screen.findByText('已通过 1 条')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.getAttribute('data-row')).toBe('8'))
  press('r')
  expect(await screen.findByText('已拒绝 1 条')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.getAttribute('data-row')).toBe('9'))
  expect(fetch.of('POST /v1/manage/comments/approve')[0]?.body).toEqual({ ids: [7] })
  press('z')
  expect(await screen.findByText('已撤销，1 条回到原处')).toBeTruthy()
  expect(fetch.of('POST /v1/manage/comments/return')[0]?.body).toEqual({ ids: [8], isUndo: true })
  expect(await findRow('江疏影')).toBeTruthy()
  // The next key meets the comment that came back, and not the one that had taken its place.
  await waitFor(() => expect(document.activeElement?.getAttribute('data-row')).toBe('8'))
  press('z')
  expect(fetch.of('POST /v1/manage/comments/return')).toHaveLength(1)
})

it('reports an undo together with the rows that it brings back', async () => {
  const loaded = Promise.withResolvers<void>()
  let records = rows.slice(1)
  const { fetch } = open('/comments', {
    'POST /v1/manage/comments/return': ({ body }) => {
      records = rows
      return good('POST /v1/manage/comments/return', { done: (body as { ids: number[] }).ids, skipped: [] })
    },
    [LIST]: async () => {
      if (records === rows) await loaded.promise
      return good(LIST, { records, hasMore: false })
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: '通过 江疏影的评论' }))
  await screen.findByText('已通过 1 条')
  const loads = fetch.of(LIST).length
  press('z')
  await waitFor(() => expect(fetch.of(LIST)).toHaveLength(loads + 1))
  expect(screen.queryByText('已撤销，1 条回到原处')).toBeNull()
  loaded.resolve()
  await screen.findByText('已撤销，1 条回到原处')
  expect(screen.getByRole('row', { name: /陈石安/ })).toBeTruthy()
})

it('forgets the undo after 10 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const { fetch } = open()
  await findRow('陈石安')
  fireEvent.click(screen.getByRole('button', { name: '拒绝 陈石安的评论' }))
  expect(await screen.findByText('已拒绝 1 条')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(screen.queryByText('已拒绝 1 条')).toBeNull()
  press('z')
  expect(fetch.of('POST /v1/manage/comments/return')).toHaveLength(0)
})

it('decides about the selected comments together, and says which stay', async () => {
  const { fetch } = open('/comments', {
    'POST /v1/manage/comments/reject': good('POST /v1/manage/comments/reject', {
      done: [7],
      skipped: [{ id: 9, reason: '已由同事处理，或作者已删除' }],
    }),
  })
  for (const name of ['陈石安', '何以珍'])
    fireEvent.click(await screen.findByRole('checkbox', { name: `选择 ${name}的评论` }))
  press('r')
  expect(await screen.findByText('已拒绝 1 条')).toBeTruthy()
  expect(await screen.findByText('1 条没有改动：已由同事处理，或作者已删除')).toBeTruthy()
  expect(fetch.of('POST /v1/manage/comments/reject')[0]?.body).toEqual({ ids: [7, 9] })
  await waitFor(() => expect(screen.queryByRole('region', { name: '批量操作' })).toBeNull())
})

it('rejects the selected comments and disables their writers, and undoes both', async () => {
  const WRITER = 'a'.repeat(32)
  let version = 4
  const person = () => ({ code: 200, data: { id: WRITER, version } })
  const change = () => {
    version += 1
    return { code: 200, data: null }
  }
  const { fetch } = open('/comments', {
    [`GET /v1/manage/users/${WRITER}`]: person,
    [`POST /v1/manage/users/${WRITER}/disable`]: change,
    [`POST /v1/manage/users/${WRITER}/enable`]: change,
  } as Answers)
  for (const name of ['陈石安', '何以珍'])
    fireEvent.click(await screen.findByRole('checkbox', { name: `选择 ${name}的评论` }))
  fireEvent.click(screen.getByRole('button', { name: '拒绝并停用作者' }))
  const dialog = within(await screen.findByRole('dialog', { name: '拒绝 2 条评论，停用 1 位作者？' }))
  const confirm = dialog.getByRole('button', { name: '拒绝并停用' })
  expect(confirm).toHaveProperty('disabled', true)
  fireEvent.change(dialog.getByLabelText(/原因/), { target: { value: '反复发广告' } })
  fireEvent.click(confirm)
  expect(await screen.findByText('已拒绝 2 条，停用 1 位作者')).toBeTruthy()
  expect(fetch.of(`POST /v1/manage/users/${WRITER}/disable`).map(({ body }) => body)).toEqual([
    { reason: '反复发广告', days: 30, version: 4 },
  ])
  expect(fetch.of('POST /v1/manage/comments/reject')[0]?.body).toEqual({ ids: [7, 9] })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  press('z')
  expect(await screen.findByText('已撤销，2 条回到原处，重新启用 1 位作者')).toBeTruthy()
  expect(fetch.of(`POST /v1/manage/users/${WRITER}/enable`).map(({ body }) => body)).toEqual([{ version: 5 }])
  expect(await findRow('陈石安')).toBeTruthy()
})

it('offers to disable writers only to those who may, and filters by article', async () => {
  const { fetch } = open('/comments', {}, ['edit'])
  fireEvent.click(await screen.findByRole('checkbox', { name: '选择 陈石安的评论' }))
  expect(screen.queryByRole('button', { name: '拒绝并停用作者' })).toBeNull()
  fireEvent.change(screen.getByRole('combobox', { name: '文章：' }), { target: { value: '25' } })
  await waitFor(() => expect(fetch.of(LIST).at(-1)?.query.get('articleId')).toBe('25'))
})

it('shows deleted comments with who deleted them, and restores them', async () => {
  const record = makeRow(3, '钱有方', { reasons: [], changedBy: '沈砚秋', changeTime: '2026-11-19 15:10:00' })
  const { fetch } = open('/comments?view=deleted', {
    [DELETED]: good(DELETED, { records: [record], hasMore: true }),
    'POST /v1/manage/comments/restore': good('POST /v1/manage/comments/restore', { done: [3], skipped: [] }),
  })
  const row = within(await findRow('钱有方'))
  expect(row.getByText(/^沈砚秋 .* 删除$/)).toBeTruthy()
  expect(screen.getByText(/每次查看都记入操作记录/)).toBeTruthy()
  expect(screen.getByRole('link', { name: '更早' }).getAttribute('href')).toContain('after=3')
  fireEvent.click(row.getByRole('button', { name: '恢复 钱有方的评论' }))
  expect(await screen.findByText('已恢复 1 条')).toBeTruthy()
  expect(fetch.of(LIST)).toHaveLength(0)
})

it('links to the profile of the writer for those who may open it', async () => {
  open('/comments', {}, ['edit'])
  const row = within(await findRow('陈石安'))
  expect(row.queryByRole('link', { name: '陈石安' })).toBeNull()
  expect(row.getByText('陈石安')).toBeTruthy()
})

it('keeps the list and its selection when a decision fails', async () => {
  open('/comments', { 'POST /v1/manage/comments/approve': () => Promise.reject(new TypeError('offline')) })
  fireEvent.click(await screen.findByRole('button', { name: '通过 陈石安的评论' }))
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(4))
  expect(screen.queryByText('已通过 1 条')).toBeNull()
  expect((await findRow('陈石安')) satisfies HTMLElement).toBeTruthy()
})
