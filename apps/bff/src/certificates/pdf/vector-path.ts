type Point = readonly [x: number, y: number]

/** Path operators of PDF (ISO 32000-1, 8.5.2), two decimals, for paths that are the same on every page. */
export function drawPolyline(points: readonly Point[], { closed = false } = {}): string {
  const [first, ...rest] = points
  if (!first) return ''
  return `${at(first)} m ${rest.map((point) => `${at(point)} l`).join(' ')}${closed ? ' h' : ''}\n`
}

/** Draws cubic curves through a function's points with its own slopes, from 0 to `end`. */
export function drawSmooth(
  pointAt: (t: number) => Point,
  slopeAt: (t: number) => Point,
  { end, pieces }: { end: number; pieces: number },
): string {
  const step = end / pieces
  let path = `${at(pointAt(0))} m`
  for (let index = 0; index < pieces; index += 1) {
    const [from, to] = [index * step, (index + 1) * step]
    const [a, b] = [pointAt(from), pointAt(to)]
    const [slopeA, slopeB] = [slopeAt(from), slopeAt(to)]
    const one: Point = [a[0] + (slopeA[0] * step) / 3, a[1] + (slopeA[1] * step) / 3]
    const two: Point = [b[0] - (slopeB[0] * step) / 3, b[1] - (slopeB[1] * step) / 3]
    path += ` ${at(one)} ${at(two)} ${at(b)} c`
  }
  return `${path}\n`
}

/** Draws this many full waves of a sine from `x`, `y` to the right. */
export function drawSine({ x, y, period, swing, phase, waves }: Sine): string {
  const turn = (2 * Math.PI) / period
  return drawSmooth(
    (t) => [x + t, y + swing * Math.sin(turn * t + phase)],
    (t) => [1, swing * turn * Math.cos(turn * t + phase)],
    { end: period * waves, pieces: Math.max(1, Math.round(waves * 6)) },
  )
}

export interface Sine {
  x: number
  y: number
  period: number
  swing: number
  phase: number
  /** Number of periods; it may be a fraction. */
  waves: number
}

/** Returns the eight corners of a box whose corners are cut at 45°. */
export function chamferCorners({ x, y, width, height }: Rect, cut: number): Point[] {
  const [right, bottom] = [x + width, y + height]
  return [
    [x + cut, y],
    [right - cut, y],
    [right, y + cut],
    [right, bottom - cut],
    [right - cut, bottom],
    [x + cut, bottom],
    [x, bottom - cut],
    [x, y + cut],
  ]
}

interface Rect {
  x: number
  y: number
  width: number
  height: number
}

/** Moves the content that follows: `1 0 0 1 x y cm`. */
export function moveContent(x: number, y: number, content: string): string {
  return `q 1 0 0 1 ${round(x)} ${round(y)} cm\n${content}Q\n`
}

export function round(value: number): number {
  return Math.round(value * 100) / 100 + 0
}

function at([x, y]: Point): string {
  return `${round(x)} ${round(y)}`
}

/** Returns red, green and blue of `#rrggbb`, each 0 to 1. */
export function splitColour(colour: string): number[] {
  return [1, 3, 5].map((start) => round(Number.parseInt(colour.slice(start, start + 2), 16) / 255))
}
