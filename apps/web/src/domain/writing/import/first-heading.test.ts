import { expect, it } from 'vitest'
import { findFirstHeading } from './first-heading.ts'

it.each([
  ['# 绿松石注胶\n\n正文\n\n## 谱图', '绿松石注胶', '正文\n\n## 谱图'],
  ['\n## 谱图\n```\n代码\n```', '谱图', '```\n代码\n```'],
  ['# 绿松石\n\n### 取样\n\n#### 谱图\n\n```\n### 甲\n```', '绿松石', '## 取样\n\n### 谱图\n\n```\n### 甲\n```'],
  ['# 绿松石\n\n### 取样\n\n## 谱图', '绿松石', '### 取样\n\n## 谱图'],
  ['# 绿松石\n\n### 取样\n\n谱图\n---', '绿松石', '### 取样\n\n谱图\n---'],
  ['开头一段。\n\n## 谱图 ##\n', '谱图', null],
  ['绿松石注胶\n==========\n正文', '绿松石注胶', '正文'],
  ['绿松石\n注胶\n---\n正文', '注胶', null],
  ['---\ntitle: 别的\n---\n# **红外** [光谱](/a) `1`', '红外 光谱 1', null],
  ['```\n# 不是标题\n```\n# 标题', '标题', null],
  ['![谱图](/a.png)\n\n# 标题', '标题', null],
  ['# ![徽标](/a.png) 标题\n', '徽标 标题', null],
  ['~~~\n```\n# 不是\n~~~\n', '', null],
  ['#没有空格\n', '', null],
  ['- 列表\n---\n', '', null],
  ['', '', null],
])('finds the first heading of %j, and what follows it when it is the first', (markdown, title, rest) => {
  expect(findFirstHeading(markdown)).toEqual({ title, rest })
})
