import { type Face, facingOutwards, type Solid, wallsBetween } from './solid.ts'

/** Half width, half length and the leg of a cut corner, in girdle units. */
const HALF_WIDTH = 0.74
const HALF_LENGTH = 1
const CORNER_LEG = 0.3

/** Inset from the girdle outline and height: three crown steps, the girdle, three pavilion steps (design.md, 6). */
const STEPS: readonly (readonly [inset: number, z: number])[] = [
  [0.27, 0.25],
  [0.18, 0.2],
  [0.09, 0.12],
  [0, 0],
  [0, -0.06],
  [0.2, -0.3],
  [0.42, -0.5],
  [0.66, -0.64],
]

/** A step cut with cut corners; its facets all run parallel to the girdle. */
export function emeraldCut(): Solid {
  const rings = STEPS.map(([inset, z]) => octagon(inset, z))
  const walls = rings.flatMap((ring, index) => {
    const below = rings[index + 1]
    return below ? wallsBetween(ring, below) : []
  })
  return facingOutwards([...rings.slice(0, 1), ...rings.slice(-1), ...walls])
}

/** Insetting by d keeps the edges parallel when the corner leg shrinks by (2 − √2) · d. */
function octagon(inset: number, z: number): Face {
  const x = HALF_LENGTH - inset
  const y = HALF_WIDTH - inset
  const leg = Math.max(0.001, CORNER_LEG - (2 - Math.SQRT2) * inset)
  return [
    [x, -y + leg, z],
    [x, y - leg, z],
    [x - leg, y, z],
    [-x + leg, y, z],
    [-x, y - leg, z],
    [-x, -y + leg, z],
    [-x + leg, -y, z],
    [x - leg, -y, z],
  ]
}
