import { expect, it } from 'vitest'
import { findFirstHeading } from './first-heading.ts'

it.each([
  ['# 绿松石注胶\n\n正文\n\n## 谱图', '绿松石注胶'],
  ['开头一段。\n\n## 谱图 ##\n', '谱图'],
  ['绿松石注胶\n==========\n', '绿松石注胶'],
  ['---\ntitle: 别的\n---\n# **红外** [光谱](/a) `1`', '红外 光谱 1'],
  ['```\n# 不是标题\n```\n# 标题', '标题'],
  ['~~~\n```\n# 不是\n~~~\n', ''],
  ['#没有空格\n', ''],
  ['- 列表\n---\n', ''],
  ['', ''],
])('finds the first heading of %j', (markdown, heading) => {
  expect(findFirstHeading(markdown)).toBe(heading)
})
