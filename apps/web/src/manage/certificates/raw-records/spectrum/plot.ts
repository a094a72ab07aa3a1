import { round } from '#manage/controls/charts/chart-frame.tsx'
import type { Spectrum } from './spectrum.ts'

/* Geometry of the chart of a spectrum, px. */

export interface Ticks {
  /** Distance of two labelled ticks. */
  step: number
  labelled: number[]
  /** Ticks without label between them. */
  minor: number[]
}

/** Chooses ticks at 1, 2 or 5 times a power of ten, with at most `count` steps. */
export function chooseTicks(from: number, to: number, count: number): Ticks {
  const rough = (to - from) / Math.max(1, count)
  const power = 10 ** Math.floor(Math.log10(rough))
  const digit = [1, 2, 5, 10].find((one) => one * power >= rough * 0.999) ?? 10
  const step = digit * power
  const parts = digit === 2 ? 4 : 5
  return { step, labelled: listMultiples(from, to, step), minor: listMultiples(from, to, step / parts) }
}

function listMultiples(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step - 1e-9)
  const count = Math.min(1000, Math.floor(to / step + 1e-9) - first + 1)
  return Array.from({ length: Math.max(0, count) }, (_none, nth) => (first + nth) * step)
}

/** Formats a value of an axis with as many decimals as its step needs. */
export function formatTick(value: number, step: number): string {
  const largest = Math.max(Math.abs(value), step)
  if (largest >= 1e6 || (value !== 0 && largest < 1e-3)) return Number(value.toPrecision(6)).toExponential()
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9))
  // Minus zero has no sign.
  return (Number(value.toFixed(decimals)) || 0).toFixed(decimals)
}

/** Formats a position with the decimals that the file has, or as precisely as the distance of its points makes sense. */
export function formatPosition(x: number, { xs }: Pick<Spectrum, 'xs'>): string {
  const first = xs[0] ?? 0
  const step = Math.abs((xs.at(-1) ?? 0) - first) / Math.max(1, xs.length - 1)
  if (step === 0) return String(x)
  const most = Math.min(6, Math.max(0, 1 - Math.floor(Math.log10(step))))
  let decimals = 0
  while (decimals < most && !(isWhole(first * 10 ** decimals) && isWhole(step * 10 ** decimals))) decimals += 1
  return x.toFixed(decimals)
}

const isWhole = (value: number) => Math.abs(value - Math.round(value)) < 1e-4

/** Formats a value to four digits, larger ones to the unit. */
export function formatValue(y: number): string {
  if (Number.isNaN(y)) return '无数据'
  return Math.abs(y) >= 1000 && Math.abs(y) < 1e9 ? String(Math.round(y)) : String(Number(y.toPrecision(4)))
}

export interface Scale {
  toX: (x: number) => number
  toY: (y: number) => number
}

/**
 * Draws the curve as the path of an SVG. Of all points in one column of pixels, the first, lowest, highest and last are drawn,
 * so that no peak is lost.
 */
export function drawCurve({ xs, ys }: Pick<Spectrum, 'xs' | 'ys'>, { toX, toY }: Scale): string {
  let path = ''
  let pen = 'M'
  for (let start = 0; start < xs.length; ) {
    if (Number.isNaN(ys[start])) {
      pen = 'M'
      start += 1
      continue
    }
    const column = Math.floor(toX(xs[start] as number))
    let [end, lowest, highest] = [start, start, start]
    while (end + 1 < xs.length && !Number.isNaN(ys[end + 1]) && Math.floor(toX(xs[end + 1] as number)) === column) {
      end += 1
      if ((ys[end] as number) < (ys[lowest] as number)) lowest = end
      if ((ys[end] as number) > (ys[highest] as number)) highest = end
    }
    for (const index of [...new Set([start, lowest, highest, end])].sort((a, b) => a - b)) {
      path += `${pen}${round(toX(xs[index] as number))} ${round(toY(ys[index] as number))}`
      pen = 'L'
    }
    start = end + 1
  }
  return path
}

/** Finds the point nearest to a position. Positions ascend or descend. */
export function findNearest(xs: Float64Array, x: number): number {
  const isAscending = (xs.at(-1) ?? 0) >= (xs[0] ?? 0)
  let [low, high] = [0, xs.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((xs[middle] as number) <= x === isAscending) low = middle
    else high = middle
  }
  return Math.abs((xs[high] as number) - x) < Math.abs((xs[low] as number) - x) ? high : low
}

/** Chooses rows of a table at equal distances, first and last included. */
export function chooseRows(count: number, max: number): number[] {
  if (count <= max) return Array.from({ length: count }, (_none, index) => index)
  return Array.from({ length: max }, (_none, nth) => Math.round((nth * (count - 1)) / (max - 1)))
}
