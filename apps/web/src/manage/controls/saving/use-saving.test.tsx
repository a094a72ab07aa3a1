import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ApiError } from '#lib/api/api-client.ts'
import { SaveBar } from './save-bar.tsx'
import { type SaveOutcome, useSaving } from './use-saving.ts'

let send: () => Promise<unknown>
let outcomes: SaveOutcome[]
let saving: ReturnType<typeof useSaving<{ phone: string }>>

function Form({ count = 2 }: { count?: number }) {
  saving = useSaving<{ phone: string }>()
  const save = async () => {
    const outcome = await saving.save(send)
    outcomes.push(outcome)
  }
  return (
    <SaveBar
      count={count}
      storedAtMs={Date.UTC(2026, 10, 20, 2, 42)}
      trouble={saving.trouble}
      isSaving={saving.isSaving}
      onDiscard={() => undefined}
      onSave={() => void save()}
    />
  )
}

function open() {
  outcomes = []
  render(<Form />)
}
const pressSave = () => act(async () => void fireEvent.keyDown(document.body, { key: 's', ctrlKey: true }))

it('saves with Ctrl S, and shows the number of changes and the time of the stored draft', async () => {
  send = vi.fn(async () => undefined)
  open()
  expect(screen.getByText('2 处改动')).toBeTruthy()
  expect(screen.getByText('草稿已存本机 10:42')).toBeTruthy()
  await pressSave()
  expect([outcomes, vi.mocked(send).mock.calls.length]).toEqual([['saved'], 1])
})

it('has no bar, and no Ctrl S, without changes', async () => {
  send = vi.fn(async () => undefined)
  outcomes = []
  render(<Form count={0} />)
  await pressSave()
  expect(screen.queryByText(/处改动/)).toBeNull()
  expect(send).not.toHaveBeenCalled()
})

it('runs one save at a time', async () => {
  let finishSave = () => {}
  send = vi.fn(() => new Promise<void>((resolve) => (finishSave = resolve)))
  open()
  await pressSave()
  await pressSave()
  expect(send).toHaveBeenCalledTimes(1)
  expect(outcomes).toEqual(['busy'])
  await act(async () => finishSave())
  expect(outcomes).toEqual(['busy', 'saved'])
})

it.each([
  [new ApiError(401, '当前会话已过期'), 'ended', '登录已结束，没有保存。草稿留在本机，重新登录后再保存'],
  [new ApiError(403, '您的职责不包括这项操作'), 'refused', '您的职责不包括这项操作'],
  [new ApiError(500, '电话已被使用'), 'failed', '电话已被使用'],
  [new TypeError('Failed to fetch'), 'offline', '网络不通，没有保存。草稿留在本机，连上后再保存'],
])('describes a failure: %s', async (reason, kind, message) => {
  send = () => Promise.reject(reason)
  open()
  await pressSave()
  expect(outcomes).toEqual([kind])
  expect(screen.getByText(message)).toBeTruthy()
})

it('returns the values that a colleague has saved meanwhile, for the comparison', async () => {
  send = () => Promise.reject(new ApiError(409, '内容已被他人修改', { extra: { current: { phone: '099' } } }))
  open()
  await pressSave()
  expect(outcomes).toEqual(['conflict'])
  expect(saving.conflict).toEqual({ phone: '099' })
  act(() => saving.dismiss())
  expect(saving.conflict).toBeNull()
})
