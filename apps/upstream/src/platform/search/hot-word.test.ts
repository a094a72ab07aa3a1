import { expect, it } from 'vitest'
import { toHotWord } from './hot-word.ts'

it.each([
  ['  翡翠！！！ ', '翡翠'],
  ['ＣＶＤ  钻石', 'cvd 钻石'],
  ['（折射率）1.66', '折射率 1.66'],
  ['㎎', 'mg'],
  ['GB/T 16553-2017', 'gb t 16553 2017'],
])('normalises a search word: %s', (typed, word) => {
  expect(toHotWord(typed)).toBe(word)
})

it.each([
  '',
  ' ！？ ',
  'someone@example.test',
  'https://evil.test/x',
  'www.evil.com',
  '13800138000',
  '138 0013 8000',
  '１３８００１３８０００',
  'SH20261103001285',
  '翡翠'.repeat(11),
])('returns null for addresses, personal numbers, long texts and empty ones: %s', (typed) => {
  expect(toHotWord(typed)).toBeNull()
})
