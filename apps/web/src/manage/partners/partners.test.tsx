import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { type Answers, bad, good } from '#testing/answering.ts'
import { openArea, staffAnswers } from '#testing/open-manage.tsx'
import type { Partner, PartnerKey } from './partner-words.ts'

/** Path of the request that was sent. */
const SENT: string = 'GET /v1/manage/partners/7'
const LIST = 'GET /v1/manage/partners'
const READ = 'GET /v1/manage/partners/{number}'
const CHANGE = 'PUT /v1/manage/partners/7'
const KEY = `gp_${'k'.repeat(49)}`

const partner: Partner = {
  number: 7,
  name: '绿松石行',
  contactEmail: 'tech@shop.example',
  scopes: ['check'],
  dailyQuota: 10_000,
  addresses: ['203.0.113.0/24'],
  state: 'active',
  version: 3,
  createTime: '2026-11-20 10:00',
}
const held: PartnerKey = {
  number: 4,
  lastFour: 'aB3d',
  isTest: false,
  createTime: '2026-11-20 10:00',
  endTime: null,
  revokedTime: null,
  lastUsedDay: '2026-11-22',
  isLive: true,
}
const counts = {
  taken: 120,
  valid: 100,
  reissued: 1,
  withdrawn: 2,
  examination: 3,
  mismatch: 0,
  unknown: 14,
  malformed: 5,
  refused: 9,
}

const open = (path = '/partners/7', answers: Answers = {}) =>
  openArea(path, {
    answers: staffAnswers(
      {},
      {
        [LIST]: good(LIST, [{ ...partner, liveKeys: 1, takenToday: 120, isSuspicious: true }]),
        [SENT]: good(READ, { partner, keys: [held], days: [{ day: '2026-11-22', ...counts }] }),
        ...answers,
      },
    ),
  })
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const type = (name: RegExp, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })

beforeEach(() => localStorage.clear())

it('lists partners with their use of today, and warns of many unknown pairs', async () => {
  open('/partners')
  const row = within(await screen.findByRole('row', { name: /绿松石行/ }))
  expect(row.getByText('120 / 10,000 对')).toBeTruthy()
  expect(row.getByText('未查到过多')).toBeTruthy()
})

it('shows the fault of an address range before anything is sent', async () => {
  const { fetch } = open()
  await press('修改')
  type(/^允许的地址/, '203.0.113.5/24')
  await press('保存')
  expect(await screen.findByText('“203.0.113.5/24”不是网段的起始地址，应写作 203.0.113.0/24')).toBeTruthy()
  expect(fetch.of(CHANGE)).toEqual([])
})

it('merges the values that a colleague saved, keeps typed values, and lists those that saving would replace', async () => {
  let isConflict = true
  const current = { ...partner, name: '绿松石分行', dailyQuota: 50_000, version: 4 }
  const { fetch } = open('/partners/7', {
    [CHANGE]: () => {
      if (!isConflict) return good('PUT /v1/manage/partners/{number}', partner)
      isConflict = false
      return { code: 409, message: '内容已被他人修改', data: null, extra: { current } }
    },
  } as Answers)
  await press('修改')
  type(/^名称/, '绿松石总行')
  await press('保存')
  const note = within((await screen.findByText(/再次保存将替换/)).closest('[role=status]') as HTMLElement)
  expect(note.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['名称：绿松石分行'])
  expect(screen.getByRole('textbox', { name: /^名称/ })).toHaveProperty('value', '绿松石总行')
  expect(screen.getByRole('textbox', { name: /^每日额度/ })).toHaveProperty('value', '50000')
  await press('仍按我的保存')
  const saved = { name: '绿松石总行', dailyQuota: 50_000, version: 4 }
  await waitFor(() => expect(fetch.of(CHANGE)[1]?.body).toMatchObject(saved))
})

it('keeps a draft of a new partner after a failed save and a reload', async () => {
  const answers = { 'POST /v1/manage/partners': bad(500, '请稍后再试') } as Answers
  const { unmount } = open('/partners', answers)
  await press('新增合作方')
  type(/^名称/, '玉石平台')
  type(/^联系邮箱/, 'it@jade.example')
  await press('保存')
  expect(await screen.findByText('请稍后再试')).toBeTruthy()
  unmount()
  open('/partners', answers)
  await press('新增合作方')
  expect(screen.getByRole('textbox', { name: /^名称/ })).toHaveProperty('value', '玉石平台')
})

it('shows a new key once, with a button that copies it', async () => {
  const writeText = vi.fn(async () => {})
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
  const { fetch } = open('/partners/7', {
    'POST /v1/manage/partners/7/keys/4/rotate': good('POST /v1/manage/partners/{number}/keys/{key}/rotate', {
      key: KEY,
    }),
  } as Answers)
  await press('轮换 gp_…aB3d')
  fireEvent.change(screen.getByLabelText(/^旧密钥再用多久/), { target: { value: '168' } })
  await press('生成新密钥')
  expect(await screen.findByText(KEY)).toBeTruthy()
  expect(fetch.of('POST /v1/manage/partners/7/keys/4/rotate')[0]?.body).toEqual({ overlapHours: 168 })
  await press('复制密钥')
  expect(writeText).toHaveBeenCalledWith(KEY)
  await press('已存好，关闭')
  expect(screen.queryByText(KEY)).toBeNull()
})

it('revokes a key after a confirmation', async () => {
  const REVOKE = 'DELETE /v1/manage/partners/7/keys/4'
  const { fetch } = open('/partners/7', {
    [REVOKE]: good('DELETE /v1/manage/partners/{number}/keys/{key}', null),
  } as Answers)
  await press('吊销')
  const dialog = within(await screen.findByRole('dialog', { name: '吊销 gp_…aB3d' }))
  expect(fetch.of(REVOKE)).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: '吊销' }))
  expect(await screen.findByText('密钥已吊销')).toBeTruthy()
  expect(fetch.of(REVOKE)).toHaveLength(1)
})

it('shows the use by day as a table beside the chart', async () => {
  open()
  const table = within(await screen.findByRole('table', { name: '每日用量' }))
  expect(table.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['11-22', '104', '14', '2', '9'])
  expect(screen.getByRole('img', { name: /^每日核验对数/ })).toBeTruthy()
})

it('disables nothing when a colleague has changed the partner, and reports the conflict', async () => {
  const { fetch } = open('/partners/7', {
    [CHANGE]: { code: 409, message: '内容已被他人修改', data: null, extra: { current: partner } },
  } as Answers)
  await press('停用')
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '停用' }))
  expect(await screen.findByText(/刚才有人改过/)).toBeTruthy()
  expect(fetch.of(CHANGE)[0]?.body).toMatchObject({ state: 'disabled', version: 3 })
  await waitFor(() => expect(fetch.of(SENT)).toHaveLength(2))
})
