import { expect, it } from 'vitest'
import { splitAtHeadings, takeAll, takeFacts, takeParagraph, takeTable } from './html-sections.ts'
import { asSafeHtml } from './safe-html.ts'

it('splits a text at its headings and keeps their anchors', () => {
  const html = asSafeHtml(
    '<p>先读</p>\n<h2 id="s-h-a">一 &amp; <em>二</em></h2>\n<p>甲</p><h3>丙</h3><img src="/a.svg" />\n<h2>乙</h2>',
  )
  expect(splitAtHeadings(html, 'h2')).toEqual({
    lead: '<p>先读</p>',
    sections: [
      {
        id: 's-h-a',
        title: '一 & 二',
        titleHtml: '一 &amp; <em>二</em>',
        body: '<p>甲</p>\n<h3>丙</h3>\n<img src="/a.svg" />',
        html: '<h2 id="s-h-a">一 &amp; <em>二</em></h2>\n<p>甲</p>\n<h3>丙</h3>\n<img src="/a.svg" />',
      },
      { id: 'h2-2', title: '乙', titleHtml: '乙', body: '', html: '<h2>乙</h2>' },
    ],
  })
})

it('ignores nested headings, so that no element is split', () => {
  const html = asSafeHtml('<div><h2>里</h2><div>深</div></div><p>外</p>')
  expect(splitAtHeadings(html, 'h2')).toEqual({ lead: '<div><h2>里</h2><div>深</div></div>\n<p>外</p>', sections: [] })
})

it('keeps text outside any element', () => {
  expect(splitAtHeadings(asSafeHtml('散句<br />又一句'), 'h3').lead).toBe('散句\n<br />\n又一句')
})

it('reads a list of facts at the beginning', () => {
  expect(takeFacts(asSafeHtml('<ul>\n<li>时限：当日</li>\n<li>负责：收样人员</li>\n</ul><p>核对。</p>'))).toEqual({
    facts: [
      { name: '时限', value: '当日' },
      { name: '负责', value: '收样人员' },
    ],
    rest: '<p>核对。</p>',
  })
})

it('rejects a list that contains anything but facts', () => {
  const html = asSafeHtml('<ul><li>时限：当日</li><li>随便一句</li></ul>')
  expect(takeFacts(html)).toEqual({ facts: [], rest: html })
})

it('extracts the first paragraph, and all pictures', () => {
  const html = asSafeHtml('<p>主检 · <b>玉石</b></p><figure><img src="/a" /></figure><p>负责。</p>')
  expect(takeParagraph(html).paragraph).toBe('主检 · 玉石')
  expect(takeAll(html, 'figure')).toEqual({
    taken: ['<figure><img src="/a" /></figure>'],
    rest: '<p>主检 · <b>玉石</b></p>\n<p>负责。</p>',
  })
})

it('reads a table with complete rows, and leaves any other unchanged', () => {
  const table =
    '<table><thead><tr><th>类别</th><th>依据</th></tr></thead><tbody><tr><td>玉石</td><td><b>GB</b></td></tr></tbody></table>'
  expect(takeTable(asSafeHtml(`<p>前</p>${table}<p>后</p>`))).toEqual({
    table: { head: ['类别', '依据'], rows: [['玉石', '<b>GB</b>']] },
    rest: '<p>前</p>\n<p>后</p>',
  })
  const torn = asSafeHtml(table.replace('<td>玉石</td>', ''))
  expect(takeTable(torn)).toEqual({ table: null, rest: torn })
})
