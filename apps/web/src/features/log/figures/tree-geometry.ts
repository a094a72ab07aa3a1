/* The tree of a log (RFC 6962) as the plan of a step-cut stone: facets at the girdle are entries, each ring inwards
   is one level of hashes, the table is the checkpoint. Leaf 0 begins at the top; angles are in degrees, clockwise. */

/** Outer edge of each ring, from the girdle inwards: radius (1 at the girdle) and number of sides of its polygon. */
const EDGES = [
  { radius: 1, sides: 32 },
  { radius: 0.825, sides: 16 },
  { radius: 0.665, sides: 8 },
  { radius: 0.525, sides: 8 },
  { radius: 0.395, sides: 8 },
  { radius: 0.27, sides: 8 },
] as const

/** Number of levels below the table. */
export const LEVELS = EDGES.length - 1
/** Number of places at the girdle. */
export const PLACES = 2 ** LEVELS

/** `leaf`: the proved entry. `path`: hashes above it. `proof`: hashes of its proof. `uncut`: place of a later entry. */
type FacetRole = 'leaf' | 'path' | 'proof' | 'cut' | 'uncut'

export interface Facet {
  /** Level of the ring, 0 at the girdle. */
  level: number
  /** Position in the ring. */
  index: number
  role: FacetRole
}

/** Point of the drawing, with the girdle's radius as the unit; y downwards. */
export type Point = readonly [x: number, y: number]

/**
 * Lists the facets of all rings, from the girdle inwards and clockwise.
 * @param size number of entries in the log, 1 to 32
 * @param proved index of the proved entry
 */
export function listFacets(size: number, proved: number): Facet[] {
  return Array.from({ length: LEVELS }, (_, level) =>
    Array.from({ length: PLACES >> level }, (_, index) => ({
      level,
      index,
      role: getRole({ level, index }, size, proved),
    })),
  ).flat()
}

function getRole({ level, index }: Omit<Facet, 'role'>, size: number, proved: number): FacetRole {
  if (index << level >= size) return 'uncut'
  const above = proved >> level
  if (index === above) return level === 0 ? 'leaf' : 'path'
  return index === (above ^ 1) ? 'proof' : 'cut'
}

/** Index of the first entry under a facet, and the index after its last one in a log of this size. */
export function getEntryRange({ level, index }: Facet, size: number): readonly [from: number, to: number] {
  return [index << level, Math.min((index + 1) << level, size)]
}

const toRadians = (degrees: number) => (degrees * Math.PI) / 180

/** Radius of an edge at an angle; the edge is a polygon with a corner at the top. */
function getEdgeRadius(edge: number, degrees: number): number {
  const { radius, sides } = EDGES[edge] as (typeof EDGES)[number]
  const side = 360 / sides
  const fromMiddle = (((degrees % side) + side) % side) - side / 2
  return (radius * Math.cos(toRadians(side / 2))) / Math.cos(toRadians(fromMiddle))
}

export function toPoint(degrees: number, radius: number): Point {
  return [radius * Math.sin(toRadians(degrees)), -radius * Math.cos(toRadians(degrees))]
}

/** Angle in the middle of a facet. */
export function getMiddleDegrees({ level, index }: Pick<Facet, 'level' | 'index'>): number {
  return ((index + 0.5) * 360) / (PLACES >> level)
}

/** Centre of a facet. */
export function getCentre(facet: Pick<Facet, 'level' | 'index'>): Point {
  const degrees = getMiddleDegrees(facet)
  return toPoint(degrees, (getEdgeRadius(facet.level, degrees) + getEdgeRadius(facet.level + 1, degrees)) / 2)
}

/** A flat piece of a facet: its corners clockwise from the outer edge. Facets of inner rings bend at the polygon's corners. */
export interface FacetPiece {
  corners: readonly [Point, Point, Point, Point]
  /** Angle in the middle of the piece. */
  degrees: number
}

/** Width of the widest flat piece in degrees, which is a side of the inner polygons. */
const FLAT_MAX = 45

/** Lists the pieces of a facet, clockwise. */
export function listPieces({ level, index }: Pick<Facet, 'level' | 'index'>): FacetPiece[] {
  const width = 360 / (PLACES >> level)
  const pieceWidth = Math.min(width, FLAT_MAX)
  const getCorner = (edge: number, degrees: number) => toPoint(degrees, getEdgeRadius(edge, degrees))
  return Array.from({ length: width / pieceWidth }, (_, at) => {
    const from = index * width + at * pieceWidth
    const to = from + pieceWidth
    const corners = [
      getCorner(level, from),
      getCorner(level, to),
      getCorner(level + 1, to),
      getCorner(level + 1, from),
    ] as const
    return { corners, degrees: (from + to) / 2 }
  })
}

/** Outline of a facet: the outer corners clockwise, then the inner corners back. */
export function getOutline(facet: Pick<Facet, 'level' | 'index'>): Point[] {
  const pieces = listPieces(facet)
  const outer = pieces.flatMap(({ corners: [from, to] }, at) => (at === 0 ? [from, to] : [to]))
  const inner = pieces.map(({ corners: [, , to, from] }, at) => (at === 0 ? [to, from] : [to])).reverse()
  return [...outer, ...inner.flat()]
}

/** Outline of the table, an octagon. */
export function getTableOutline(): Point[] {
  const { radius, sides } = EDGES[LEVELS] as (typeof EDGES)[number]
  return Array.from({ length: sides }, (_, at) => toPoint((at * 360) / sides, radius))
}

/** Path from a leaf through the facets above it to the table. */
export function getPathToTable(proved: number): Point[] {
  const facets = Array.from({ length: LEVELS }, (_, level) => getCentre({ level, index: proved >> level }))
  return [...facets, [0, 0]]
}

/** Direction of the light; facets that face it are the lightest. */
const LIGHT_DEGREES = 322
const SHADE_MAX = 0.32

/** Opacity of a facet's background by its direction. */
export function getShade(degrees: number): number {
  const away = (1 - Math.cos(toRadians(degrees - LIGHT_DEGREES))) / 2
  return Math.min(SHADE_MAX, 0.01 + 0.52 * away)
}
