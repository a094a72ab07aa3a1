import { BRILLIANT_PROPORTIONS, PROFILE_FIGURE } from '#ui/figures/proportions.ts'
import { line } from './markup.ts'
import { joined, polyline } from './path-data.ts'
import type { PaperPoint } from './projection.ts'
import { RADIANS_PER_DEGREE } from './vector.ts'

/** Dimension lines and the axis take these colours where the page sets them (see `drawing.module.css`). */
const MEASURE = 'var(--drawing-measure,currentColor)'
const AUXILIARY = 'var(--drawing-line,currentColor)'

const ANGLE_RADIUS_PX = 46
const TICK_PX = 18

/** Side view of the brilliant with its axis, table width, crown and pavilion angle. The words are set by the page. */
export function drawProfile(): string {
  const { table, crownDeg, pavilionDeg } = BRILLIANT_PROPORTIONS
  const { radiusPx, axisXPx: axis, heightPx, tableYPx, girdleTopYPx, girdleBottomYPx, culetYPx } = PROFILE_FIGURE
  const [left, right] = [axis - radiusPx, axis + radiusPx]
  const [tableLeft, tableRight] = [axis - table * radiusPx, axis + table * radiusPx]

  const girdleLeft: PaperPoint[] = [
    [left, girdleBottomYPx],
    [left, girdleTopYPx],
  ]
  const girdleRight: PaperPoint[] = [
    [right, girdleTopYPx],
    [right, girdleBottomYPx],
  ]
  const outline = polyline(
    [[tableLeft, tableYPx], [tableRight, tableYPx], ...girdleRight, [axis, culetYPx], ...girdleLeft],
    { closed: true },
  )
  const girdle =
    polyline([
      [left, girdleTopYPx],
      [right, girdleTopYPx],
    ]) +
    polyline([
      [left, girdleBottomYPx],
      [right, girdleBottomYPx],
    ])

  const tickTop = tableYPx - 8 - TICK_PX
  const width =
    polyline([
      [tableLeft, tableYPx - 8],
      [tableLeft, tickTop],
    ]) +
    polyline([
      [tableRight, tableYPx - 8],
      [tableRight, tickTop],
    ]) +
    polyline([
      [tableLeft, tickTop + 6],
      [tableRight, tickTop + 6],
    ])
  const crownArc = angleArc([right, girdleTopYPx], 180, 180 - crownDeg)
  const pavilionArc = angleArc([left, girdleBottomYPx], 0, -pavilionDeg)

  const leaders =
    polyline([
      [right - 20, girdleTopYPx - 22],
      [right + 26, girdleTopYPx - 42],
      [right + 40, girdleTopYPx - 42],
    ]) +
    polyline([
      [left + 40, girdleBottomYPx + 20],
      [left - 26, girdleBottomYPx + 52],
      [left - 40, girdleBottomYPx + 52],
    ])
  const axisLine = `M${axis} 0V16M${axis} 48V${heightPx}`
  return [
    `<g stroke="${AUXILIARY}" stroke-dasharray="14 4 2 4">${line(axisLine)}</g>`,
    line(outline + girdle),
    line(width + crownArc + pavilionArc, 1, MEASURE),
    line(leaders, 1, AUXILIARY),
  ].join('')
}

/** Angles counter-clockwise from the right, in degrees; the arc is the shorter one. */
function angleArc([x, y]: PaperPoint, fromDeg: number, toDeg: number): string {
  const at = (degrees: number) => [
    x + ANGLE_RADIUS_PX * Math.cos(degrees * RADIANS_PER_DEGREE),
    y - ANGLE_RADIUS_PX * Math.sin(degrees * RADIANS_PER_DEGREE),
  ]
  // Both arcs run clockwise on the paper, the way the angle opens from the girdle.
  return `M${joined(at(fromDeg))}A${ANGLE_RADIUS_PX} ${ANGLE_RADIUS_PX} 0 0 1 ${joined(at(toDeg))}`
}
