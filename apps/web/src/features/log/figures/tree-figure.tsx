import { Fragment } from 'react'
import styles from '../log-page.module.css'
import {
  type Facet,
  getCentre,
  getMiddleDegrees,
  getOutline,
  getPathToTable,
  getShade,
  getTableOutline,
  listFacets,
  listPieces,
  PLACES,
  type Point,
  toPoint,
} from './tree-geometry.ts'

/** Radius of the girdle, in the units of the view box. */
const RADIUS = 288
const CENTRE: Point = [380, 345]
const CALLOUT_RADIUS = 16
/** Share of the leader line that is left out at its start. */
const LEADER_START = 0.04

export interface TreeFigureProps {
  /** Number of entries, 1 to 32. */
  size: number
  /** Index of the proved entry. */
  index: number
}

/** The tree of a small log as a step-cut stone, with the proof of one entry. */
export function TreeFigure({ size, index }: TreeFigureProps) {
  const facets = listFacets(size, index)
  const count = facets.filter(({ role }) => role === 'proof').length
  return (
    <svg
      className={styles.tree}
      viewBox="0 0 760 690"
      role="img"
      aria-label={`示意图：公开日志画成阶梯琢型宝石。外圈 ${size} 个刻面各是一条记录，向内两两相合，中央台面是检查点；第 ${index} 号记录到台面的路径与 ${count} 个旁证已标出。`}
    >
      <path className={styles.pavilion} d={drawPavilion()} />
      <path className={styles.uncut} d={facets.filter(isUncut).map(drawFacet).join('')} />
      {facets
        .filter((facet) => !isUncut(facet))
        .map((facet) => (
          <FacetShape facet={facet} key={`${facet.level} ${facet.index}`} />
        ))}
      <path
        className={styles.bends}
        d={facets
          .filter((facet) => !isUncut(facet))
          .map(listBends)
          .join('')}
      />
      <path className={styles.table} d={toPath(getTableOutline())} />
      <path className={styles.ticks} d={drawTicks()} />
      <g className={styles.numbers} textAnchor="middle">
        {Array.from({ length: PLACES / 4 }, (_, at) => at * 4).map((place) => {
          const [x, y] = toView(toPoint(toAngle(place), 1.15))
          return (
            <text x={x} y={y + 5} key={place}>
              {place}
            </text>
          )
        })}
      </g>
      <Way index={index} />
      <Callouts facets={facets} size={size} />
    </svg>
  )
}

const isUncut = ({ role }: Facet) => role === 'uncut'

function FacetShape({ facet }: { facet: Facet }) {
  const pieces = listPieces(facet)
  const [only] = pieces
  if (pieces.length === 1 && only) {
    return <path data-role={facet.role} d={toPath(only.corners)} fillOpacity={getOpacity(only.degrees)} />
  }
  return (
    <g data-role={facet.role}>
      {pieces.map(({ corners, degrees }) => (
        <path stroke="none" d={toPath(corners)} fillOpacity={getOpacity(degrees)} key={degrees} />
      ))}
      <path fill="none" d={drawFacet(facet)} />
    </g>
  )
}

function Way({ index }: { index: number }) {
  const points = getPathToTable(index).map(toView)
  return (
    <g className={styles.way}>
      <path d={`M${points.join('L')}`} />
      {points.map(([x, y], at) => (
        <circle cx={x} cy={y} r={at === 0 || at === points.length - 1 ? 5 : 3.4} key={`${x} ${y}`} />
      ))}
    </g>
  )
}

interface Callout {
  number: number
  at: Point
  /** Start of the number's leader line, when the number is outside of the stone. */
  to?: Point
}

/**
 * Numbers of the legend beside the figure: the entry, a hash of its proof, the table, the place of the next entries.
 */
function Callouts({ facets, size }: { facets: readonly Facet[]; size: number }) {
  const leaf = facets.find(({ role }) => role === 'leaf')
  const proof = facets.find(({ level, role }) => level === 1 && role === 'proof')
  const next = facets.find(({ level, index, role }) => level === 0 && role === 'uncut' && index > size)
  const makeCallout = (number: number, facet: Facet | undefined, distance: number, turn = 0): Callout[] =>
    facet ? [{ number, at: getCentre(facet), to: toPoint(getMiddleDegrees(facet) + turn, distance) }] : []
  const callouts = [
    ...makeCallout(1, leaf, 1.4),
    ...makeCallout(2, proof, 1.24, 2),
    { number: 3, at: [0, 0] as const },
    ...makeCallout(4, next, 1.32, -17),
  ]
  return callouts.map(({ number, at, to }) => {
    const [x, y] = toView(to ?? at)
    return (
      <Fragment key={number}>
        {to && <path className={styles.leader} d={`M${toView(moveTowards(at, to))}L${[x, y]}`} />}
        <g className={styles.callout} data-callout={number}>
          <circle cx={x} cy={y} r={CALLOUT_RADIUS} />
          <text x={x} y={y + 7} textAnchor="middle">
            {number}
          </text>
        </g>
      </Fragment>
    )
  })
}

/** Moves a point towards another one, so that it does not cover the mark of the path. */
function moveTowards([x, y]: Point, [toX, toY]: Point): Point {
  return [x + (toX - x) * LEADER_START, y + (toY - y) * LEADER_START]
}

const toAngle = (place: number) => (place * 360) / PLACES
const getOpacity = (degrees: number) => Math.round(getShade(degrees) * 1000) / 1000

function toView([x, y]: Point): Point {
  const roundToTenth = (value: number) => Math.round(value * 10) / 10
  return [roundToTenth(CENTRE[0] + x * RADIUS), roundToTenth(CENTRE[1] + y * RADIUS)]
}

const toPath = (points: readonly Point[]) => `M${points.map((point) => toView(point).join(' ')).join('L')}Z`
const drawFacet = (facet: Facet) => toPath(getOutline(facet))

/** Angles at which a facet is bent. */
const listBends = (facet: Facet) =>
  listPieces(facet)
    .slice(1)
    .map(({ corners: [outer, , , inner] }) => `M${toView(outer)}L${toView(inner)}`)
    .join('')

/** Lines of the underside, as far as they are visible through the stone. */
function drawPavilion(): string {
  return Array.from({ length: PLACES / 2 }, (_, at) => `M${toView(toPoint(toAngle(at * 2), 1))}L${CENTRE}`).join('')
}

/** Ring with a tick for each entry, longer at every fourth. */
function drawTicks(): string {
  return Array.from({ length: PLACES }, (_, place) => {
    const to = place % 4 === 0 ? 1.085 : 1.055
    return `M${toView(toPoint(toAngle(place), 1.03))}L${toView(toPoint(toAngle(place), to))}`
  }).join('')
}
