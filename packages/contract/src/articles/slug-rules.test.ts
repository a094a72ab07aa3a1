import { describe, expect, it } from 'vitest'
import { findSlugFault, proposeSlug, SLUG_MAX } from './slug-rules.ts'

describe('addresses of articles and pages', () => {
  it.each([['songjian'], ['gb-16553'], ['2026-fees'], ['ab'], ['a'.repeat(SLUG_MAX)]])('may be %s', (slug) => {
    expect(findSlugFault(slug)).toBeNull()
  })

  it.each([
    ['收费', '小写字母'],
    ['a--b', '小写字母'],
    ['-ab', '小写字母'],
    ['ab-', '小写字母'],
    ['New', '小写字母'],
    ['a b', '小写字母'],
    ['ab\n', '小写字母'],
    ['../ab', '小写字母'],
    ['', '小写字母'],
    ['p', '2–60'],
    ['a'.repeat(SLUG_MAX + 1), '2–60'],
    ['2026', '数字'],
    ['admin', '由网站使用'],
  ])('cannot be %j', (slug, reason) => {
    expect(findSlugFault(slug)).toContain(reason)
  })

  it.each([
    ['收费 2026 年', 'page-2026'],
    ['收费', 'page'],
    ['a--b', 'a-b'],
    ['New', 'new-2'],
    ['p', 'p-2'],
    ['GB/T 16553—2017 的用法', 'gb-t-16553-2017'],
    ['ＣＭＡ 资质', 'cma'],
    ['Émeraude', 'emeraude'],
    ['２０２６', 'page-2026'],
  ])('are proposed for %j', (text, slug) => {
    expect(proposeSlug(text)).toBe(slug)
  })

  it('are proposed valid and free, whatever was typed', () => {
    expect(proposeSlug('fees', (slug) => ['fees', 'fees-2'].includes(slug))).toBe('fees-3')
    for (const text of ['a'.repeat(300), `${'a'.repeat(55)} b`, '１'.repeat(80), '\u0000', 'ǅ']) {
      expect(findSlugFault(proposeSlug(text, (slug) => !slug.endsWith('-7')))).toBeNull()
    }
  })
})
