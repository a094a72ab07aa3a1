import { startThreadClock } from '@portal/server/testing/thread-clock.ts'
import { describe, expect, it } from 'vitest'
import { renderMarkdown } from '#platform/text/markdown.ts'
import { convertHtml } from './html-to-markdown.ts'
import { addParagraphs, openCaptions } from './shortcodes.ts'

const toMarkdown = (html: string) => convertHtml(addParagraphs(openCaptions(html))).markdown

describe('HTML of another site', () => {
  it.each([
    ['headings below the title', '<h1>范围</h1><h2>取样</h2>', '## 范围\n\n### 取样'],
    [
      'punctuation outside of bold text',
      '<p>依据<b>国标：</b>见<strong>（重要）</strong>文</p>',
      '依据**国标**：见（**重要**）文',
    ],
    ['lists', '<ul><li>甲<ul><li>乙</li></ul></li></ul><ol start="3"><li>丙</li></ol>', '- 甲\n  - 乙\n\n3. 丙'],
    [
      'merged cells, bars and paragraphs of a table',
      '<table><tr><td colspan=2>头</td></tr><tr><td rowspan=2>甲</td><td>乙|丙</td></tr><tr><td><p>丁</p><p>戊</p></td></tr></table>',
      '| 头 |  |\n| --- | --- |\n| 甲 | 乙\\|丙 |\n|  | 丁<br>戊 |',
    ],
    [
      'a picture with its caption',
      '[caption id="a" width="3"]<img src="https://a.cn/1 (2).png" alt="图[1]"> 说 "明"[/caption]',
      '![图\\[1\\]](https://a.cn/1%20%282%29.png "说 \\"明\\"")',
    ],
    [
      'small text and deletions',
      'cm<sup>2</sup>，H<sub>2</sub>O，<del>旧</del>',
      'cm<sup>2</sup>，H<sub>2</sub>O，~~旧~~',
    ],
    ['a block of code', '<pre>a &lt; b\n\n```</pre>', '````\na < b\n\n```\n````'],
    ['lines of the classic editor', '甲\n乙\n\n丙', '甲\\\n乙\n\n丙'],
    [
      'a video as a link',
      '<iframe src="https://v.example.cn/1"></iframe>',
      '[https://v.example.cn/1](https://v.example.cn/1)',
    ],
    ['a shortcode as text', '[gallery ids="1"]', '\\[gallery ids="1"\\]'],
    ['no comments, scripts and forms', '<!-- wp:x -->甲<script>1</script><style>a</style><form><input></form>', '甲'],
    [
      'no unsafe addresses',
      '<a href="javascript:alert(1)">甲</a><img src="data:image/png;base64,AA"><img src="file:///c/a.png">',
      '甲',
    ],
  ])('keeps %s', (_what, html, markdown) => {
    expect(toMarkdown(html)).toBe(markdown)
    expect(renderMarkdown(toMarkdown(html)).html).not.toMatch(/<script|javascript:|\*\*/)
  })

  it.each([
    ['500 nested elements', `${'<div>'.repeat(500)}字${'</div>'.repeat(500)}`],
    ['100,000 unclosed elements', `${'<b>'.repeat(100_000)}字`],
    ['100,000 unclosed comments', `字${'<!--'.repeat(100_000)}`],
    ['a table that grows by its spans', `字<table>${'<tr><td rowspan=1000 colspan=60>'.repeat(4000)}`],
    ['tables in tables', `字${'<table><tr><td>'.repeat(3000)}`],
    ['unclosed captions', `字${'[caption]'.repeat(50_000)}`],
    ['bold punctuation', `字<b>${'，'.repeat(400_000)}</b>`],
  ])('is converted in time: %s', (_what, html) => {
    const spentMs = startThreadClock()
    expect(toMarkdown(html)).toContain('字')
    expect(spentMs()).toBeLessThan(2000)
  })
})
