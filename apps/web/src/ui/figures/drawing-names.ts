import { STONE_NAMES, type StoneName } from './spectra.ts'

/** Size of a drawing, px; it sets the aspect ratio only, because the width of lines is constant. */
interface DrawingSize {
  readonly width: number
  readonly height: number
  /** Whether it may be stretched to any aspect ratio, for example a graph. */
  readonly isStretchable?: true
}

const SQUARE: DrawingSize = { width: 200, height: 200 }
const PLAN: DrawingSize = { width: 100, height: 100 }
const CURVE: DrawingSize = { width: 320, height: 240, isStretchable: true }

const SIZES = {
  'round-brilliant': SQUARE,
  'oval-brilliant': SQUARE,
  'brilliant-face': SQUARE,
  'wrong-brilliant': SQUARE,
  'emerald-cut': SQUARE,
  cabochon: SQUARE,
  'cabochon-veined': SQUARE,
  sphere: SQUARE,
  bangle: SQUARE,
  'bi-disc': SQUARE,
  octahedron: SQUARE,
  dodecahedron: SQUARE,
  'hex-prism': SQUARE,
  quartz: SQUARE,
  'brilliant-side': SQUARE,
  'emerald-face': SQUARE,
  'octahedron-low': SQUARE,
  'dodecahedron-low': SQUARE,
  'hex-prism-low': SQUARE,
  'quartz-low': SQUARE,
  ingot: SQUARE,
  'brilliant-plan': PLAN,
  mark: PLAN,
  lantern: { width: 100, height: 240 },
  rosette: { width: 240, height: 240 },
  profile: { width: 480, height: 240 },
  loupe: SQUARE,
  atlas: SQUARE,
  'certificate-folder': SQUARE,
  'colour-card': SQUARE,
} satisfies Record<string, DrawingSize>

/** Name of the graph of a stone's absorption lines. */
type CurveName = `curve-${StoneName}`

/** Name of a drawing in the sprite. */
export type DrawingName = keyof typeof SIZES | CurveName

const CURVES = Object.fromEntries(STONE_NAMES.map((stone) => [`curve-${stone}`, CURVE])) as Record<
  CurveName,
  DrawingSize
>

export const DRAWING_SIZES: Readonly<Record<DrawingName, DrawingSize>> = { ...SIZES, ...CURVES }
