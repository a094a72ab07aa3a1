import { type Face, facingOutwards, resized, type Solid, wallsBetween } from './solid.ts'
import { polar, sidesOf, type Vector } from './vector.ts'

/** The octahedron of diamond and spinel, {111}. */
export function octahedron(radius = 1.05): Solid {
  const belt: Face = [
    [1, 0, 0],
    [0, 1, 0],
    [-1, 0, 0],
    [0, -1, 0],
  ]
  const faces = sidesOf(belt).flatMap(([a, b]): Face[] => [
    [a, b, [0, 0, 1]],
    [a, b, [0, 0, -1]],
  ])
  return resized(facingOutwards(faces), radius)
}

/** The rhombic dodecahedron of garnet, {110}: each face spans two tips of length 2 and two cube corners. */
export function dodecahedron(halfCubeEdge = 0.52): Solid {
  const axes = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 2, 0],
  ] as const
  const faces = axes.flatMap(([i, j, k]) =>
    [1, -1].flatMap((p) =>
      [1, -1].map((q): Face => {
        const at = (along: Partial<Record<0 | 1 | 2, number>>): Vector => [along[0] ?? 0, along[1] ?? 0, along[2] ?? 0]
        return [at({ [i]: 2 * p }), at({ [i]: p, [j]: q, [k]: 1 }), at({ [j]: 2 * q }), at({ [i]: p, [j]: q, [k]: -1 })]
      }),
    ),
  )
  return resized(facingOutwards(faces), halfCubeEdge)
}

/** The hexagonal prism with pinacoid of beryl and corundum, its end edges bevelled. Lengths in girdle units. */
export function hexPrism({ radius = 0.62, halfHeight = 1, bevel = 0.16 } = {}): Solid {
  const top = hexagon(radius - bevel, halfHeight)
  const shoulder = hexagon(radius, halfHeight - bevel)
  const foot = hexagon(radius, bevel - halfHeight)
  const bottom = hexagon(radius - bevel, -halfHeight)
  return facingOutwards([
    top,
    bottom,
    ...wallsBetween(top, shoulder),
    ...wallsBetween(shoulder, foot),
    ...wallsBetween(foot, bottom),
  ])
}

/** The prism of quartz with a six-sided pyramid on either end. Lengths in girdle units. */
export function quartz({ radius = 0.52, halfHeight = 0.5, pyramid = 0.64 } = {}): Solid {
  const top = hexagon(radius, halfHeight)
  const bottom = hexagon(radius, -halfHeight)
  const roof = (ring: Face, tipZ: number) => sidesOf(ring).map(([a, b]): Face => [a, b, [0, 0, tipZ]])
  return facingOutwards([
    ...wallsBetween(top, bottom),
    ...roof(top, halfHeight + pyramid),
    ...roof(bottom, -halfHeight - pyramid),
  ])
}

function hexagon(radius: number, z: number): Face {
  return Array.from({ length: 6 }, (_, index) => polar(radius, index * 60, z))
}
