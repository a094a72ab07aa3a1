import { expect, it } from 'vitest'
import { asSafeHtml } from '#lib/html/safe-html.ts'
import {
  isOnlyPicture,
  linkAddresses,
  toComparisonKey,
  toMessageHtml,
  toOneLine,
  toPictureHtml,
  toTypedText,
} from './message-html.ts'

const makeLink = (address: string) =>
  `<a href="${address}" target="_blank" rel="noopener noreferrer nofollow">${address}</a>`

it('escapes typed text', () => {
  expect(toMessageHtml(' a<b> & "c"\r\n第二行\n\n末行 ')).toBe('a&lt;b&gt; &amp; &quot;c&quot;<br>第二行<br><br>末行')
  expect(toPictureHtml('/file/img/a.png?x="1"')).toBe('<img src="/file/img/a.png?x=&quot;1&quot;" alt="图片">')
})

it('restores typed text for editing', () => {
  const typed = 'a<b> & "c"\n第二行\n\n末行'
  expect(toTypedText(asSafeHtml(toMessageHtml(typed)))).toBe(typed)
})

it.each([
  ['<img loading="lazy" src="/file/img/a.png" alt="">', '[图片]'],
  ['看<img src="/file/img/a.png">这里<br>好', '看 [图片] 这里 好'],
  ['1 &lt; 2', '1 < 2'],
])('shows a message as one line: %s', (html, line) => {
  expect(toOneLine(asSafeHtml(html))).toBe(line)
})

it.each([
  ['<img src="/file/img/a.png" alt="图片">', true],
  ['<p><img src="/file/img/a.png"></p>', true],
  ['看<img src="/file/img/a.png">', false],
  ['<img src="/a.png"><img src="/b.png">', false],
  ['文字', false],
])('recognises a message of one picture: %s', (html, expected) => {
  expect(isOnlyPicture(asSafeHtml(html))).toBe(expected)
})

it('recognises a sent message in its confirmation', () => {
  const cleaned = '<img loading="lazy" decoding="async" src="/file/img/a.png" alt="图片" />'
  expect(toComparisonKey(cleaned)).toBe(toComparisonKey(toPictureHtml('/file/img/a.png')))
  expect(toComparisonKey(cleaned)).not.toBe(toComparisonKey(toPictureHtml('/file/img/b.png')))
  expect(toComparisonKey('a<br />b &quot;c"')).toBe(toComparisonKey(toMessageHtml('a\nb "c"')))
})

it.each([
  ['见 https://example.cn/a?x=1&amp;y=2。', `见 ${makeLink('https://example.cn/a?x=1&amp;y=2')}。`],
  ['（http://example.cn/路径）', `（${makeLink('http://example.cn/路径')}）`],
  ['https://example.cn/a, b', `${makeLink('https://example.cn/a')}, b`],
  ['https://example.cn/a_(b)!', `${makeLink('https://example.cn/a_(b)')}!`],
  ['(https://example.cn/a)', `(${makeLink('https://example.cn/a')})`],
  ['&quot;https://example.cn/a&quot;', `&quot;${makeLink('https://example.cn/a')}&quot;`],
  ['https://example.cn<br>下一行', `${makeLink('https://example.cn')}<br>下一行`],
])('turns addresses into links: %s', (html, expected) => {
  expect(linkAddresses(asSafeHtml(html))).toBe(expected)
})

it.each([
  ['javascript:alert(1) data:text/html,x ftp://a.cn file:///etc'],
  ['<a href="https://a.cn">https://a.cn</a>'],
  ['<img src="https://a.cn/b.png" alt="https://a.cn">'],
  ['https://'],
  // An address with a login token, and one with a user name that hides the host.
  ['https://site.test/?token=x'],
  ['https://site.test/?a=1;tok%65n=x'],
  ['https://site.test/#token=x'],
  ['https://bank.cn@evil.test/'],
])('does not link %s', (html) => {
  expect(linkAddresses(asSafeHtml(html))).toBe(html)
})
