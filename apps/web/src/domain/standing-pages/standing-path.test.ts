import { expect, it } from 'vitest'
import { getStandingPath } from './standing-path.ts'

it.each([
  ['常见问题', 36, '/question'],
  ['<em class="hit">公正</em>性声明', '36', '/statement'],
  ['隐私与 <mark>Cookie</mark> 说明', 36, '/privacy'],
  ['常见问题', 32, null],
  ['没有路由的说明', 36, null],
  ['toString', 36, null],
  ['常见问题', undefined, null],
])('maps an article titled %s of category %s to %s', (title, categoryId, path) => {
  expect(getStandingPath(title, categoryId)).toBe(path)
})
