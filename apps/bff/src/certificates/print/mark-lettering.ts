import { INK } from '../pdf/sheet-geometry.ts'
import type { Pen } from '../pdf/sheet-pen.ts'
import type { PrintItem } from './print-types.ts'

/**
 * Draws the accreditation marks with their numbers as text: the drawing of a mark comes from the authority that grants
 * it and is not part of this program.
 * @param at the right edge and the first baseline; size of the letters, pt
 * @returns the height
 */
export function drawMarks(
  { type }: Pen,
  marks: PrintItem['marks'],
  at: { x: number; y: number; size: number; align: 'left' | 'right' },
): number {
  const leading = at.size * 1.5
  marks.forEach(({ kind, number }, index) => {
    const words = `${kind.toUpperCase()} ${number}`
    type.write(words, at.x, at.y + index * leading, { weight: 'bold', size: at.size, colour: INK.text }, at.align)
  })
  return marks.length * leading
}
