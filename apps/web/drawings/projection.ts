import { RADIANS_PER_DEGREE, type Vector } from './vector.ts'

/** Orientation of the stone: turned about its axis, then tipped. Tilt 90° shows the table, 0° the profile. */
export interface View {
  yawDeg: number
  tiltDeg: number
}

/** A point on the paper in px: x to the right, y down. */
export type PaperPoint = readonly [xPx: number, yPx: number]

/** Most drawings stand in a square of this side, px. */
export const BOX_PX = 200
/** Part of the box that the drawing fills along its longer side. */
const FILL = 0.9

/** Turns a stone's point into [right, up, towards the viewer]; orthographic, so lengths stay. */
export function rotation({ yawDeg, tiltDeg }: View): (point: Vector) => Vector {
  const [cosYaw, sinYaw] = cosSin(yawDeg)
  const [cosTilt, sinTilt] = cosSin(tiltDeg)
  return ([x, y, z]) => {
    const right = x * cosYaw - y * sinYaw
    const away = x * sinYaw + y * cosYaw
    return [right, away * sinTilt + z * cosTilt, z * sinTilt - away * cosTilt]
  }
}

/** The direction towards the viewer, in the stone's own axes: `rotation` undone for [0, 0, 1]. */
export function viewDirection({ yawDeg, tiltDeg }: View): Vector {
  const [cosYaw, sinYaw] = cosSin(yawDeg)
  const [cosTilt, sinTilt] = cosSin(tiltDeg)
  return [-cosTilt * sinYaw, -cosTilt * cosYaw, sinTilt]
}

/** Centres the rotated points in the box at the largest size that fits, and gives the way onto the paper. */
export function fitToBox(rotated: readonly Vector[]): (point: Vector) => PaperPoint {
  const [left, right] = range(rotated.map((point) => point[0]))
  const [bottom, top] = range(rotated.map((point) => point[1]))
  const pxPerUnit = (BOX_PX * FILL) / Math.max(right - left, top - bottom)
  return ([x, y]) => [
    BOX_PX / 2 + (x - (left + right) / 2) * pxPerUnit,
    BOX_PX / 2 - (y - (bottom + top) / 2) * pxPerUnit,
  ]
}

function cosSin(angleDeg: number): [number, number] {
  return [Math.cos(angleDeg * RADIANS_PER_DEGREE), Math.sin(angleDeg * RADIANS_PER_DEGREE)]
}

function range(values: readonly number[]): [number, number] {
  return [Math.min(...values), Math.max(...values)]
}
