import { BRILLIANT_PROPORTIONS } from '#ui/figures/proportions.ts'
import { polyline, rounded } from './path-data.ts'
import type { PaperPoint } from './projection.ts'
import { polar, RADIANS_PER_DEGREE } from './vector.ts'

/** Side of the plan's square, px. */
const PLAN_PX = 100
const CENTRE_PX = PLAN_PX / 2
/** Leaves room for half a heavy outline. */
const GIRDLE_PX = PLAN_PX * 0.46

/** Path data of the crown of a brilliant from straight above: girdle, table, stars and kites. For marks and loaders. */
export function planPath(): string {
  const { table, star } = BRILLIANT_PROPORTIONS
  const tableEdge = table * Math.cos(22.5 * RADIANS_PER_DEGREE)
  const starRadius = tableEdge + star * (1 - tableEdge)
  const lines = Array.from({ length: 8 }, (_, index) => {
    const [from, middle, to] = [index * 45, index * 45 + 22.5, index * 45 + 45]
    const tip = onPaper(starRadius, middle)
    return [
      polyline([onPaper(table, from), onPaper(table, to), tip, onPaper(table, from)]),
      polyline([onPaper(1, from), tip, onPaper(1, to)]),
      polyline([tip, onPaper(1, middle)]),
    ].join('')
  })
  const r = rounded(GIRDLE_PX)
  return `M${CENTRE_PX - r} ${CENTRE_PX}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z${lines.join('')}`
}

/** Azimuth 0° points up. */
function onPaper(radius: number, azimuthDeg: number): PaperPoint {
  const [x, y] = polar(radius * GIRDLE_PX, azimuthDeg - 90, 0)
  return [CENTRE_PX + x, CENTRE_PX + y]
}
