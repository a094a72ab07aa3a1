import { expect, it } from 'vitest'
import { diffWords } from './text-diff.ts'

const marked = (before: string, after: string) =>
  diffWords(before, after)
    .map(({ kind, text }) => ({ same: text, gone: `[-${text}-]`, new: `[+${text}+]` })[kind])
    .join('')

it('marks changed characters of Chinese and whole words and numbers', () => {
  expect(marked('电话 0719-8612045', '电话 0719-8612088')).toBe('电话 0719-[-8612045-][+8612088+]')
  expect(marked('周一至周五', '周一至周六')).toBe('周一至周[-五-][+六+]')
  expect(marked('', '新')).toBe('[+新+]')
  expect(marked('相同', '相同')).toBe('相同')
})

it('puts both texts together again from the parts', () => {
  const [before, after] = ['折射率 1.762–1.770，双折射 0.008', '折射率 1.760–1.768，二色性明显']
  const parts = diffWords(before, after)
  const without = (kind: string) =>
    parts
      .filter((part) => part.kind !== kind)
      .map(({ text }) => text)
      .join('')
  expect([without('new'), without('gone')]).toEqual([before, after])
})
