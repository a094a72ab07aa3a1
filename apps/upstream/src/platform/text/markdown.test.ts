import { startThreadClock } from '@portal/server/testing/thread-clock.ts'
import { expect, it } from 'vitest'
import { makeExcerptHtml } from './excerpt.ts'
import { sanitizeArticleHtml } from './html.ts'
import { renderMarkdown } from './markdown.ts'

it('renders a picture with a title as a sized, lazily loaded figure', () => {
  const { html, plain } = renderMarkdown('![谱图](/file/img/a.svg "图 1　吸收光谱")', () => ({
    width: 640,
    height: 360,
  }))
  expect(html).toBe(
    '<figure><img src="/file/img/a.svg" alt="谱图" width="640" height="360" loading="lazy" /><figcaption>图 1　吸收光谱</figcaption></figure>\n',
  )
  expect(plain).toBe('谱图\n图 1　吸收光谱')
})

it('gives headings the same unique ids at every rendering', () => {
  const source = '## 鉴定 特征\n\n### *Raman* 谱\n\n## 鉴定 特征'
  const { html } = renderMarkdown(source)
  expect([...html.matchAll(/id="([^"]+)"/g)].map(([, id]) => id)).toEqual([
    'h-鉴定-特征',
    'h-raman-谱',
    'h-鉴定-特征-2',
  ])
  expect(renderMarkdown(source).html).toBe(html)
})

it('keeps the language of a code block, and no other class', () => {
  expect(renderMarkdown('```json\n{}\n```').html).toContain('<code class="language-json">')
  expect(sanitizeArticleHtml('<code class="language-json modal">x</code>')).toBe('<code class="language-json">x</code>')
})

it('shows raw HTML as text', () => {
  const { html } = renderMarkdown('<script>alert(1)</script> [x](javascript:alert(1)) <img src=x onerror=alert(1)>')
  expect(html).not.toMatch(/<script|<img|href="javascript/)
})

it.each([
  ['H<sub>2</sub>O 与 cm<sup>-1</sup>', '<p>H<sub>2</sub>O 与 cm<sup>-1</sup></p>'],
  ['<sub>**2**</sub>', '<p><sub><strong>2</strong></sub></p>'],
  ['**a<sub>b**</sub>', '<p>**a<sub>b**</sub></p>'],
  ['<sub>2', '<p>&lt;sub&gt;2</p>'],
  ['<sub></sub>', '<p>&lt;sub&gt;&lt;/sub&gt;</p>'],
  ['<SUB>2</SUB>', '<p>&lt;SUB&gt;2&lt;/SUB&gt;</p>'],
  ['<sub onclick="x">2</sub>', '<p>&lt;sub onclick="x"&gt;2&lt;/sub&gt;</p>'],
  ['\\<sub>2\\</sub>', '<p>&lt;sub&gt;2&lt;/sub&gt;</p>'],
  ['`<sub>2</sub>`', '<p><code>&lt;sub&gt;2&lt;/sub&gt;</code></p>'],
  ['甲<br>乙', '<p>甲&lt;br&gt;乙</p>'],
])('reads %s as %s', (source, html) => {
  expect(renderMarkdown(source).html.trim()).toBe(html)
})

it('breaks lines in the cells of a table, and aligns them', () => {
  const { html, plain } = renderMarkdown('| 甲 | 乙 |\n| --- | ---: |\n| 一<br>二 | `<br>` \\<br> |')
  expect(html).toContain('<td>一<br />\n二</td>')
  expect(html).toContain('<th align="right">乙</th>')
  expect(html).toContain('<td align="right"><code>&lt;br&gt;</code> &lt;br&gt;</td>')
  expect(plain).toBe('甲\n乙\n一 二\n<br> <br>')
})

it('reads opening tags without closing ones in time that grows with the text', () => {
  const spentMs = startThreadClock()
  renderMarkdown('<sub>'.repeat(20_000))
  expect(spentMs()).toBeLessThan(2_000)
})

it('keeps only allowed elements and attributes of stored HTML', () => {
  const html = sanitizeArticleHtml(
    '<h2 id="root" onclick="x()">a</h2><h2 id="h-a">b</h2><img src="http://a.test/x.png"><img src="//a.test/x.png">' +
      '<a href="javascript:x()" style="x">c</a><iframe src="https://a.test"></iframe><svg onload="x()"></svg><form><input></form>',
  )
  expect(html).toBe('<h2>a</h2><h2 id="h-a">b</h2><a rel="noopener noreferrer">c</a>')
})

it('cuts an excerpt into whole paragraphs', () => {
  const html = makeExcerptHtml(`第一段 <b>\n${'字'.repeat(400)}`)
  expect(html).toMatch(/^<p>第一段 &lt;b&gt;<\/p>\n<p>字{292}…<\/p>$/)
  expect(makeExcerptHtml('短')).toBe('<p>短</p>')
  expect(makeExcerptHtml('')).toBe('')
})

it.each([
  'https:?token=T',
  'https:/?token=T',
  '//site.test/?token=T',
  '\\?token=T',
  'HTTPS:?%74oken=T',
  '?&#116;oken=T',
  '/?a=1&amp;token=T',
])('removes a link with a login token: %s', (address) => {
  const { html, plain } = renderMarkdown(`[点我](${address})`)
  expect([address, html.includes('href'), plain]).toEqual([address, false, '点我'])
})
