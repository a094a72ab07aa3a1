import { type Face, facingOutwards, type Solid, wallsBetween } from './solid.ts'

/** A cast bar of metal: walls that lean inwards, so that it came out of its mould. Lengths in girdle units. */
export function ingot({ halfLength = 1.05, halfWidth = 0.46, halfHeight = 0.22, draft = 0.13 } = {}): Solid {
  const top = oblong(halfLength - draft, halfWidth - draft, halfHeight)
  const bottom = oblong(halfLength, halfWidth, -halfHeight)
  return facingOutwards([top, bottom, ...wallsBetween(top, bottom)])
}

function oblong(x: number, y: number, z: number): Face {
  return [
    [x, y, z],
    [-x, y, z],
    [-x, -y, z],
    [x, -y, z],
  ]
}
