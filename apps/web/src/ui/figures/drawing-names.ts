import { STONE_NAMES, type StoneName } from './spectra.ts'

/** Files of several drawings. The stones of the front page are in `stones`. */
type DrawingFile = 'stones' | 'more-stones' | 'curves' | 'rosette'

interface DrawingForm {
  readonly file: DrawingFile
  /** Size, px; it sets the aspect ratio only, because the width of lines is constant. */
  readonly width: number
  readonly height: number
  /** Whether it may be stretched to any aspect ratio, for example a graph. */
  readonly isStretchable?: true
}

const STONE: DrawingForm = { file: 'stones', width: 200, height: 200 }
const MORE: DrawingForm = { ...STONE, file: 'more-stones' }
const CURVE: DrawingForm = { file: 'curves', width: 320, height: 240, isStretchable: true }

const FORMS = {
  'round-brilliant': STONE,
  'oval-brilliant': STONE,
  'brilliant-face': MORE,
  'wrong-brilliant': MORE,
  'emerald-cut': STONE,
  'brilliant-side': MORE,
  'emerald-face': MORE,
  'brilliant-plan': { file: 'more-stones', width: 100, height: 100 },
  cabochon: MORE,
  'cabochon-veined': STONE,
  sphere: MORE,
  bangle: STONE,
  'bi-disc': STONE,
  octahedron: MORE,
  dodecahedron: MORE,
  'hex-prism': MORE,
  quartz: STONE,
  'octahedron-low': MORE,
  'dodecahedron-low': MORE,
  'hex-prism-low': MORE,
  'quartz-low': MORE,
  ingot: MORE,
  lantern: { file: 'more-stones', width: 100, height: 240 },
  profile: { file: 'stones', width: 480, height: 240 },
  loupe: MORE,
  atlas: MORE,
  'certificate-folder': MORE,
  'colour-card': MORE,
  rosette: { file: 'rosette', width: 240, height: 240 },
} satisfies Record<string, DrawingForm>

/** Name of the graph of a stone's absorption lines. */
type CurveName = `curve-${StoneName}`

export type DrawingName = keyof typeof FORMS | CurveName

const CURVES = Object.fromEntries(STONE_NAMES.map((stone) => [`curve-${stone}`, CURVE])) as Record<
  CurveName,
  DrawingForm
>

export const DRAWINGS: Readonly<Record<DrawingName, DrawingForm>> = { ...FORMS, ...CURVES }
