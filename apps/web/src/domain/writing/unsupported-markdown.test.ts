import { expect, it } from 'vitest'
import { listUnsupported } from './unsupported-markdown.ts'

it.each([
  ['10, a first-level heading', '甲\n# 乙', ['一级标题（留给文章题目，请改用二级标题）']],
  ['33, a task', '1. 甲\n- [ ] 称重', ['任务清单（网页上显示成方括号）']],
  ['48, HTML', '<div>甲</div>', ['HTML（网页上显示成文字）']],
  ['51, a footnote', '含蜡[^1]\n\n[^1]: 见说明', ['脚注（网页上成为坏链接，请改为文末的注释）']],
  ['nothing in code', '`<div>` 与 `[^1]`\n\n```\n# 甲\n- [ ] 乙\n```', []],
  ['nothing of the dialect', '## 甲\n\nH<sub>2</sub>O <https://a.cn/> [x]\n\n- [甲](/a)', []],
])('names what readers do not see as it was meant: %s', (_kind, text, names) => {
  expect(listUnsupported(text)).toEqual(names)
})
