/** A4 landscape, points (1/72 inch). The y axis points down, as on screen. */
export const PAGE_PT = { width: 841.89, height: 595.28 } as const

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** The chamfered frame, its corner cut, and the position of the band inside it. */
export const FRAME = { x: 17, y: 17, width: PAGE_PT.width - 34, height: PAGE_PT.height - 34 } as const
export const FRAME_CUT_PT = 22
export const BAND_INSET_PT = 5
export const BAND_TILE_PT = { width: 33, height: 11 } as const

/** Area of the text. */
export const CONTENT: Box = { x: 58, y: 46, width: PAGE_PT.width - 116, height: PAGE_PT.height - 86 }

/** Colours of the design's print sheet. */
export const INK = {
  text: '#16222c',
  second: '#435360',
  caption: '#5c6b76',
  line: '#d5dcdb',
  gold: '#7d551a',
  goldLine: '#b98a3e',
  paper: '#fdfcf8',
  surface: '#ffffff',
  mark: '#17497e',
  deep: '#0e2741',
  wave: '#4aa8a1',
  turquoise: '#14706c',
  danger: '#a8321f',
} as const
