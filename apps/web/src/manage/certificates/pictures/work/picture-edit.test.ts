import { expect, it } from 'vitest'
import { keptPart, type PictureEdit, turned, turnedSize, UNEDITED, widthAfter } from './picture-edit.ts'

const SOURCE = { width: 400, height: 200 }
const cropped: PictureEdit = { turns: 0, crop: { left: 0.1, top: 0.2, width: 0.5, height: 0.25 } }

it('a turned picture keeps the same part, and four turns change nothing', () => {
  const once = turned(cropped)
  expect(turnedSize(SOURCE, once.turns)).toEqual({ width: 200, height: 400 })
  const part = keptPart(SOURCE, once)
  expect(part).toEqual({ left: 110, top: 40, width: 50, height: 200 })
  const four = turned(turned(turned(once)))
  expect(keptPart(SOURCE, four)).toEqual(keptPart(SOURCE, cropped))
  expect(turned(UNEDITED)).toEqual({ turns: 1, crop: null })
})

it('the width of what is shown follows the part that stays, so that the scale is the same', () => {
  expect(widthAfter('44.8', SOURCE, UNEDITED, cropped)).toBe('22.4')
  expect(widthAfter('44.8', SOURCE, UNEDITED, turned(UNEDITED))).toBe('22.4')
  expect(widthAfter('22.4', SOURCE, cropped, UNEDITED)).toBe('44.8')
  expect(widthAfter('10', SOURCE, UNEDITED, { turns: 0, crop: { left: 0, top: 0, width: 1 / 3, height: 1 } })).toBe(
    '3.325',
  )
})

it('leaves a width alone that is no number, and one that does not change', () => {
  for (const typed of ['', '四十', '-1', '44.80']) expect(widthAfter(typed, SOURCE, UNEDITED, UNEDITED)).toBe(typed)
  expect(widthAfter('四十', SOURCE, UNEDITED, cropped)).toBe('四十')
})
