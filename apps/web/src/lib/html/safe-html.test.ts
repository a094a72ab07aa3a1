import { expect, it } from 'vitest'
import { asSafeHtml, toPlainText } from './safe-html.ts'

it('strips tags and decodes entities', () => {
  expect(toPlainText(asSafeHtml('<p>折射率 &lt;&nbsp;1.70 <em class="hit">绿松石</em> &amp;amp;</p>'))).toBe(
    '折射率 <\u00a01.70 绿松石 &amp;',
  )
  expect(toPlainText(asSafeHtml(null))).toBe('')
})
