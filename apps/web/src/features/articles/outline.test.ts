import { expect, it } from 'vitest'
import { asSafeHtml } from '#lib/html/safe-html.ts'
import { outlineOf } from './outline.ts'

const outline = (html: string) => outlineOf(asSafeHtml(html))

it('lists headings of the second and third level in their order', () => {
  expect(
    outline('<h2 id="s-1">样品与条件</h2><p>…</p><h3 id="s-2">检出</h3><h4 id="s-3">细节</h4><h2 id="s-4">结论</h2>'),
  ).toEqual([
    { id: 's-1', level: 2, text: '样品与条件' },
    { id: 's-2', level: 3, text: '检出' },
    { id: 's-4', level: 2, text: '结论' },
  ])
})

it('returns the text of a heading without markup', () => {
  expect(outline('<h3 title="a" id="s-峰">1725 cm<sup>-1</sup> 峰 &lt; <em>基线</em>\n</h3>')).toEqual([
    { id: 's-峰', level: 3, text: '1725 cm-1 峰 < 基线' },
  ])
})

it('leaves out headings without id or text', () => {
  expect(outline('<h2>无编号</h2><h2 id="s-1"></h2><h2 id="">空</h2><p id="s-2">段落</p>')).toEqual([])
})
