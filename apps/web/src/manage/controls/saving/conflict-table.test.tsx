import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { compareSides, mergeSides } from './compare-sides.ts'
import { ConflictTable } from './conflict-table.tsx'

const base = { phone: '045', hours: '周一至周五', address: '人民路 1 号', icp: '' }
const mine = { ...base, phone: '088', hours: '周一至周六' }
const theirs = { ...base, phone: '099', address: '人民路 2 号' }
const LABELS = { phone: '电话', hours: '营业时间', address: '地址', icp: '备案号' }

function open() {
  const handlers = { onSave: vi.fn(), onBack: vi.fn(), onDiscard: vi.fn() }
  const props = { base, mine, theirs, getLabel: (name: keyof typeof base) => LABELS[name] }
  render(<ConflictTable {...props} savedBy="沈砚秋 10:38 保存了版本 48" {...handlers} />)
  return handlers
}

it('finds the side of each change, and leaves out members that both kept or changed alike', () => {
  expect(compareSides(base, mine, theirs).map(({ name, side }) => [name, side])).toEqual([
    ['phone', 'both'],
    ['hours', 'mine'],
    ['address', 'theirs'],
  ])
  expect(compareSides(base, { ...base, icp: 'x' }, { ...base, icp: 'x' })).toEqual([])
})

it('merges changes of only one side, and the rest as chosen', () => {
  expect(mergeSides(base, mine, theirs, { phone: 'mine' })).toEqual({ ...theirs, phone: '088', hours: '周一至周六' })
  expect(mergeSides(base, mine, theirs, { phone: 'theirs' })).toMatchObject({ phone: '099', hours: '周一至周六' })
})

it('requires a choice where both sides changed, without preselecting one', () => {
  const { onSave } = open()
  const save = screen.getByRole('button', { name: '按所选保存' }) as HTMLButtonElement
  expect(screen.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).checked)).toEqual([false, false])
  expect(save.disabled).toBe(true)
  expect(screen.getByText('还有 1 项要选')).toBeTruthy()
  fireEvent.click(screen.getByLabelText('电话：用已保存的'))
  expect(save.disabled).toBe(false)
  fireEvent.click(save)
  expect(onSave).toHaveBeenCalledWith({ phone: 'theirs' })
})

it('shows all three values of a member, and that the others were merged', () => {
  open()
  const row = within(screen.getByRole('row', { name: /电话/ }))
  for (const value of ['088', '099', '045']) expect(row.getByText(value)).toBeTruthy()
  expect(screen.getByText('只有您改了，已并入')).toBeTruthy()
  expect(screen.getByText('只有对方改了，已并入')).toBeTruthy()
})

it('returns to the form, or discards the changes of this side', () => {
  const { onBack, onDiscard } = open()
  fireEvent.click(screen.getByRole('button', { name: '回去继续改' }))
  fireEvent.click(screen.getByRole('button', { name: '放弃我的改动' }))
  expect([onBack.mock.calls.length, onDiscard.mock.calls.length]).toEqual([1, 1])
})
