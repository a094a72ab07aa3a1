import type { CurvedBody, SurfaceCurve } from './curved-body.ts'
import { type View, viewDirection } from './projection.ts'
import { RADIANS_PER_DEGREE, type Vector } from './vector.ts'

/** The dome's half axes and the height of the girdle below it, in girdle units. */
interface CabochonForm {
  a: number
  b: number
  height: number
  girdle: number
}

const OVAL: CabochonForm = { a: 1, b: 0.74, height: 0.62, girdle: 0.1 }
/** Below 1, so that the surface does not hide itself. */
const INSIDE = 0.985

/** A polished dome with contours every 15°. `veinSeed` adds dark matrix lines as in turquoise; 0 gives none. */
export function cabochon(view: View, { form = OVAL, veinSeed = 0 } = {}): CurvedBody {
  const dome = domeOf(form)
  const rim = turn((around) => dome(around, 0))
  const foot = turn((around) => [form.a * Math.cos(around), form.b * Math.sin(around), -form.girdle])
  const contours = [15, 30, 45, 60, 75].map((up): SurfaceCurve => {
    return { points: turn((around) => dome(around, up * RADIANS_PER_DEGREE)), opacity: 0.36 }
  })
  const meridians = Array.from({ length: 12 }, (_, index): SurfaceCurve => {
    const around = index * 30 * RADIANS_PER_DEGREE
    const points = Array.from({ length: 61 }, (_, step) => dome(around, step * 1.5 * RADIANS_PER_DEGREE))
    return { points, opacity: 0.22 }
  })
  return {
    isInside: (point) => isInside(form, point),
    curves: [
      { points: rim },
      { points: foot },
      ...contours,
      ...meridians,
      ...silhouettes(form, view),
      ...(veinSeed === 0 ? [] : veins(dome, veinSeed)),
    ],
  }
}

/** A sphere, for a pearl or a bead: a round dome that is seen from above only. */
export function sphere(view: View): CurvedBody {
  const form = { a: 1, b: 1, height: 1, girdle: 0 }
  const dome = cabochon(view, { form })
  const below = dome.curves.map(({ points, ...look }) => ({
    points: points.map(([x, y, z]): Vector => [x, y, -z]),
    ...look,
  }))
  return {
    isInside: ([x, y, z]) => x * x + y * y + z * z < INSIDE,
    // The rim is no edge on a sphere: only its contours and the outline are drawn.
    curves: [...dome.curves.slice(2, -1), ...below.slice(2, -1), ...outline(view)],
  }
}

type Dome = (around: number, up: number) => Vector

/** Both angles in radians: around the axis, and up from the girdle. */
function domeOf({ a, b, height }: CabochonForm): Dome {
  return (around, up) => [
    a * Math.cos(up) * Math.cos(around),
    b * Math.cos(up) * Math.sin(around),
    height * Math.sin(up),
  ]
}

function isInside({ a, b, height, girdle }: CabochonForm, [x, y, z]: Vector): boolean {
  if (z < -girdle) return false
  return (x / a) ** 2 + (y / b) ** 2 + (z < 0 ? 0 : (z / height) ** 2) < INSIDE
}

/** Where the dome turns from the viewer: gradient · view = 0, the part above the girdle. */
function silhouettes(form: CabochonForm, view: View): SurfaceCurve[] {
  const dome = domeOf(form)
  const [x, y, z] = viewDirection(view)
  const points = Array.from({ length: 361 }, (_, degrees) => {
    const around = degrees * RADIANS_PER_DEGREE
    const facing = (Math.cos(around) / form.a) * x + (Math.sin(around) / form.b) * y
    return { around, up: Math.atan2(-facing, z / form.height) }
  })
  // The part above the girdle may straddle 0°; starting at the first point below it keeps it in one piece.
  const start = Math.max(
    0,
    points.findIndex(({ up }) => up < 0),
  )
  const above = [...points.slice(start), ...points.slice(1, start)].filter(({ up }) => up >= 0)
  return [{ points: above.map(({ around, up }) => dome(around, up)) }]
}

/** The outline of the unit sphere: the great circle across the line of sight. */
function outline(view: View): SurfaceCurve[] {
  const [x, y, z] = viewDirection(view)
  const flat = Math.hypot(x, y)
  const right: Vector = [-y / flat, x / flat, 0]
  const up: Vector = [(-x * z) / flat, (-y * z) / flat, flat]
  const at = (i: 0 | 1 | 2, angle: number) => right[i] * Math.cos(angle) + up[i] * Math.sin(angle)
  return [{ points: turn((angle) => [at(0, angle), at(1, angle), at(2, angle)]) }]
}

/** Nine seeded walks up the dome; the same seed always gives the same stone. */
function veins(dome: Dome, seed: number): SurfaceCurve[] {
  const random = createRandom(seed * 7919)
  return Array.from({ length: 9 }, () => {
    let around = random() * 360
    let up = 6 + random() * 20
    let drift = (random() - 0.5) * 6
    const points: Vector[] = []
    for (let step = 0; step < 46; step++) {
      if (step % 7 === 0) drift = (random() - 0.5) * 11
      around += drift * 0.5
      up += 0.9 + random() * 0.6
      if (up > 88) break
      points.push(dome(around * RADIANS_PER_DEGREE, up * RADIANS_PER_DEGREE))
    }
    return { points, opacity: 0.85 }
  })
}

/** Park and Miller's minimal standard generator, 0 to 1. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 16807) % 2147483647
    return state / 2147483647
  }
}

function turn(at: (around: number) => Vector): Vector[] {
  return Array.from({ length: 361 }, (_, degrees) => at(degrees * RADIANS_PER_DEGREE))
}
