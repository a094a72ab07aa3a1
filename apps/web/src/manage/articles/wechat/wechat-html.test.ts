import { expect, it } from 'vitest'
import { isInternalHost, makeWechatArticle } from './wechat-html.ts'

const ORIGIN = 'https://lab.example'
const make = (html: string) => makeWechatArticle(html, ORIGIN)

it('gives each element its inline style, and no class, id or script', () => {
  const { html } = make(
    '<h2 id="a" class="x">依据</h2><p onclick="x()">甲<strong>乙</strong> H<sub>2</sub>O</p><div>丙</div>',
  )
  expect(html).toMatch(
    /^<section><h2 style="[^"]+">依据<\/h2><p style="[^"]+">甲<strong style="font-weight:bold">乙<\/strong> H<sub>2<\/sub>O<\/p>丙<\/section>$/,
  )
  expect(html).not.toMatch(/class=|id=|onclick|script|position|url\(/)
})

it('makes numbered references of links, each address once, and keeps links to WeChat', () => {
  const article = make(
    '<p><a href="https://a.cn/x?b=1&amp;c=2">国标</a>、<a href="/article/86">文章</a>、<a href="https://a.cn/x?b=1&amp;c=2">又</a>、<a href="https://mp.weixin.qq.com/s/1">推文</a>、<a href="#a">段</a></p>',
  )
  expect(article.html).toContain(
    '国标<sup>[1]</sup>、文章<sup>[2]</sup>、又<sup>[1]</sup>、<a href="https://mp.weixin.qq.com/s/1">推文</a>、段',
  )
  expect(article.html).toContain('[1] https://a.cn/x?b=1&amp;c=2</p>')
  expect(article.html).toContain('[2] https://lab.example/article/86</p>')
  expect(article.references).toBe(2)
})

it('keeps pictures with absolute addresses, their captions, and the alignment of cells', () => {
  const article = make(
    '<figure><img src="/file/img/a.webp" alt="“谱”&quot;" loading="lazy"><figcaption>图 1</figcaption></figure><table><tbody><tr><td align="right">2.71</td></tr></tbody></table>',
  )
  expect(article.html).toContain(
    '<img src="https://lab.example/file/img/a.webp" alt="“谱”&quot;" style="max-width:100%;height:auto"><p style=',
  )
  expect(article.html).toMatch(/<td style="[^"]*;text-align:right">2\.71<\/td>/)
  expect(article).toMatchObject({ pictures: 1, wideTables: 0 })
})

it('leaves out addresses that are none', () => {
  expect(make('<p>甲<a href="https://[a">乙</a><img src="https://[b" alt="丙"></p>')).toMatchObject({
    html: expect.stringMatching(/<p style="[^"]+">甲乙<\/p><\/section>$/),
    references: 0,
  })
})

it('counts tables with more than five columns', () => {
  expect(make(`<table><tr>${'<td>1</td>'.repeat(6)}</tr></table><table><tr><td>1</td></tr></table>`).wideTables).toBe(1)
})

it('has a text of lines for editors without formatting', () => {
  expect(
    make(
      '<h2>甲</h2>\n<p>乙<a href="https://a.cn/">丙</a></p>\n<table>\n<tbody>\n<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</tbody>\n</table>\n',
    ).text,
  ).toBe('甲\n乙丙[1]\n1\t2\n参考链接\n[1] https://a.cn/')
})

it.each([
  ['localhost', true],
  ['10.1.2.3', true],
  ['172.20.0.1', true],
  ['portal', true],
  ['portal.lan', true],
  ['lab.example', false],
  ['172.40.0.1', false],
])('knows whether WeChat can fetch pictures from %s', (host, isInternal) => {
  expect(isInternalHost(host)).toBe(isInternal)
})
