import { dot, middleOf, normalOf, scaled, sidesOf, type Vector } from './vector.ts'

/** One plane face: its corners, counter-clockwise as seen from outside the stone. */
export type Face = readonly Vector[]

/** A convex body with the origin inside it. */
export type Solid = readonly Face[]

/** Turns every ring so that it runs counter-clockwise from outside. The origin must lie inside the body. */
export function facingOutwards(faces: Solid): Solid {
  return faces.map((face) => (dot(normalOf(face), middleOf(face)) < 0 ? face.toReversed() : face))
}

/** The walls between two rings of equally many points. */
export function wallsBetween(upper: Face, lower: Face): Solid {
  const lowerSides = sidesOf(lower)
  return sidesOf(upper).flatMap(([a, b], index) => {
    const below = lowerSides[index]
    return below ? [[a, below[0], below[1], b]] : []
  })
}

/** The body made larger or smaller about the origin. */
export function resized(solid: Solid, factor: number): Solid {
  return solid.map((face) => face.map((point) => scaled(point, factor)))
}
