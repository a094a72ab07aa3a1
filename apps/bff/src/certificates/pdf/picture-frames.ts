import type { Box } from './sheet-geometry.ts'

/** Measures of frames, pt. */
export interface FrameStyle {
  gap: number
  /** White edge around a picture. */
  pad: number
  /** Height of the strip below a picture, for caption and scale. */
  strip: number
}

/** Frames of narrower and wider pictures have these shapes, so that caption and scale have room. */
const SHAPES = { narrowest: 0.4, widest: 4 }

/**
 * Arranges pictures in rows, in their order, so that they are as large as possible. Each frame has the shape of its picture.
 * @param ratios width divided by height of each picture
 * @returns a frame for each picture with the strip below it
 */
export function arrangeFrames(ratios: readonly number[], box: Box, style: FrameStyle): Box[] {
  const shapes = ratios.map((ratio) => Math.min(SHAPES.widest, Math.max(SHAPES.narrowest, ratio)))
  let best = { frames: [] as Box[], least: 0, total: 0 }
  for (const rows of listRows(shapes)) {
    const heights = fitHeights(rows, box, style)
    const areas = rows.flatMap((row, at) => row.map((shape) => shape * (heights[at] ?? 0) ** 2))
    const [least, total] = [Math.min(...areas), sum(areas)]
    // The smallest picture counts first, so that none is a stamp beside a large one.
    if (least < best.least || (least === best.least && total <= best.total)) continue
    best = { frames: placeFrames(rows, heights, box, style), least, total }
  }
  return best.frames
}

/** Lists every way to break the list into rows. */
function listRows(shapes: readonly number[]): number[][][] {
  const [first, ...others] = shapes
  if (first === undefined) return []
  if (others.length === 0) return [[[first]]]
  return listRows(others).flatMap((rows) => [
    [[first], ...rows],
    [[first, ...(rows[0] ?? [])], ...rows.slice(1)],
  ])
}

/** Returns the heights of the pictures of each row: rows are as wide as the box, or all lower in the same degree. */
function fitHeights(rows: readonly number[][], box: Box, { gap, pad, strip }: FrameStyle): number[] {
  const heights = rows.map((row) => (box.width - gap * (row.length - 1) - 2 * pad * row.length) / sum(row))
  const room = box.height - gap * (rows.length - 1) - (pad + strip) * rows.length
  const part = Math.min(1, room / sum(heights))
  return heights.map((height) => Math.max(0, height * part))
}

function placeFrames(rows: readonly number[][], heights: readonly number[], box: Box, style: FrameStyle): Box[] {
  const { gap, pad, strip } = style
  const frames: Box[] = []
  let y = box.y
  for (const [at, row] of rows.entries()) {
    const pictureHeight = heights[at] ?? 0
    const height = pad + pictureHeight + strip
    let x = box.x
    for (const shape of row) {
      const width = shape * pictureHeight + 2 * pad
      frames.push({ x, y, width, height })
      x += width + gap
    }
    y += height + gap
  }
  return frames
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
