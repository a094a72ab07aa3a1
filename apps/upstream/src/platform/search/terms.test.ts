import { describe, expect, it } from 'vitest'
import { fold } from './fold.ts'
import { markHits, markSummary } from './mark.ts'
import { listTerms, splitWords } from './terms.ts'

describe('fold', () => {
  it('converts to lower case and half width, and keeps every character position', () => {
    const text = 'ＣＶＤ钻石 İSTANBUL 💎Raman'
    expect(fold(text)).toHaveLength(text.length)
    expect(fold(text)).toBe('cvd钻石 İstanbul 💎raman')
  })
})

describe('listTerms', () => {
  it('splits text without spaces into pairs and single characters', () => {
    expect([...listTerms('翡翠手')]).toEqual(['翡', '翠', '翡翠', '手', '翠手'])
  })

  it('returns every prefix of a Latin word', () => {
    expect([...listTerms('CVD 7')]).toEqual(['c', 'cv', 'cvd', '7'])
  })

  it('makes no pair across punctuation or lines', () => {
    expect(listTerms('翡，翠\n手')).not.toContain('翡翠')
  })
})

describe('splitWords', () => {
  it('splits at spaces and punctuation, and keeps a decimal number together', () => {
    expect(splitWords('（翡翠） 折射率1.66,A货').map(({ text }) => text)).toEqual(['翡翠', '折射率1.66', 'a货'])
  })

  it('returns no word for punctuation only', () => {
    expect(splitWords(' (%_*[]\\ ')).toEqual([])
  })

  it('marks words that need a check against the text', () => {
    expect(splitWords('翡翠 翡翠手镯 raman 玉').map(({ isExact }) => isExact)).toEqual([true, false, true, true])
    expect(splitWords('玉玉玉')[0]?.isExact).toBe(false)
  })
})

describe('markHits', () => {
  it('keeps the case of the text, and escapes HTML', () => {
    expect(markHits('<b>cvd</b> 与 CVD', splitWords('Cvd'))).toBe(
      '&lt;b&gt;<em class="hit">cvd</em>&lt;/b&gt; 与 <em class="hit">CVD</em>',
    )
  })

  it('marks touching and overlapping hits once', () => {
    expect(markHits('翡翠手镯', splitWords('翡翠 翠手'))).toBe('<em class="hit">翡翠手</em>镯')
  })
})

describe('markSummary', () => {
  it('shows the surroundings of the hit when the summary lacks it', () => {
    const plain = `${'甲'.repeat(100)}翡翠${'乙'.repeat(200)}`
    const html = markSummary('别的话', plain, splitWords('翡翠'))
    expect(html).toContain('<em class="hit">翡翠</em>')
    expect(html?.startsWith('…')).toBe(true)
  })

  it('never cuts a surrogate pair', () => {
    const html = markSummary(null, `${'💎'.repeat(60)}翡翠${'💎'.repeat(90)}`, splitWords('翡翠')) ?? ''
    expect(html.isWellFormed()).toBe(true)
  })
})
