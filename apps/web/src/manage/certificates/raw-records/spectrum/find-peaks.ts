import type { Spectrum } from './spectrum.ts'

export interface Peak {
  index: number
  /** Height above the higher one of the two lowest points between it and a higher peak. */
  prominence: number
}

const PEAKS_MAX = 12
/** Minimum prominence, as a share of the range of all values: noise stays below it. */
const PROMINENCE_MIN = 0.03

/**
 * Finds the most prominent peaks, in order of position.
 * @param hasValleys finds minima instead
 */
export function findPeaks({ ys, isPeakTable }: Spectrum, hasValleys: boolean): Peak[] {
  const heights = Float64Array.from(ys, (y) => (Number.isNaN(y) ? -Infinity : hasValleys ? -y : y))
  const peaks = isPeakTable ? listAll(heights) : findMaxima(heights)
  const strongest = peaks.sort((a, b) => b.prominence - a.prominence).slice(0, PEAKS_MAX)
  return strongest.sort((a, b) => a.index - b.index)
}

const listAll = (heights: Float64Array): Peak[] => Array.from(heights, (prominence, index) => ({ index, prominence }))

function findMaxima(heights: Float64Array): Peak[] {
  const values = heights.filter(Number.isFinite)
  const range = values.reduce((a, b) => Math.max(a, b), -Infinity) - values.reduce((a, b) => Math.min(a, b), Infinity)
  const left = computeFloors(heights)
  const right = computeFloors(heights.slice().reverse()).reverse()
  const peaks: Peak[] = []
  for (let index = 1; index < heights.length - 1; index += 1) {
    const height = heights[index] as number
    if (height <= (heights[index - 1] as number)) continue
    // A flat top is one peak, in its middle.
    let end = index
    while (heights[end + 1] === height) end += 1
    if (end + 1 < heights.length && height > (heights[end + 1] as number)) {
      const prominence = height - Math.max(left[index] as number, right[end] as number)
      if (prominence >= range * PROMINENCE_MIN && prominence > 0) peaks.push({ index: (index + end) >> 1, prominence })
    }
    index = end
  }
  return peaks
}

/** Computes for each point the lowest one since the last higher point, or since the beginning. */
function computeFloors(heights: Float64Array): Float64Array {
  const floors = new Float64Array(heights.length)
  /** Points that are higher than all after them, so that each point is looked at twice at most. */
  const higher: number[] = []
  for (const [index, height] of heights.entries()) {
    let floor = height
    while (higher.length > 0 && (heights[higher.at(-1) as number] as number) <= height) {
      floor = Math.min(floor, floors[higher.pop() as number] as number)
    }
    floors[index] = floor
    higher.push(index)
  }
  return floors
}
