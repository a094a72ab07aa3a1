import type { AbsorptionLine } from './spectra.ts'

/** A rectangle of a spectrum: from and to in nm, opacity from 0 to 1. */
export interface BandLayer {
  fromNm: number
  toNm: number
  opacity: number
}

/** Lines with a half width of more nm than this are bands and fade to both sides. */
const BROAD_NM = 8
/** Opacity of a band's middle, against a line of the same strength. */
const BAND_OPACITY = 0.75
const LAYERS = 20
/** A line is drawn a little narrower than twice its half width. */
const LINE_WIDTH = 1.2

/**
 * What to draw for one absorption line: a sharp line is one rectangle; a broad band is a pile of them, each narrower,
 * that follows exp(−u²), u being the distance from the centre in half widths. No gradient, hence no id on the page.
 */
export function bandLayers([centreNm, halfWidthNm, strength]: AbsorptionLine): BandLayer[] {
  if (halfWidthNm <= BROAD_NM) {
    const halfNm = (halfWidthNm * LINE_WIDTH) / 2
    return [{ fromNm: centreNm - halfNm, toNm: centreNm + halfNm, opacity: strength }]
  }
  const highest = strength * BAND_OPACITY
  return Array.from({ length: LAYERS }, (_, index) => {
    const level = (index + 0.5) / LAYERS
    const halfNm = halfWidthNm * Math.sqrt(-Math.log(level))
    // Each layer lifts the opacity beneath it by the same amount: 1 − (1 − below)(1 − own) = above.
    const [below, above] = [(highest * index) / LAYERS, (highest * (index + 1)) / LAYERS]
    return { fromNm: centreNm - halfNm, toNm: centreNm + halfNm, opacity: (above - below) / (1 - below) }
  })
}
