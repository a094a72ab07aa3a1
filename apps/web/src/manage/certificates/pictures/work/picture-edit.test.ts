import { expect, it } from 'vitest'
import {
  computeCropArea,
  computeTurnedSize,
  computeWidthAfter,
  type PictureEdit,
  turnPicture,
  UNEDITED,
} from './picture-edit.ts'

const SOURCE = { width: 400, height: 200 }
const cropped: PictureEdit = { turns: 0, crop: { left: 0.1, top: 0.2, width: 0.5, height: 0.25 } }

it('keeps the same part in a turned picture, and changes nothing after four turns', () => {
  const turnedOnce = turnPicture(cropped)
  expect(computeTurnedSize(SOURCE, turnedOnce.turns)).toEqual({ width: 200, height: 400 })
  const part = computeCropArea(SOURCE, turnedOnce)
  expect(part).toEqual({ left: 110, top: 40, width: 50, height: 200 })
  const four = turnPicture(turnPicture(turnPicture(turnedOnce)))
  expect(computeCropArea(SOURCE, four)).toEqual(computeCropArea(SOURCE, cropped))
  expect(turnPicture(UNEDITED)).toEqual({ turns: 1, crop: null })
})

it('adapts the width of the pictured area to the crop, so that the scale stays the same', () => {
  expect(computeWidthAfter('44.8', SOURCE, UNEDITED, cropped)).toBe('22.4')
  expect(computeWidthAfter('44.8', SOURCE, UNEDITED, turnPicture(UNEDITED))).toBe('22.4')
  expect(computeWidthAfter('22.4', SOURCE, cropped, UNEDITED)).toBe('44.8')
  expect(
    computeWidthAfter('10', SOURCE, UNEDITED, { turns: 0, crop: { left: 0, top: 0, width: 1 / 3, height: 1 } }),
  ).toBe('3.325')
})

it('leaves a width unchanged that is no number, or that an edit does not affect', () => {
  for (const typed of ['', '四十', '-1', '44.80'])
    expect(computeWidthAfter(typed, SOURCE, UNEDITED, UNEDITED)).toBe(typed)
  expect(computeWidthAfter('四十', SOURCE, UNEDITED, cropped)).toBe('四十')
})
