import { expect, it } from 'vitest'
import { mergeParts, splitTextParts } from './text-parts.ts'

const BASE = ['# 收费', '', '翡翠 100 元', '', '南红 80 元', '', '电话 0871'].join('\n')
const replaceText = (from: string, to: string, text = BASE) => text.replace(from, to)

it('merges changes of different paragraphs without a choice', () => {
  const parts = splitTextParts(BASE, replaceText('100', '120'), replaceText('0871', '0874'))
  expect(parts.map(({ side }) => side)).toEqual(['none', 'mine', 'none', 'theirs'])
  expect(mergeParts(parts, {})).toBe(replaceText('100', '120', replaceText('0871', '0874')))
})

it('requires a choice for each part that both changed, and keeps both on request', () => {
  const mine = replaceText('80 元', '90 元', replaceText('100', '120'))
  const parts = splitTextParts(BASE, mine, replaceText('80 元', '85 元'))
  expect(parts.map(({ side }) => side)).toEqual(['none', 'mine', 'none', 'both', 'none'])
  expect(mergeParts(parts, {})).toBeNull()
  expect(mergeParts(parts, { 3: 'mine' })).toBe(mine)
  expect(mergeParts(parts, { 3: 'theirs' })).toBe(replaceText('80 元', '85 元', replaceText('100', '120')))
  expect(mergeParts(parts, { 3: 'all' })).toContain('南红 90 元\n\n南红 85 元')
})

it('merges an equal change of both sides once, and treats a deletion as a change', () => {
  const alike = replaceText('100', '120')
  expect(mergeParts(splitTextParts(BASE, alike, alike), {})).toBe(alike)
  const without = replaceText('\n南红 80 元\n', '')
  expect(mergeParts(splitTextParts(BASE, without, BASE), {})).toBe(without)
  expect(splitTextParts(BASE, without, replaceText('80', '85')).some(({ side }) => side === 'both')).toBe(true)
})

it('keeps both texts when both sides added at the same place', () => {
  const parts = splitTextParts('一', '一\n\n甲', '一\n\n乙')
  const [, place] = parts.map(({ side }) => side)
  expect(place).toBe('both')
  expect(mergeParts(parts, { 1: 'all' })).toBe('一\n\n甲\n\n乙')
})
