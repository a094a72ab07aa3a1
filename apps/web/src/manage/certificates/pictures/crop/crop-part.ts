import { type Part, WHOLE } from '../work/picture-edit.ts'

/** What a drag or a key changes: all of the part, or one of its corners. */
export type Grip = 'whole' | 'topLeft' | 'topRight' | 'bottomLeft' | 'bottomRight'

/** Smallest side of a part. */
const SIDE_MIN = 0.05

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), Math.max(min, max))

/**
 * A part after one of its grips was moved; it stays within the picture.
 * @param by parts of the picture, to the right and down
 */
export function dragged(part: Part, grip: Grip, by: { x: number; y: number }): Part {
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

/** A part that is all of the picture is no crop. */
export function asCrop(part: Part): Part | null {
  const isWhole = part.width > 0.999 * WHOLE.width && part.height > 0.999 * WHOLE.height
  return isWhole ? null : part
}
