import { expect, it } from 'vitest'
import { createHtmlCleaner } from './clean-html.ts'

const clean = createHtmlCleaner('https://site.test')
const VIDEO = 'https://img.example.test/a.mp4'
const LINK = (src: string) => `<a href="${src}" rel="noopener noreferrer" target="_blank">视频</a>`

it.each([
  ['in an article, as a video with controls', 'article', `<p><img src="${VIDEO}" onerror="x()" alt="a">好</p>`],
  ['in a comment, as a link', 'comment', `<p><img src="${VIDEO}" onerror="x()" alt="a">好</p>`],
] as const)('a video in an `<img>` is shown %s', (_where, kind, html) => {
  const shown = kind === 'article' ? `<video controls preload="metadata" src="${VIDEO}"></video>` : LINK(VIDEO)
  expect(clean(kind, html)).toBe(`<p>${shown}好</p>`)
})

it('a video in a comment becomes a link, and is removed if its address is a call', () => {
  expect(clean('comment', '<video autoplay src="/file/img/0a.mp4"></video>好')).toBe(`${LINK('/file/img/0a.mp4')}好`)
  expect(clean('comment', '<video src="/logout"></video><img src="/v1/a.mp4">好<b>的</b>')).toBe('好<b>的</b>')
})

it('a video in a comment does not become a link with a login token', () => {
  for (const src of ['https://other-name.test/?token=stolen', 'https://img.example.test/a.mp4?a=1&amp;token=stolen']) {
    expect(clean('comment', `<video src="${src}"></video><img src="${src}">好`)).not.toContain('href=')
  }
})

it('a marked hit loses its style', () => {
  const title = '<span style="color:red">翡翠</span>与<SPAN STYLE="background:url(/logout)" onclick="x()">翡翠</SPAN>'
  expect(clean('inline', title)).toBe('<em class="hit">翡翠</em>与<em class="hit">翡翠</em>')
})
