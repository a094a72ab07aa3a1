import type { AuditEntry } from '@portal/contract/audit/audit.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { type Answers, good } from '#testing/answering.ts'
import { openArea, staffAnswers } from '#testing/open-manage.tsx'

const AUDIT = 'GET /v1/manage/audit'
const COUNTS = 'GET /v1/manage/audit/counts'
const CHAIN = 'GET /v1/manage/audit/chain'
const CHECK = 'POST /v1/manage/audit/check'
const ENTRY: AuditEntry = {
  id: 12,
  time: '2026-11-20 10:38:52',
  actorId: 'b'.repeat(32),
  actorName: '沈砚秋',
  action: 'factor.add',
  targetKind: 'factor',
  targetId: 'k1',
  targetName: '办公室电脑',
  changes: [{ member: '电话', before: '0719-8612045', after: '0719-8612088' }],
  outcome: 'done',
  reason: null,
  requestId: 'Q04DMN-RVNRFM',
  network: '59.172.0.0/24',
  device: 'Edge · Windows',
  hash: 'adeeadfd85e12f8b00',
}
const REFUSED: AuditEntry = {
  ...ENTRY,
  id: 11,
  outcome: 'refused',
  reason: '验证没有通过',
  targetName: null,
  changes: [],
}

const open = (path = '/audit', self = {}, answers: Answers = {}) =>
  openArea(path, {
    answers: staffAnswers(self, { [AUDIT]: good(AUDIT, { records: [ENTRY, REFUSED], hasMore: true }), ...answers }),
  })

it('lists people and actions, with the outcome in words', async () => {
  open()
  const table = within(await screen.findByRole('table'))
  const row = within(table.getAllByRole('row')[1] as HTMLElement)
  for (const words of ['沈砚秋', '新增验证方式', '登录与安全', '办公室电脑：电话', '成功']) {
    expect(row.getByText(words)).toBeTruthy()
  }
  expect(table.getByText('拒绝')).toBeTruthy()
})

it('lists each person once in the filter, by the newest name', async () => {
  const earlier = { ...REFUSED, actorName: '小沈' }
  open('/audit', {}, { [AUDIT]: good(AUDIT, { records: [ENTRY, earlier], hasMore: false }) })
  const options = within(await screen.findByLabelText('人：')).getAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual(['全部', '顾怀瑾', '沈砚秋'])
})

it('reads its filters from the address and writes them there', async () => {
  const { fetch, router } = open('/audit?outcome=refused&after=30&odd=1')
  await screen.findByRole('table')
  expect(Object.fromEntries(fetch.of(AUDIT)[0]?.query ?? [])).toEqual({ outcome: 'refused', after: '30' })
  fireEvent.change(screen.getByLabelText('事项：'), { target: { value: 'factor' } })
  await waitFor(() => expect(router.state.location.search).toBe('?outcome=refused&odd=1&action=factor'))
  await waitFor(() =>
    expect(Object.fromEntries(fetch.of(AUDIT)[1]?.query ?? [])).toEqual({ outcome: 'refused', action: 'factor' }),
  )
  fireEvent.click(screen.getByRole('button', { name: '取消筛选：结果' }))
  await waitFor(() => expect(router.state.location.search).toBe('?odd=1&action=factor'))
})

it('links from the last entry to older ones', async () => {
  open('/audit?action=factor')
  const older = await screen.findByRole('link', { name: '更早' })
  expect(older.getAttribute('href')).toBe('/audit?action=factor&after=11')
})

it('shows an entry before and after, with the changed words marked', async () => {
  const { router, fetch } = open()
  fireEvent.click(await screen.findByRole('button', { name: /^详情：新增验证方式 办公室电脑/ }))
  expect((await screen.findByText('8612045')).tagName).toBe('DEL')
  expect(screen.getByText('8612088').tagName).toBe('INS')
  expect(screen.getByText('Q04DMN-RVNRFM')).toBeTruthy()
  expect(router.state.location.search).toBe('?open=12')
  expect(fetch.of(AUDIT)).toHaveLength(1)
})

it('shows in words what an entry changed, and what a refused call was about', async () => {
  const saved = {
    ...ENTRY,
    action: 'site.save',
    targetKind: 'site',
    targetId: 'settings',
    targetName: '版本 5',
    changes: [{ member: 'hidesClock', before: 'false', after: 'true' }],
  }
  const call = { ...REFUSED, action: 'access', targetKind: 'call', targetId: 'PUT /v1/manage/articles/:id/draft' }
  const answers = { [AUDIT]: good(AUDIT, { records: [saved, call], hasMore: false }) }
  const { unmount } = open('/audit?open=12', {}, answers)
  const row = within(await screen.findByRole('row', { name: /^运行时间/ }))
  expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/显示$/),
    expect.stringMatching(/不显示$/),
  ])
  unmount()
  open('/audit?open=11', {}, answers)
  expect(await screen.findByText('页面 文章')).toBeTruthy()
})

it('opens and closes the details by keyboard', async () => {
  const { router } = open()
  await screen.findByRole('table')
  fireEvent.keyDown(document.body, { key: 'j' })
  fireEvent.keyDown(document.activeElement as Element, { key: 'Enter' })
  expect(await screen.findByText('Q04DMN-RVNRFM')).toBeTruthy()
  fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByText('Q04DMN-RVNRFM')).toBeNull())
  expect(router.state.location.search).toBe('')
})

it('searches the texts of entries, and counts the matches', async () => {
  const { fetch, router } = open()
  const field = await screen.findByRole('searchbox', { name: '搜索：对象、编号、内容' })
  fireEvent.change(field, { target: { value: ' 停用 ' } })
  fireEvent.submit(field)
  await waitFor(() => expect(router.state.location.search).toBe(`?${new URLSearchParams({ search: '停用' })}`))
  for (const key of [AUDIT, COUNTS]) {
    expect(Object.fromEntries(fetch.of(key).at(-1)?.query ?? [])).toEqual({ search: '停用' })
  }
})

it('shows the number of entries, also by day, with links to the days', async () => {
  const days = [
    { day: '2026-11-19', entries: 0 },
    { day: '2026-11-20', entries: 1001 },
    { day: '2026-11-21', entries: 7 },
  ]
  open('/audit?outcome=done', {}, { [COUNTS]: good(COUNTS, { total: 1001, days }) })
  expect(await screen.findByText('1,000+ 条')).toBeTruthy()
  expect(screen.getByRole('img', { name: '2026-11-19 至 2026-11-21，2026-11-20 最多，1,000+ 条' })).toBeTruthy()
  const table = within(screen.getByRole('region', { name: '每日条数' }))
  expect(table.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['2026-11-21', '/audit?outcome=done&from=2026-11-21&to=2026-11-21'],
    ['2026-11-20', '/audit?outcome=done&from=2026-11-20&to=2026-11-20'],
  ])
})

it('shows that the chain is intact, and checks it on demand', async () => {
  const check = { time: '2026-11-20 03:10:00', entries: 84, byName: null, fault: null }
  const { fetch } = open(
    '/audit',
    {},
    {
      [CHAIN]: good(CHAIN, { entries: 90, check }),
      [CHECK]: good(CHECK, { entries: 90, check: { ...check, byName: '顾怀瑾' } }),
    },
  )
  expect(await screen.findByText('记录完整')).toBeTruthy()
  expect(screen.getByText(/每日自动校验，84 条逐条相符/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '立即校验' }))
  expect(await screen.findByText('校验完成，记录完整')).toBeTruthy()
  await waitFor(() => expect(fetch.of(CHAIN)).toHaveLength(2))
})

it.each([
  ['an altered entry', { kind: 'entry' as const, at: 3 }, 2, /第 3 条与校验值不符，.*改动或删除过/],
  ['missing entries', { kind: 'head' as const, at: 57 }, 37, /应有 57 条，实有 37 条/],
  ['another state in the public log', { kind: 'log' as const, at: 57 }, 37, /公开日志登记过前 57 条/],
  // The text accuses no person, because an older backup may have been restored.
  [
    'a log that is shorter than its mark',
    { kind: 'mark' as const, at: 57 },
    37,
    /只有 37 条，短于标记的 57 条.可能恢复了较早的备份.*audit-accept/,
  ],
  [
    'another entry than that of the mark',
    { kind: 'mark' as const, at: 57 },
    60,
    /第 57 条与标记不同.可能恢复了较早的备份/,
  ],
])('describes a fault and its remedy: %s', async (_what, fault, entries, words) => {
  const check = { time: '2026-11-20 03:10:00', entries, byName: '沈砚秋', fault }
  open('/audit', {}, { [CHAIN]: good(CHAIN, { entries: 84, check }) })
  expect(await screen.findByText('操作记录校验未通过')).toBeTruthy()
  const note = screen.getByText(/请不要改动数据库/)
  expect(note.textContent).toMatch(words)
})

it('exports for owners with a fresh proof, and requests one otherwise', async () => {
  const clicked: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    clicked.push(this.getAttribute('href') ?? '')
  })
  const { unmount } = open('/audit?action=factor&after=30')
  fireEvent.click(await screen.findByRole('button', { name: '导出 CSV' }))
  await waitFor(() => expect(clicked).toEqual(['/v1/manage/audit/export?action=factor']))
  unmount()
  open('/audit', { freshUntil: null })
  fireEvent.click(await screen.findByRole('button', { name: '导出 CSV' }))
  const dialog = within(await screen.findByRole('dialog', { name: '再次验证' }))
  expect(dialog.getByText(/^要导出操作记录，请再验证一次/)).toBeTruthy()
  expect(clicked).toHaveLength(1)
})

it('shows staff without the duty of owner only their own entries, and no export', async () => {
  open('/audit', { duties: ['edit'] })
  await screen.findByRole('table')
  expect(screen.queryByRole('button', { name: '导出 CSV' })).toBeNull()
  expect(screen.queryByLabelText('人：')).toBeNull()
})

it('reports that no entry matches, and offers to clear the filters', async () => {
  const answers = staffAnswers({}, { [AUDIT]: good(AUDIT, { records: [], hasMore: false }) })
  const { router } = openArea('/audit?outcome=failed', { answers })
  await screen.findByText('没有这样的记录')
  fireEvent.click(screen.getAllByRole('button', { name: '清除筛选' })[0] as HTMLElement)
  await waitFor(() => expect(router.state.location.search).toBe(''))
})
