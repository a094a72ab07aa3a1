import { expect, it } from 'vitest'
import { mergeParts, textParts } from './text-parts.ts'

const BASE = ['# 收费', '', '翡翠 100 元', '', '南红 80 元', '', '电话 0871'].join('\n')
const changed = (from: string, to: string, text = BASE) => text.replace(from, to)

it('merges changes of different paragraphs without asking', () => {
  const parts = textParts(BASE, changed('100', '120'), changed('0871', '0874'))
  expect(parts.map(({ side }) => side)).toEqual(['none', 'mine', 'none', 'theirs'])
  expect(mergeParts(parts, {})).toBe(changed('100', '120', changed('0871', '0874')))
})

it('asks for each part that both changed, and loses neither when both are kept', () => {
  const mine = changed('80 元', '90 元', changed('100', '120'))
  const parts = textParts(BASE, mine, changed('80 元', '85 元'))
  expect(parts.map(({ side }) => side)).toEqual(['none', 'mine', 'none', 'both', 'none'])
  expect(mergeParts(parts, {})).toBeNull()
  expect(mergeParts(parts, { 3: 'mine' })).toBe(mine)
  expect(mergeParts(parts, { 3: 'theirs' })).toBe(changed('80 元', '85 元', changed('100', '120')))
  expect(mergeParts(parts, { 3: 'all' })).toContain('南红 90 元\n\n南红 85 元')
})

it('takes a change that both made alike once, and a deletion as a change', () => {
  const alike = changed('100', '120')
  expect(mergeParts(textParts(BASE, alike, alike), {})).toBe(alike)
  const without = changed('\n南红 80 元\n', '')
  expect(mergeParts(textParts(BASE, without, BASE), {})).toBe(without)
  expect(textParts(BASE, without, changed('80', '85')).some(({ side }) => side === 'both')).toBe(true)
})

it('keeps both texts when both added at the same place', () => {
  const parts = textParts('一', '一\n\n甲', '一\n\n乙')
  const [, place] = parts.map(({ side }) => side)
  expect(place).toBe('both')
  expect(mergeParts(parts, { 1: 'all' })).toBe('一\n\n甲\n\n乙')
})
