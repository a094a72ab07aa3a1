import { expect, it } from 'vitest'
import { findLinks, findListedWord, findWordPlaces } from './comment-policy.ts'

it.each([
  ['blanks', '加微\u3000信', '微 信'],
  ['invisible characters', '加微\u200b\u2060信', '微信'],
  ['a variation selector', '加微\ufe0f信', '微信'],
  ['a joiner of graphemes', '加微\u034f信', '微信'],
  ['a filler of Hangul', '加微\u3164信', '微信'],
  ['a blank of Braille', '加微\u2800信', '微信'],
  ['full width', '加ｖＸ', 'vx'],
  ['mathematical letters', '加𝐯𝐱', 'vx'],
  ['circled letters', '加ⓥⓧ', 'vx'],
  ['accents', '加v\u0301ẍ', 'vx'],
])('finds a listed word behind %s', (_what, text, word) => {
  expect(findListedWord(text, ['枪支', word])).toBe(word)
  expect(findWordPlaces(text, word)).toEqual([{ from: 1, to: text.length }])
})

it('names the places of a word in the text as it was typed', () => {
  expect(findWordPlaces('㎏，K\u200bG 与 kg', 'kg')).toEqual([
    { from: 0, to: 1 },
    { from: 2, to: 5 },
    { from: 8, to: 10 },
  ])
  expect(findWordPlaces('石', '\ufe0f')).toEqual([])
})

it.each(['看 example.com/a', 'example｡com', 'example.\u200bcom', '𝐞𝐱.𝐜𝐨𝐦', 'example․ru', 'ｈｔｔｐｓ：//1.2.3.4'])(
  'finds the link in %s',
  (text) => expect(findLinks(text)).toHaveLength(1),
)

it.each(['折射率 1.61。', '约 2.5 cm', '见 GB/T 16552—2017'])('finds no link in %s', (text) =>
  expect(findLinks(text)).toEqual([]),
)

it('searches a long text for many words in time that grows with both', () => {
  const words = Array.from({ length: 500 }, (_one, at) => `${'微信'.repeat(18)}${at}`)
  const start = performance.now()
  expect(findListedWord('微信'.repeat(100_000), words)).toBeNull()
  // It takes 0.2 s on an idle machine, and would take minutes if each word were tried at each place.
  expect(performance.now() - start).toBeLessThan(60_000)
}, 90_000)
