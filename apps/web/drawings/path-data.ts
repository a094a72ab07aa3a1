import type { PaperPoint } from './projection.ts'

/** Coordinates are rounded to this part of a px: one decimal. */
const TENTHS = 10

/** Rounds a coordinate in px to one decimal. */
export function rounded(valuePx: number): number {
  // Adding 0 turns −0 into 0, which would print as “-0”.
  return Math.round(valuePx * TENTHS) / TENTHS + 0
}

/** Path data through the points: an absolute start, then steps relative to it, which are shorter to write. */
export function polyline(points: readonly PaperPoint[], { closed = false } = {}): string {
  const [first, ...rest] = points.map(([x, y]) => [Math.round(x * TENTHS), Math.round(y * TENTHS)] as const)
  if (!first) return ''
  let [x, y] = first
  const steps = rest.flatMap((point) => {
    const step = [(point[0] - x) / TENTHS, (point[1] - y) / TENTHS]
    ;[x, y] = point
    return step
  })
  const line = steps.length === 0 ? '' : `l${joined(steps)}`
  return `M${joined([first[0] / TENTHS, first[1] / TENTHS])}${line}${closed ? 'z' : ''}`
}

/** Numbers with as few separators as SVG allows: “1.5-.2.3”. */
export function joined(numbers: readonly number[]): string {
  let text = ''
  let hadPoint = false
  for (const number of numbers) {
    const written = String(rounded(number)).replace(/^(-?)0\./, '$1.')
    const startsAnew = text === '' || written.startsWith('-') || (written.startsWith('.') && hadPoint)
    text += startsAnew ? written : ` ${written}`
    hadPoint = written.includes('.')
  }
  return text
}

/** Leaves out points that lie within `tolerancePx` of the line without them (Ramer, Douglas and Peucker). */
export function simplified(points: readonly PaperPoint[], tolerancePx = 0.1): PaperPoint[] {
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last || points.length < 3) return [...points]
  let farthest = 0
  let distance = 0
  points.forEach((point, index) => {
    const away = distanceToSegment(point, first, last)
    if (away > distance) [farthest, distance] = [index, away]
  })
  if (distance <= tolerancePx) return [first, last]
  return [
    ...simplified(points.slice(0, farthest + 1), tolerancePx).slice(0, -1),
    ...simplified(points.slice(farthest), tolerancePx),
  ]
}

function distanceToSegment(point: PaperPoint, from: PaperPoint, to: PaperPoint): number {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const lengthSquared = dx * dx + dy * dy
  const along = lengthSquared === 0 ? 0 : ((point[0] - from[0]) * dx + (point[1] - from[1]) * dy) / lengthSquared
  const nearest = Math.min(1, Math.max(0, along))
  return Math.hypot(point[0] - from[0] - nearest * dx, point[1] - from[1] - nearest * dy)
}

/** Joins edges end to end into as few lines as a simple walk finds; every edge is drawn once. */
export function chained(edges: readonly (readonly [string, string])[]): string[][] {
  const neighbours = new Map<string, Set<string>>()
  for (const [a, b] of edges) {
    if (a === b) continue
    neighbours.set(a, (neighbours.get(a) ?? new Set()).add(b))
    neighbours.set(b, (neighbours.get(b) ?? new Set()).add(a))
  }
  const lines: string[][] = []
  // Starting at a point with an odd number of edges leaves fewer loose ends.
  const starts = [...neighbours.keys()].sort((a, b) => oddness(neighbours, b) - oddness(neighbours, a))
  for (const start of starts) {
    while (neighbours.get(start)?.size) {
      const line = [start]
      for (let here = start, next = firstOf(neighbours.get(here)); next !== undefined; ) {
        neighbours.get(here)?.delete(next)
        neighbours.get(next)?.delete(here)
        line.push(next)
        here = next
        next = firstOf(neighbours.get(here))
      }
      lines.push(line)
    }
  }
  return lines
}

function oddness(neighbours: Map<string, Set<string>>, point: string): number {
  return (neighbours.get(point)?.size ?? 0) % 2
}

function firstOf(points: Set<string> | undefined): string | undefined {
  return points?.values().next().value
}
