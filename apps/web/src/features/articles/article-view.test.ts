import type { ArticleInfo } from '@portal/contract/articles/articles.ts'
import { expect, it } from 'vitest'
import { asSafeHtml } from '#lib/html/safe-html.ts'
import { estimateReadingTime, listOutlineHeadings, toArticleView } from './article-view.ts'

const article: ArticleInfo = {
  id: 88,
  title: '和田玉与常见相似玉石的区分',
  content: '<h2 id="s-1">折射率</h2><p>点测约 1.61。</p>',
  contentMd: '## 折射率',
  category: { id: 33, name: '研究' },
  tagList: [{ id: 4, name: '软玉' }],
  readType: 0,
  activeReadType: false,
}

it('leaves out the Markdown source', () => {
  expect(JSON.stringify(toArticleView(article))).not.toContain('##')
})

it('links the article to its category and tags', () => {
  expect(toArticleView(article)).toMatchObject({
    path: '/article/88',
    category: { id: 33, name: '研究', to: '/tags?categoryId=33' },
    tags: [{ name: '软玉', to: '/tags?categoryId=33&tagId=4' }],
  })
  expect(toArticleView({ ...article, category: { id: 34, name: '百科' } }).category).toEqual({
    id: 34,
    name: '宝石百科',
    to: '/gem',
  })
  expect(toArticleView({ ...article, category: { id: 32 } }).path).toBe('/news-article/88')
})

it('describes an article by its summary or its beginning', () => {
  expect(toArticleView({ ...article, summary: '从结构谈起' }).summary).toBe('从结构谈起')
  expect(toArticleView(article).summary).toBe('折射率点测约 1.61。')
  expect(toArticleView({ ...article, content: `<p>${'石'.repeat(200)}</p>` }).summary).toHaveLength(80)
})

it.each([
  [0, false, null],
  [1, false, 'comment'],
  [2, false, 'like'],
  [3, false, 'code'],
  [2, true, null],
  [null, null, null],
  [9, false, null],
])('requires %s with read type %s and gate passed %s', (readType, activeReadType, gate) => {
  expect(toArticleView({ ...article, readType, activeReadType }).gate).toBe(gate)
})

it('shows neither outline nor length of a cut text', () => {
  expect(toArticleView({ ...article, readType: 1 })).toMatchObject({ outline: [], readingTime: null })
})

it('shows the source of a repost only if it is a web address', () => {
  expect(toArticleView({ ...article, isOriginal: 1 }).repost).toBeNull()
  expect(toArticleView({ ...article, isOriginal: 0, originalUrl: 'https://a.example/1' }).repost).toEqual({
    sourceUrl: 'https://a.example/1',
  })
  expect(toArticleView({ ...article, isOriginal: 0, originalUrl: 'javascript:alert(1)' }).repost).toEqual({
    sourceUrl: null,
  })
})

it('shows an author only if upstream sends one', () => {
  expect(toArticleView(article).author).toBeNull()
  expect(toArticleView({ ...article, username: '周观澜' }).author).toBe('周观澜')
  expect(toArticleView({ ...article, username: 'zhou', nickname: '周观澜' }).author).toBe('周观澜')
})

const listHeadings = (html: string) => listOutlineHeadings(asSafeHtml(html))

it('lists headings of the second and third level in their order', () => {
  expect(
    listHeadings(
      '<h2 id="s-1">样品与条件</h2><p>…</p><h3 id="s-2">检出</h3><h4 id="s-3">细节</h4><h2 id="s-4">结论</h2>',
    ),
  ).toEqual([
    { id: 's-1', level: 2, text: '样品与条件' },
    { id: 's-2', level: 3, text: '检出' },
    { id: 's-4', level: 2, text: '结论' },
  ])
})

it('returns the text of a heading without markup', () => {
  expect(listHeadings('<h3 title="a" id="s-峰">1725 cm<sup>-1</sup> 峰 &lt; <em>基线</em>\n</h3>')).toEqual([
    { id: 's-峰', level: 3, text: '1725 cm-1 峰 < 基线' },
  ])
})

it('leaves out headings without id or text', () => {
  expect(listHeadings('<h2>无编号</h2><h2 id="s-1"></h2><h2 id="">空</h2><p id="s-2">段落</p>')).toEqual([])
})

it('computes the reading time of the design sample', () => {
  expect(estimateReadingTime('石'.repeat(2413))).toEqual({ characters: 2400, minutes: 7 })
})

it('counts an ideograph or a word or number as one unit, and no punctuation or space', () => {
  expect(estimateReadingTime('折射率 1.762–1.770，GB/T 16553。')).toEqual({ characters: 6, minutes: 1 })
})

it('rounds the length, because the text says 约', () => {
  expect(estimateReadingTime('石'.repeat(347)).characters).toBe(350)
  expect(estimateReadingTime('石'.repeat(1049)).characters).toBe(1000)
})

it('returns one minute for the shortest text', () => {
  expect(estimateReadingTime('')).toEqual({ characters: 0, minutes: 1 })
})
