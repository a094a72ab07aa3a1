import { expect, it } from 'vitest'
import { BLANK, countWords, type Writing } from '../writing.ts'
import { findDraftFaults, findSubmissionFaults } from './writing-faults.ts'

const good: Writing = { ...BLANK, title: '铁线', categoryId: 33, contentMd: '正文' }
const none = new Set<string>()

it.each<[string, Partial<Writing>, string[]]>([
  ['nothing', {}, []],
  ['no title', { title: '  ' }, ['请输入标题']],
  ['a long title', { title: '字'.repeat(121) }, ['标题超过 120 字，请缩短']],
  ['no category', { categoryId: null }, ['请选择分类']],
  ['no text', { contentMd: '\n' }, ['请输入正文']],
  ['a long summary', { summary: '字'.repeat(401) }, ['摘要超过 400 字，请缩短']],
  ['a repost without an address', { isOriginal: false }, ['请输入原文地址']],
  [
    'a repost with half an address',
    { isOriginal: false, originalUrl: 'a.test/x' },
    ['原文地址请填写以 http:// 或 https:// 开头的完整地址'],
  ],
  ['a picture on its way', { contentMd: '![图](uploading:abc123)' }, ['还有 1 张图片没有上传完成']],
  [
    'a picture as data',
    { contentMd: '![图](data:image/png;base64,AA)' },
    ['有 1 张图片直接写在正文里，不能发布，请改为上传'],
  ],
  ['a picture without words', { contentMd: '![](/file/img/a.png)' }, ['有 1 张图片没有文字说明']],
])('reports %s on submitting', (_case, changes, texts) => {
  expect(findSubmissionFaults({ ...good, ...changes }, none).map(({ text }) => text)).toEqual(texts)
})

it('requires no alternative text for a decorative picture', () => {
  expect(findSubmissionFaults({ ...good, contentMd: '![](/file/img/a.png)' }, new Set(['/file/img/a.png']))).toEqual([])
})

it('requires of a draft only the fields that upstream needs, in the order of the page', () => {
  expect(findDraftFaults(BLANK).map(({ field }) => field)).toEqual(['title', 'category'])
  expect(findSubmissionFaults(BLANK, none).map(({ field }) => field)).toEqual(['title', 'content', 'category'])
})

it.each([
  ['## 什么是铁线\n\n- 网状', 7],
  ['密度 2.76 g/cm³，见 [GB/T 16552](https://a.test/abc)', 7],
  ['', 0],
])('counts the words of %j', (markdown, count) => {
  expect(countWords(markdown)).toBe(count)
})
