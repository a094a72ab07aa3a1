import { useMemo, useState } from 'react'
import { findNearest } from './plot.ts'
import type { Spectrum } from './spectrum.ts'

/** Fewest points that are shown. */
const POINTS_MIN = 5

/** The section of a spectrum that is shown: all of it at first. */
export function useZoom(spectrum: Spectrum) {
  const { xs, ys } = spectrum
  const end = xs.length - 1
  const [[first, last], setEnds] = useState<readonly [number, number]>([0, end])
  const part = useMemo(
    () => ({ ...spectrum, xs: xs.subarray(first, last + 1), ys: ys.subarray(first, last + 1) }),
    [spectrum, xs, ys, first, last],
  )
  return {
    part,
    /** Shows the points between two positions, in any order, unless they are too few. */
    select(from: number, to: number) {
      const [a, b] = [findNearest(xs, from), findNearest(xs, to)]
      if (Math.abs(b - a) + 1 >= POINTS_MIN) setEnds([Math.min(a, b), Math.max(a, b)])
    },
    /** Shows a multiple of the section, around a position as far as the ends allow. */
    scale(factor: number, centre: number) {
      const span = Math.min(end, Math.max(POINTS_MIN - 1, Math.round((last - first) * factor)))
      const start = Math.min(end - span, Math.max(0, findNearest(xs, centre) - Math.floor(span / 2)))
      setEnds([start, start + span])
    },
    showAll: () => setEnds([0, end]),
  }
}

export type Zoom = ReturnType<typeof useZoom>
