import type { AuditEntry } from '@portal/contract/manage/audit.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { good } from '#testing/answering.ts'
import { openArea, staffAnswers } from '#testing/open-manage.tsx'

const AUDIT = 'GET /v1/manage/audit'
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

const open = (path = '/audit', self = {}) =>
  openArea(path, {
    answers: staffAnswers(self, { [AUDIT]: good(AUDIT, { records: [ENTRY, REFUSED], hasMore: true }) }),
  })

it('lists who did what, with the outcome in words', async () => {
  open()
  const table = within(await screen.findByRole('table'))
  const row = within(table.getAllByRole('row')[1] as HTMLElement)
  for (const words of ['沈砚秋', '新增验证方式', '登录与安全', '办公室电脑：电话', '成功']) {
    expect(row.getByText(words)).toBeTruthy()
  }
  expect(table.getByText('拒绝')).toBeTruthy()
})

it('takes its filters from the address and keeps them there', async () => {
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

it('leads to older entries from the last one', async () => {
  open('/audit?action=factor')
  const older = await screen.findByRole('link', { name: '更早' })
  expect(older.getAttribute('href')).toBe('/audit?action=factor&after=11')
})

it('shows before and after of an entry, the changed words marked', async () => {
  const { router, fetch } = open()
  fireEvent.click(await screen.findByRole('button', { name: /^详情：新增验证方式 办公室电脑/ }))
  expect((await screen.findByText('8612045')).tagName).toBe('DEL')
  expect(screen.getByText('8612088').tagName).toBe('INS')
  expect(screen.getByText('Q04DMN-RVNRFM')).toBeTruthy()
  expect(router.state.location.search).toBe('?open=12')
  expect(fetch.of(AUDIT)).toHaveLength(1)
})

it('exports for owners with a fresh proof, and asks for one otherwise', async () => {
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

it('shows staff without the duty of owner their own entries, and no export', async () => {
  open('/audit', { duties: ['edit'] })
  await screen.findByRole('table')
  expect(screen.queryByRole('button', { name: '导出 CSV' })).toBeNull()
  expect(screen.queryByLabelText('人：')).toBeNull()
})

it('says when nothing matches, with a way out', async () => {
  const answers = staffAnswers({}, { [AUDIT]: good(AUDIT, { records: [], hasMore: false }) })
  const { router } = openArea('/audit?outcome=failed', { answers })
  await screen.findByText('没有这样的记录')
  fireEvent.click(screen.getAllByRole('button', { name: '清除筛选' })[0] as HTMLElement)
  await waitFor(() => expect(router.state.location.search).toBe(''))
})
