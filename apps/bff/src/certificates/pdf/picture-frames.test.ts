import { describe, expect, it } from 'vitest'
import { arrangeFrames } from './picture-frames.ts'
import { PAGE_PLATES } from './picture-plates.ts'
import type { Box } from './sheet-geometry.ts'

const { pad, strip } = PAGE_PLATES
const BOX: Box = { x: 10, y: 20, width: 200, height: 150 }
const [LANDSCAPE, PORTRAIT] = [1.5, 2 / 3]

const getShape = ({ width, height }: Box) => (width - 2 * pad) / (height - pad - strip)
const getArea = ({ width, height }: Box) => (width - 2 * pad) * (height - pad - strip)
const overlap = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

describe('the frames of pictures', () => {
  it.each([
    [[LANDSCAPE]],
    [[PORTRAIT]],
    [[LANDSCAPE, LANDSCAPE]],
    [[PORTRAIT, PORTRAIT]],
    [[LANDSCAPE, PORTRAIT, 1]],
    [[PORTRAIT, LANDSCAPE, LANDSCAPE, PORTRAIT]],
    [[1, 1, 1, 1, 1, 1, 1, 1]],
  ])('have the shapes of their pictures, and do not leave their box: %j', (ratios) => {
    const frames = arrangeFrames(ratios, BOX, PAGE_PLATES)
    expect(frames.map(getShape)).toEqual(ratios.map((ratio) => expect.closeTo(ratio, 6)))
    for (const [at, frame] of frames.entries()) {
      expect(frame.x).toBeGreaterThanOrEqual(BOX.x)
      expect(frame.y).toBeGreaterThanOrEqual(BOX.y)
      expect(frame.x + frame.width).toBeLessThanOrEqual(BOX.x + BOX.width + 1e-6)
      expect(frame.y + frame.height).toBeLessThanOrEqual(BOX.y + BOX.height + 1e-6)
      for (const other of frames.slice(at + 1)) expect(overlap(frame, other)).toBe(false)
    }
  })

  it('fill the box in one direction', () => {
    for (const ratio of [LANDSCAPE, PORTRAIT]) {
      const [{ width = 0, height = 0 } = {}] = arrangeFrames([ratio], BOX, PAGE_PLATES)
      expect(Math.abs(width - BOX.width) < 1e-6 || Math.abs(height - BOX.height) < 1e-6).toBe(true)
    }
  })

  it('are equal for equal pictures, two of them side by side in a wide box', () => {
    const [first, second] = arrangeFrames([LANDSCAPE, LANDSCAPE], { ...BOX, height: 70 }, PAGE_PLATES)
    expect(first?.y).toBe(second?.y)
    const four = arrangeFrames([LANDSCAPE, LANDSCAPE, LANDSCAPE, LANDSCAPE], BOX, PAGE_PLATES)
    for (const frame of four) expect(getArea(frame)).toBeCloseTo(getArea(four[0] ?? BOX), 6)
  })

  it('have room for a caption beside a picture of extreme shape', () => {
    for (const frame of arrangeFrames([0.05, 30], BOX, PAGE_PLATES)) {
      expect(frame.width).toBeGreaterThan(20)
      expect(frame.height).toBeGreaterThan(strip + 10)
    }
  })
})
