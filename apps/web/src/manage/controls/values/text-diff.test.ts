import { expect, it } from 'vitest'
import { diffRows } from './line-diff.ts'
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

it('compares by line, with numbers and the other version of a changed line', () => {
  const rows = diffRows('一\n二\n三', '一\n二二\n三\n四')
  expect(rows).toEqual([
    { kind: 'same', text: '一', before: 1, after: 1 },
    { kind: 'gone', text: '二', before: 2, other: '二二' },
    { kind: 'new', text: '二二', after: 2, other: '二' },
    { kind: 'same', text: '三', before: 3, after: 3 },
    { kind: 'new', text: '四', after: 4, other: null },
  ])
})

it('folds unchanged lines away from a change', () => {
  const lines = Array.from({ length: 20 }, (_none, nth) => `第 ${nth + 1} 行`)
  const rows = diffRows(lines.join('\n'), [...lines.slice(0, 10), '新的一行', ...lines.slice(10)].join('\n'))
  expect(rows.map(({ kind }) => kind)).toEqual(['fold', 'same', 'same', 'new', 'same', 'same', 'fold'])
  expect(rows[0]).toMatchObject({ count: 8 })
})

it('treats a very long text without common lines as replaced, in time', () => {
  const text = (word: string) => Array.from({ length: 4_000 }, (_none, nth) => `${word}${nth}`).join('\n')
  expect(diffRows(text('a'), text('b'))).toHaveLength(8_000)
})
