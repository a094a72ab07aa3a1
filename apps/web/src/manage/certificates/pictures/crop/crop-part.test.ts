import { expect, it } from 'vitest'
import { WHOLE } from '../work/picture-edit.ts'
import { dragPart, toCrop } from './crop-part.ts'

const part = { left: 0.2, top: 0.2, width: 0.5, height: 0.4 }
const roundNumbers = (value: object) =>
  Object.fromEntries(Object.entries(value).map(([name, number]) => [name, Math.round(number * 1000) / 1000]))

it('moves a part within the picture', () => {
  expect(roundNumbers(dragPart(part, 'whole', { x: 0.1, y: -0.1 }))).toEqual({ ...part, left: 0.3, top: 0.1 })
  expect(roundNumbers(dragPart(part, 'whole', { x: 9, y: -9 }))).toEqual({ ...part, left: 0.5, top: 0 })
})

it('moves a corner while the opposite one stays, and keeps a minimum size', () => {
  expect(roundNumbers(dragPart(part, 'topLeft', { x: -0.1, y: 0.1 }))).toEqual({
    left: 0.1,
    top: 0.3,
    width: 0.6,
    height: 0.3,
  })
  expect(roundNumbers(dragPart(part, 'bottomRight', { x: 9, y: -9 }))).toEqual({
    left: 0.2,
    top: 0.2,
    width: 0.8,
    height: 0.05,
  })
  expect(roundNumbers(dragPart(part, 'topRight', { x: -9, y: -9 }))).toEqual({
    left: 0.2,
    top: 0,
    width: 0.05,
    height: 0.6,
  })
  expect(roundNumbers(dragPart(part, 'bottomLeft', { x: 9, y: 9 }))).toEqual({
    left: 0.65,
    top: 0.2,
    width: 0.05,
    height: 0.8,
  })
})

it('makes no crop of the whole picture', () => {
  expect(toCrop(WHOLE)).toBeNull()
  expect(toCrop(part)).toBe(part)
})
