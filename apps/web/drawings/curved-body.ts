import { area, line } from './markup.ts'
import { polyline, simplified } from './path-data.ts'
import { fitToBox, type PaperPoint, rotation, type View, viewDirection } from './projection.ts'
import type { Vector } from './vector.ts'

/** A curve on the surface, as many points close together. Fainter curves are contours, full ones outlines. */
export interface SurfaceCurve {
  points: readonly Vector[]
  opacity?: number
}

/** A body without plane faces: what is inside it, and the curves that show its form from one side. */
export interface CurvedBody {
  isInside: (point: Vector) => boolean
  curves: readonly SurfaceCurve[]
  /** The rim of a hole that shows the paper behind. */
  hole?: readonly Vector[]
}

/** A point is hidden when the way to the viewer enters the body: 90 steps of 0.03 (design.md, 6). */
const MARCH_STEPS = 90
const MARCH_STEP = 0.03
/** The march starts a little off the surface, so that a point does not hide itself. */
const MARCH_START = 0.012
const GROUND_OPACITY = 0.09
/** A run of fewer points than this is noise at the edge of sight. */
const SHORTEST_RUN = 3

/** Line drawing of a curved body: the visible pieces of its curves on a lightly tinted ground. */
export function drawCurvedBody(body: CurvedBody, view: View): string {
  const rotate = rotation(view)
  const runs = body.curves.flatMap(({ points, opacity = 1 }) =>
    visibleRuns(points, body.isInside, viewDirection(view)).map((run) => ({ points: run.map(rotate), opacity })),
  )
  const seen = runs.flatMap((run) => run.points)
  const toPaper = fitToBox(seen)
  const ring = (points: readonly Vector[]) => polyline(simplified(points.map(toPaper)), { closed: true })

  const ground = polyline(simplified(hullOf(seen.map(toPaper))), { closed: true })
  const hole = body.hole ? ring(body.hole.map(rotate)) : ''
  const linesByOpacity = new Map<number, string>()
  for (const { points, opacity } of runs) {
    const drawn = polyline(simplified(points.map(toPaper)))
    linesByOpacity.set(opacity, (linesByOpacity.get(opacity) ?? '') + drawn)
  }
  const lines = [...linesByOpacity].map(([opacity, drawn]) => line(drawn, opacity))
  return `${area(ground + hole, GROUND_OPACITY)}${lines.join('')}`
}

function visibleRuns(points: readonly Vector[], isInside: CurvedBody['isInside'], towards: Vector): Vector[][] {
  const runs: Vector[][] = [[]]
  for (const point of points) {
    if (isVisible(point, isInside, towards)) runs.at(-1)?.push(point)
    else if (runs.at(-1)?.length) runs.push([])
  }
  return runs.filter((run) => run.length >= SHORTEST_RUN)
}

function isVisible([x, y, z]: Vector, isInside: CurvedBody['isInside'], towards: Vector): boolean {
  for (let step = 1; step < MARCH_STEPS; step++) {
    const way = MARCH_START + step * MARCH_STEP
    if (isInside([x + towards[0] * way, y + towards[1] * way, z + towards[2] * way])) return false
  }
  return true
}

/** The convex outline of the points (Andrew's monotone chain). */
function hullOf(points: readonly PaperPoint[]): PaperPoint[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  return [...halfHull(sorted), ...halfHull(sorted.toReversed())]
}

function halfHull(sorted: readonly PaperPoint[]): PaperPoint[] {
  const hull: PaperPoint[] = []
  for (const point of sorted) {
    while (turnsInwards(hull.at(-2), hull.at(-1), point)) hull.pop()
    hull.push(point)
  }
  return hull.slice(0, -1)
}

function turnsInwards(before: PaperPoint | undefined, last: PaperPoint | undefined, next: PaperPoint): boolean {
  if (!before || !last) return false
  return (last[0] - before[0]) * (next[1] - before[1]) - (last[1] - before[1]) * (next[0] - before[0]) <= 0
}
