import { type Part, WHOLE } from '../work/picture-edit.ts'

/** Handle that a drag or a key moves: the whole part, or one of its corners. */
export type Grip = 'whole' | 'topLeft' | 'topRight' | 'bottomLeft' | 'bottomRight'

/** Minimum side of a part. */
const SIDE_MIN = 0.05

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), Math.max(min, max))

/**
 * Moves a handle of a part; the result stays within the picture.
 * @param by distance in fractions of the picture, to the right and down
 */
export function dragPart(part: Part, grip: Grip, by: { x: number; y: number }): Part {
  const { left, top, width, height } = part
  if (grip === 'whole') {
    return { ...part, left: clamp(left + by.x, 0, 1 - width), top: clamp(top + by.y, 0, 1 - height) }
  }
  const isLeft = grip === 'topLeft' || grip === 'bottomLeft'
  const isTop = grip === 'topLeft' || grip === 'topRight'
  const [right, bottom] = [left + width, top + height]
  const newLeft = isLeft ? clamp(left + by.x, 0, right - SIDE_MIN) : left
  const newTop = isTop ? clamp(top + by.y, 0, bottom - SIDE_MIN) : top
  const newRight = isLeft ? right : clamp(right + by.x, left + SIDE_MIN, 1)
  const newBottom = isTop ? bottom : clamp(bottom + by.y, top + SIDE_MIN, 1)
  return { left: newLeft, top: newTop, width: newRight - newLeft, height: newBottom - newTop }
}

/** Converts a part to a crop; a part that covers the whole picture is none. */
export function toCrop(part: Part): Part | null {
  const isWhole = part.width > 0.999 * WHOLE.width && part.height > 0.999 * WHOLE.height
  return isWhole ? null : part
}
