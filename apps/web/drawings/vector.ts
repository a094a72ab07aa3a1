/**
 * Points and directions of a stone at rest: x to the right, y away from the viewer, z up (the table faces up).
 * Unit: the girdle radius of a stone is 1.
 */
export type Vector = readonly [x: number, y: number, z: number]

/** Multiply degrees by this to get radians. */
export const RADIANS_PER_DEGREE = Math.PI / 180

/** The point at distance `radius` from the z axis, turned `azimuthDeg` from the x axis, at height `z`. */
export function polar(radius: number, azimuthDeg: number, z: number): Vector {
  const azimuth = azimuthDeg * RADIANS_PER_DEGREE
  return [radius * Math.cos(azimuth), radius * Math.sin(azimuth), z]
}

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

export function scaled(v: Vector, factor: number): Vector {
  return [v[0] * factor, v[1] * factor, v[2] * factor]
}

/** The same direction with length 1; a vector without length is given back as it is. */
export function unit(v: Vector): Vector {
  const length = Math.hypot(...v)
  return length === 0 ? v : scaled(v, 1 / length)
}

/** The mean of the points. */
export function middleOf(points: readonly Vector[]): Vector {
  const sum = points.reduce<Vector>((s, p) => [s[0] + p[0], s[1] + p[1], s[2] + p[2]], [0, 0, 0])
  return scaled(sum, 1 / points.length)
}

/** Each point with the next one, the last with the first. */
export function sidesOf<T>(ring: readonly T[]): [T, T][] {
  return ring.map((point, index) => [point, ring[(index + 1) % ring.length] ?? point])
}

/** Unit normal of a ring, towards the side from which it runs counter-clockwise (Newell's method). */
export function normalOf(ring: readonly Vector[]): Vector {
  let x = 0
  let y = 0
  let z = 0
  for (const [p, q] of sidesOf(ring)) {
    x += (p[1] - q[1]) * (p[2] + q[2])
    y += (p[2] - q[2]) * (p[0] + q[0])
    z += (p[0] - q[0]) * (p[1] + q[1])
  }
  return unit([x, y, z])
}
