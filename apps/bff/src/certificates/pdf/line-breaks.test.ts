import { describe, expect, it } from 'vitest'
import { breakLines } from './line-breaks.ts'

/** Width of a text: a Chinese character is as wide as two Latin ones. */
const measureWidth = (text: string) => [...text].reduce((sum, character) => sum + (character > '\u2e7f' ? 2 : 1), 0)

describe('a text broken into lines', () => {
  it.each([
    ['between any two characters', '细粒结构可见铁线', 8, ['细粒结构', '可见铁线']],
    ['never within a word or number', '折射率 1.762–1.770 点测', 12, ['折射率', '1.762–1.770', '点测']],
    ['before a Latin word too', '吸收线Turquoise', 10, ['吸收线', 'Turquoise']],
    ['not before closing punctuation', '绿松石，充填', 6, ['绿松', '石，充', '填']],
    ['not after opening punctuation', '绿松石（充填）', 8, ['绿松石', '（充填）']],
    ['within a word only if it is wider than a line', 'abcdefghij', 4, ['abcd', 'efgh', 'ij']],
    ['not between a number and its unit', '6.48 × 4.01\u00a0mm', 12, ['6.48 ×', '4.01\u00a0mm']],
    ['at line breaks of the text', '甲\n\n乙', 8, ['甲', '乙']],
  ])('is broken %s', (_where, text, width, lines) => {
    expect(breakLines(text, width, measureWidth)).toEqual(lines)
  })

  it('loses only blanks, and fits every line into the width', () => {
    const text = '，，，，（（（（绿松石 abc）（'.repeat(30)
    const lines = breakLines(text, 9, measureWidth)
    expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
    for (const line of lines) expect(measureWidth(line)).toBeLessThanOrEqual(9)
  })
})
