import { joined } from './path-data.ts'
import type { PaperPoint } from './projection.ts'

/** Side of the rosette's square, px. */
const ROSETTE_PX = 240
/** Rings of the rosette: mean radius and swing, as parts of half the side (design.md, 6). */
const RINGS: readonly (readonly [radius: number, swing: number])[] = [
  [0.34, 0.1],
  [0.6, 0.16],
  [0.82, 0.1],
]
const CURVES_PER_RING = 14
const PIECES_PER_WAVE = 3

/** Size of one repeat of the border band and of the wave ground, px. */
const BAND_TILE_PX = { width: 42, height: 14 } as const
const WAVE_TILE_PX = { width: 120, height: 25 } as const

/** Rings of waves r(t) = R · (r₀ + A · cos(N·t + 2πj/m)), each ring m curves that differ in phase only. */
export function rosettePath(): string {
  return RINGS.flatMap(([radius, swing]) => {
    const waves = Math.round(9 * (0.7 + radius))
    return Array.from({ length: CURVES_PER_RING }, (_, index) =>
      rosetteCurve(radius, swing, waves, (2 * Math.PI * index) / CURVES_PER_RING),
    )
  }).join('')
}

function rosetteCurve(radius: number, swing: number, waves: number, phase: number): string {
  const half = ROSETTE_PX / 2
  const at = (t: number): PaperPoint => {
    const r = half * (radius + swing * Math.cos(waves * t + phase))
    return [half + r * Math.cos(t), half + r * Math.sin(t)]
  }
  const slopeAt = (t: number): PaperPoint => {
    const r = half * (radius + swing * Math.cos(waves * t + phase))
    const dr = -half * swing * waves * Math.sin(waves * t + phase)
    return [dr * Math.cos(t) - r * Math.sin(t), dr * Math.sin(t) + r * Math.cos(t)]
  }
  return `${smoothPath(at, slopeAt, 2 * Math.PI, waves * PIECES_PER_WAVE)}z`
}

/** Border band: four sines with phases a quarter of a half turn apart, and their mirror images. */
export function bandTilePath(): string {
  const { width, height } = BAND_TILE_PX
  return [0, 1, 2, 3]
    .flatMap((index) =>
      [1, -1].map((side) => sinePath(width, height / 2, side * 0.92 * (height / 2), (Math.PI * index) / 4)),
    )
    .join('')
}

/** Wave ground behind the certificate's text: five sines, one below the other. */
export function waveTilePath(): string {
  const { width, height } = WAVE_TILE_PX
  return Array.from({ length: 5 }, (_, index) => sinePath(width, 8 + index * (height / 5), 6, index * 0.36)).join('')
}

/** One full wave across the tile, so that tiles join. */
function sinePath(periodPx: number, middlePx: number, swingPx: number, phase: number): string {
  const turn = (2 * Math.PI) / periodPx
  return smoothPath(
    (x) => [x, middlePx + swingPx * Math.sin(turn * x + phase)],
    (x) => [1, swingPx * turn * Math.cos(turn * x + phase)],
    periodPx,
    8,
  )
}

/** Cubic curves through the points with the given slopes: far shorter than a polyline. Relative, one decimal. */
function smoothPath(
  at: (t: number) => PaperPoint,
  slopeAt: (t: number) => PaperPoint,
  end: number,
  pieces: number,
): string {
  const step = end / pieces
  let [x, y] = at(0).map(tenth) as [number, number]
  let path = `M${joined([x, y])}`
  for (let index = 1; index <= pieces; index++) {
    const [next, slope] = [at(index * step), slopeAt(index * step)]
    const [nextX, nextY] = next.map(tenth) as [number, number]
    const handle = [next[0] - (slope[0] * step) / 3 - x, next[1] - (slope[1] * step) / 3 - y]
    if (index === 1) {
      const start = slopeAt(0)
      path += `c${joined([(start[0] * step) / 3, (start[1] * step) / 3, ...handle, nextX - x, nextY - y])}`
    } else {
      path += `s${joined([...handle, nextX - x, nextY - y])}`
    }
    ;[x, y] = [nextX, nextY]
  }
  return path
}

function tenth(valuePx: number): number {
  return Math.round(valuePx * 10) / 10
}
