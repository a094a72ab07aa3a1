import { expect, it } from 'vitest'
import { LARGEST_SCALE, moveBy, WHOLE_FIGURE, zoomAt } from './figure-zoom.ts'

const stage = { x: 800, y: 600 }
const middle = { x: 0, y: 0 }

it('zooms around the pointer', () => {
  const at = { x: 100, y: -50 }
  const view = zoomAt(WHOLE_FIGURE, 2, at, stage)
  expect(view.scale).toBe(2)
  // The point under the pointer has not moved.
  expect([at.x * 2 + view.x, at.y * 2 + view.y]).toEqual([at.x, at.y])
})

it('limits the scale to 1 and 8', () => {
  expect(zoomAt(WHOLE_FIGURE, 0.5, middle, stage)).toEqual(WHOLE_FIGURE)
  expect(zoomAt(WHOLE_FIGURE, 100, middle, stage).scale).toBe(LARGEST_SCALE)
})

it('keeps the picture on its stage', () => {
  expect(moveBy(WHOLE_FIGURE, { x: 50, y: 50 }, stage)).toEqual(WHOLE_FIGURE)
  expect(moveBy({ scale: 2, x: 0, y: 0 }, { x: 9999, y: -9999 }, stage)).toEqual({ scale: 2, x: 400, y: -300 })
})
