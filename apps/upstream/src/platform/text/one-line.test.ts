import { expect, it } from 'vitest'
import { toOneLine } from './one-line.ts'

it.each([
  ['  翡翠 \t\n 小记 ', '翡翠 小记'],
  ['石\u200b衡\u202e检\u0000测\u2066', '石衡检测'],
  ['石\u200d衡', '石衡'],
  ['cafe\u0301', 'caf\u00e9'],
  ['👩\u200d🔬 和 ❤\ufe0f\u200d🔥', '👩\u200d🔬 和 ❤\ufe0f\u200d🔥'],
  ['\ud800a', 'a'],
  ['\u200b', ''],
])('normalises %j', (typed, normalised) => {
  expect(toOneLine(typed, 64)).toBe(normalised)
})

it('cuts at a character boundary, without a trailing space', () => {
  expect(toOneLine('ab🙂', 3)).toBe('ab')
  expect(toOneLine('ab cd', 3)).toBe('ab')
})
