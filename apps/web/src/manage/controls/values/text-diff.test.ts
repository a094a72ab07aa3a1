import { expect, it } from 'vitest'
import { compareWords } from './text-diff.ts'

const markDifferences = (before: string, after: string) =>
  compareWords(before, after)
    .map(({ kind, text }) => ({ same: text, gone: `[-${text}-]`, new: `[+${text}+]` })[kind])
    .join('')

it('marks changed characters of Chinese, and whole words and numbers', () => {
  expect(markDifferences('电话 0719-8612045', '电话 0719-8612088')).toBe('电话 0719-[-8612045-][+8612088+]')
  expect(markDifferences('周一至周五', '周一至周六')).toBe('周一至周[-五-][+六+]')
  expect(markDifferences('', '新')).toBe('[+新+]')
  expect(markDifferences('相同', '相同')).toBe('相同')
})

it('rebuilds both texts from the parts', () => {
  const [before, after] = ['折射率 1.762–1.770，双折射 0.008', '折射率 1.760–1.768，二色性明显']
  const parts = compareWords(before, after)
  const joinWithout = (kind: string) =>
    parts
      .filter((part) => part.kind !== kind)
      .map(({ text }) => text)
      .join('')
  expect([joinWithout('new'), joinWithout('gone')]).toEqual([before, after])
})
