import { expect, it } from 'vitest'
import { findGemColour } from './gem-colours.ts'

it.each([
  ['红', '红'],
  ['紫红', '红'],
  ['粉红', '粉红'],
  ['黄绿', '绿'],
  ['绿蓝', '蓝'],
  ['无色', '无色'],
  ['无色（变彩）', '无色'],
  ['红（变色）', '红'],
  ['墨绿色', '绿'],
])('maps %s to %s', (name, colour) => {
  expect(findGemColour(name)).toBe(colour)
})

it.each(['', '多色', '变彩'])('maps “%s” to no hue', (name) => {
  expect(findGemColour(name)).toBeNull()
})
