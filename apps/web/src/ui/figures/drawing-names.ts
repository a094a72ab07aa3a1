import { STONE_NAMES, type StoneName } from './spectra.ts'

/** Files of drawings. Most pages load the stones, few load the others. */
type DrawingFile = 'stones' | 'curves' | 'rosette'

interface DrawingForm {
  readonly file: DrawingFile
  /** Size, px; it sets the aspect ratio only, because the width of lines is constant. */
  readonly width: number
  readonly height: number
  /** Whether it may be stretched to any aspect ratio, for example a graph. */
  readonly isStretchable?: true
}

const STONE: DrawingForm = { file: 'stones', width: 200, height: 200 }
const CURVE: DrawingForm = { file: 'curves', width: 320, height: 240, isStretchable: true }

const FORMS = {
  'round-brilliant': STONE,
  'oval-brilliant': STONE,
  'brilliant-face': STONE,
  'wrong-brilliant': STONE,
  'emerald-cut': STONE,
  'brilliant-side': STONE,
  'emerald-face': STONE,
  'brilliant-plan': { file: 'stones', width: 100, height: 100 },
  cabochon: STONE,
  'cabochon-veined': STONE,
  sphere: STONE,
  bangle: STONE,
  'bi-disc': STONE,
  octahedron: STONE,
  dodecahedron: STONE,
  'hex-prism': STONE,
  quartz: STONE,
  'octahedron-low': STONE,
  'dodecahedron-low': STONE,
  'hex-prism-low': STONE,
  'quartz-low': STONE,
  ingot: STONE,
  lantern: { file: 'stones', width: 100, height: 240 },
  profile: { file: 'stones', width: 480, height: 240 },
  loupe: STONE,
  atlas: STONE,
  'certificate-folder': STONE,
  'colour-card': STONE,
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
