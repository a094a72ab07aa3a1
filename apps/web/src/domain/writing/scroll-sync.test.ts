import { describe, expect, it } from 'vitest'
import { computeScrollTop, findHeadings } from './scroll-sync.ts'

describe('the headings of a text', () => {
  it('have the right offsets, except in code', () => {
    const text = '# 一\n\n正文 # 不是\n#不是\n```\n# 不是\n~~~\n```\n### 二\n'
    expect(findHeadings(text).map((offset) => text.slice(offset, offset + 5).trim())).toEqual(['# 一', '### 二'])
  })
})

describe('the other pane', () => {
  const text = { maxTop: 1000, marks: [100, 500] }
  const preview = { maxTop: 2000, marks: [400, 600] }

  it('aligns the same heading', () => {
    expect([0, 100, 500, 1000].map((top) => computeScrollTop(top, text, preview))).toEqual([0, 400, 600, 2000])
  })

  it('scrolls in proportion between two headings, in both directions', () => {
    expect(computeScrollTop(300, text, preview)).toBe(500)
    expect(computeScrollTop(500, preview, text)).toBe(300)
  })

  it('scrolls in proportion as a whole when the headings differ', () => {
    expect(computeScrollTop(500, text, { maxTop: 2000, marks: [400] })).toBe(1000)
  })

  it('stays within its range, and does not move when this pane cannot scroll', () => {
    expect(computeScrollTop(900, text, { maxTop: 300, marks: [400, 600] })).toBe(300)
    expect(computeScrollTop(0, { maxTop: 0, marks: [] }, preview)).toBe(0)
  })
})
