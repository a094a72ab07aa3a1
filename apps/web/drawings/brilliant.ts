import { BRILLIANT_PROPORTIONS } from '#ui/figures/proportions.ts'
import { facingOutwards, type Solid } from './solid.ts'
import { polar, RADIANS_PER_DEGREE, type Vector } from './vector.ts'

/** Fractions are of the girdle radius, except `star` and `lower`: the part of the way from table or girdle. */
export interface BrilliantProportions {
  table: number
  crownDeg: number
  pavilionDeg: number
  /** How far the star facets reach from the table edge to the girdle, seen from above. */
  star: number
  /** How far the lower halves reach from the girdle to the culet. */
  lower: number
  girdle: number
  /** Stretch along x: 1 is round, 1.25 an oval. */
  stretch: number
}

/** The 57 facets, and the girdle apart since it is no facet. */
export interface Brilliant {
  facets: Solid
  girdle: Solid
}

/** Between two neighbouring main facets, half an octant. */
const HALF_OCTANT_DEG = 22.5
/** Straight pieces per half octant of the round girdle. */
const ARC_PIECES = 6

/**
 * The standard round brilliant: table, 8 stars, 8 kites, 16 upper halves, 8 pavilion mains, 16 lower halves.
 *
 * A kite lies in the plane z = (1 − ρ) · tan(crown), ρ measured along its own azimuth k · 45°. The tip of a star lies
 * on two such planes, 22.5° off both, hence the cosines. Proportions: see `BRILLIANT_PROPORTIONS`.
 */
export function brilliant(given: Partial<BrilliantProportions> = {}): Brilliant {
  const { table, crownDeg, pavilionDeg, star, lower, girdle, stretch } = {
    ...BRILLIANT_PROPORTIONS,
    stretch: 1,
    ...given,
  }
  const crownSlope = Math.tan(crownDeg * RADIANS_PER_DEGREE)
  const pavilionSlope = Math.tan(pavilionDeg * RADIANS_PER_DEGREE)
  const towardsMain = Math.cos(HALF_OCTANT_DEG * RADIANS_PER_DEGREE)

  const tableZ = (1 - table) * crownSlope
  const starRadius = table * towardsMain + star * (1 - table * towardsMain)
  const starZ = (1 - starRadius * towardsMain) * crownSlope
  const lowerRadius = 1 - lower
  const lowerZ = -girdle - (1 - lowerRadius * towardsMain) * pavilionSlope
  const culet: Vector = [0, 0, -girdle - pavilionSlope]

  const facets: Vector[][] = [octants((azimuth) => polar(table, azimuth, tableZ))]
  const edge: Vector[][] = []
  octants((azimuth) => {
    const middle = azimuth + HALF_OCTANT_DEG
    const next = azimuth + 2 * HALF_OCTANT_DEG
    const starTip = polar(starRadius, middle, starZ)
    const starTipBefore = polar(starRadius, azimuth - HALF_OCTANT_DEG, starZ)
    const lowerTip = polar(lowerRadius, middle, lowerZ)
    const lowerTipBefore = polar(lowerRadius, azimuth - HALF_OCTANT_DEG, lowerZ)
    facets.push(
      [polar(table, azimuth, tableZ), starTip, polar(table, next, tableZ)],
      [polar(table, azimuth, tableZ), starTipBefore, polar(1, azimuth, 0), starTip],
      [starTip, ...arc(azimuth, middle, 0)],
      [starTip, ...arc(middle, next, 0)],
      [culet, lowerTip, polar(1, azimuth, -girdle), lowerTipBefore],
      [lowerTip, ...arc(middle, azimuth, -girdle)],
      [lowerTip, ...arc(next, middle, -girdle)],
    )
    edge.push(
      [...arc(azimuth, middle, -girdle), ...arc(middle, azimuth, 0)],
      [...arc(middle, next, -girdle), ...arc(next, middle, 0)],
    )
  })
  const finished = (faces: Solid) =>
    facingOutwards(faces.map((face) => face.map(([x, y, z]): Vector => [x * stretch, y, z])))
  return { facets: finished(facets), girdle: finished(edge) }
}

/** A brilliant as one closed body. */
export function brilliantSolid(given: Partial<BrilliantProportions> = {}): Solid {
  const { facets, girdle } = brilliant(given)
  return [...facets, ...girdle]
}

function octants<T>(make: (azimuthDeg: number) => T): T[] {
  return Array.from({ length: 8 }, (_, index) => make(index * 2 * HALF_OCTANT_DEG))
}

/** Points of the unit circle from one azimuth to another, both ends with it. */
function arc(fromDeg: number, toDeg: number, z: number): Vector[] {
  return Array.from({ length: ARC_PIECES + 1 }, (_, index) =>
    polar(1, fromDeg + ((toDeg - fromDeg) * index) / ARC_PIECES, z),
  )
}
