import { expect, it } from 'vitest'
import { containsWords, markWords, splitWords } from './mark-words.ts'
import { asSafeHtml } from './safe-html.ts'

it('marks every word in the text, never in tags or entities', () => {
  const html = asSafeHtml('<a href="/gb">gb</a> 依 GB/T &amp; amp')
  expect(markWords(html, ['gb'])).toBe('<a href="/gb"><mark>gb</mark></a> 依 <mark>GB</mark>/T &amp; amp')
  expect(markWords(html, ['amp'])).toBe('<a href="/gb">gb</a> 依 GB/T &amp; <mark>amp</mark>')
  expect(markWords(asSafeHtml('折射率'), ['折射', '折射率'])).toBe('<mark>折射率</mark>')
})

it('treats special characters literally', () => {
  expect(markWords(asSafeHtml('a &lt;b&gt; c.d'), ['<b>', '.'])).toBe('a <mark>&lt;b&gt;</mark> c<mark>.</mark>d')
})

it('matches a text that contains all words, ignoring case', () => {
  expect(containsWords('<p>未见处理的写“翡翠”，依 GB/T</p>', splitWords(' 翡翠  gb/t '))).toBe(true)
  expect(containsWords('<p class="x">翡翠</p>', splitWords('翡翠 class'))).toBe(false)
})
