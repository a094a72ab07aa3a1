import { expect, it } from 'vitest'
import { WHOLE } from '../work/picture-edit.ts'
import { asCrop, dragged } from './crop-part.ts'

const part = { left: 0.2, top: 0.2, width: 0.5, height: 0.4 }
const rounded = (value: object) =>
  Object.fromEntries(Object.entries(value).map(([name, number]) => [name, Math.round(number * 1000) / 1000]))

it('a part moves within the picture', () => {
  expect(rounded(dragged(part, 'whole', { x: 0.1, y: -0.1 }))).toEqual({ ...part, left: 0.3, top: 0.1 })
  expect(rounded(dragged(part, 'whole', { x: 9, y: -9 }))).toEqual({ ...part, left: 0.5, top: 0 })
})

it('a corner moves while the opposite one stays, and a part never vanishes', () => {
  expect(rounded(dragged(part, 'topLeft', { x: -0.1, y: 0.1 }))).toEqual({
    left: 0.1,
    top: 0.3,
    width: 0.6,
    height: 0.3,
  })
  expect(rounded(dragged(part, 'bottomRight', { x: 9, y: -9 }))).toEqual({
    left: 0.2,
    top: 0.2,
    width: 0.8,
    height: 0.05,
  })
  expect(rounded(dragged(part, 'topRight', { x: -9, y: -9 }))).toEqual({ left: 0.2, top: 0, width: 0.05, height: 0.6 })
  expect(rounded(dragged(part, 'bottomLeft', { x: 9, y: 9 }))).toEqual({
    left: 0.65,
    top: 0.2,
    width: 0.05,
    height: 0.8,
  })
})

it('all of a picture is no crop', () => {
  expect(asCrop(WHOLE)).toBeNull()
  expect(asCrop(part)).toBe(part)
})
