import type { AbsorptionLine } from './spectra.ts'

/** A rectangle of a spectrum; opacity from 0 to 1. */
export interface BandLayer {
  fromNm: number
  toNm: number
  opacity: number
}

/** Half width in nm above which a line is a band and fades to both sides. */
const BROAD_NM = 8
/** Opacity of a band's centre relative to a line of the same strength. */
const BAND_OPACITY = 0.75
const LAYERS = 20
/** Factor by which a line is drawn narrower than twice its half width. */
const LINE_WIDTH = 1.2

/**
 * Rectangles for one absorption line: one for a sharp line; for a broad band a stack of narrowing ones that follows
 * exp(−u²), with u the distance from the centre in half widths. A gradient would need an id.
 */
export function toBandLayers([centreNm, halfWidthNm, strength]: AbsorptionLine): BandLayer[] {
  if (halfWidthNm <= BROAD_NM) {
    const halfNm = (halfWidthNm * LINE_WIDTH) / 2
    return [{ fromNm: centreNm - halfNm, toNm: centreNm + halfNm, opacity: strength }]
  }
  const highest = strength * BAND_OPACITY
  return Array.from({ length: LAYERS }, (_, index) => {
    const level = (index + 0.5) / LAYERS
    const halfNm = halfWidthNm * Math.sqrt(-Math.log(level))
    // Each layer raises the opacity by the same amount: 1 − (1 − below)(1 − own) = above.
    const [below, above] = [(highest * index) / LAYERS, (highest * (index + 1)) / LAYERS]
    return { fromNm: centreNm - halfNm, toNm: centreNm + halfNm, opacity: (above - below) / (1 - below) }
  })
}
