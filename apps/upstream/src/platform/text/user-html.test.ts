import sanitizeHtml from 'sanitize-html'
import { expect, it } from 'vitest'
import { sanitizeUserHtml, toParagraphs } from './user-html.ts'

it('keeps only text and pictures of this site', () => {
  const typed =
    '<b>好</b> <img src="/file/img/smile.png" alt="微笑" onerror="x()"><img src="https://tracker.test/1.png">' +
    '<img src="/file/img/../../v1/article/like"><img src="javascript:x()"><script>alert(1)</script>' +
    '<a href="https://spam.test">点我</a><style>*{}</style><iframe src="//x"></iframe>'
  expect(sanitizeUserHtml(typed)).toBe('好 <img src="/file/img/smile.png" alt="微笑" />点我')
})

it('escapes special characters, typed plain or as entities', () => {
  expect(sanitizeUserHtml('1 < 2 && 3 > 2 &lt;b&gt; &#60;script&#62;')).toBe(
    '1 &lt; 2 &amp;&amp; 3 &gt; 2 &lt;b&gt; &lt;script&gt;',
  )
})

it('returns for plain text what the sanitiser would return', () => {
  const units = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit))
  const plain = units.filter((unit) => !'<>&'.includes(unit)).join('')
  expect(sanitizeHtml(plain, { allowedTags: ['img'] })).toBe(plain)
  expect(sanitizeUserHtml(plain)).toBe(toParagraphs(plain))
})

it('removes invisible characters, and returns an empty text when no others are left', () => {
  expect(sanitizeUserHtml('甲\u202e乙\u0007\u200b&#8238;丙')).toBe('甲乙丙')
  expect(sanitizeUserHtml(' \u200b\n <p></p> ')).toBe('')
})

it('keeps lines, with at most one empty line between them', () => {
  expect(toParagraphs('一  行 \r\n\r\n\r\n\r\n二\n三\n')).toBe('一 行\n\n二\n三')
})

it('handles deeply nested elements', () => {
  expect(sanitizeUserHtml('<i>'.repeat(600))).toBe('')
})
