import type { CurvedBody, SurfaceCurve } from './curved-body.ts'
import type { View } from './projection.ts'
import { RADIANS_PER_DEGREE, type Vector } from './vector.ts'

/** A jade bangle is a torus: the ring's radius and that of the bar, in girdle units. */
const RING = 1
const BAR = 0.15
/** Slightly thinner when asking what hides what, so that the surface does not hide itself. */
const SOLID_BAR = BAR * 0.985

/** The bangle with meridians every 15° and three contours. Its outline depends on the tilt; yaw must be 0. */
export function bangle({ tiltDeg }: View): CurvedBody {
  const [outer, inner] = [silhouette(tiltDeg, 0), silhouette(tiltDeg, Math.PI)]
  const meridians = Array.from({ length: 24 }, (_, index): SurfaceCurve => {
    const around = index * 15 * RADIANS_PER_DEGREE
    return { points: turn(3, (degrees) => surface(around, degrees)), opacity: index % 6 === 0 ? 0.6 : 0.28 }
  })
  const contours = [35, 90, 145].map((across): SurfaceCurve => {
    const points = turn(1, (degrees) => surface(degrees, across * RADIANS_PER_DEGREE))
    return { points, opacity: 0.28 }
  })
  return {
    isInside: ([x, y, z]) => (Math.hypot(x, y) - RING) ** 2 + z * z < SOLID_BAR ** 2,
    curves: [{ points: outer }, { points: inner }, ...meridians, ...contours],
    hole: inner,
  }
}

/** Both angles in radians: around the ring, then around the bar. */
function surface(around: number, across: number): Vector {
  const radius = RING + BAR * Math.cos(across)
  return [radius * Math.cos(around), radius * Math.sin(around), BAR * Math.sin(across)]
}

/** Where the surface turns from the viewer, n · v = 0; `side` 0 is the outer rim, π the inner. */
function silhouette(tiltDeg: number, side: number): Vector[] {
  const cosTilt = Math.cos(tiltDeg * RADIANS_PER_DEGREE)
  const sinTilt = Math.sin(tiltDeg * RADIANS_PER_DEGREE)
  return turn(1, (around) => surface(around, Math.atan2(Math.sin(around) * cosTilt, sinTilt) + side))
}

function turn(stepDeg: number, at: (angle: number) => Vector): Vector[] {
  return Array.from({ length: 360 / stepDeg + 1 }, (_, index) => at(index * stepDeg * RADIANS_PER_DEGREE))
}
