import { STONE_NAMES, type StoneName } from './spectra.ts'

/** Files of drawings. A page loads those of the drawings that it shows. */
type DrawingFile = 'cuts' | 'rounded' | 'crystals' | 'objects' | 'curves' | 'rosette' | 'mark'

interface DrawingForm {
  readonly file: DrawingFile
  /** Size, px; it sets the aspect ratio only, because the width of lines is constant. */
  readonly width: number
  readonly height: number
  /** Whether it may be stretched to any aspect ratio, for example a graph. */
  readonly isStretchable?: true
}

const CUT: DrawingForm = { file: 'cuts', width: 200, height: 200 }
const ROUNDED: DrawingForm = { ...CUT, file: 'rounded' }
const CRYSTAL: DrawingForm = { ...CUT, file: 'crystals' }
const OBJECT: DrawingForm = { ...CUT, file: 'objects' }
const CURVE: DrawingForm = { file: 'curves', width: 320, height: 240, isStretchable: true }

const FORMS = {
  'round-brilliant': CUT,
  'oval-brilliant': CUT,
  'brilliant-face': CUT,
  'wrong-brilliant': CUT,
  'emerald-cut': CUT,
  'brilliant-side': CUT,
  'emerald-face': CUT,
  'brilliant-plan': { file: 'cuts', width: 100, height: 100 },
  cabochon: ROUNDED,
  'cabochon-veined': ROUNDED,
  sphere: ROUNDED,
  bangle: ROUNDED,
  'bi-disc': ROUNDED,
  octahedron: CRYSTAL,
  dodecahedron: CRYSTAL,
  'hex-prism': CRYSTAL,
  quartz: CRYSTAL,
  'octahedron-low': CRYSTAL,
  'dodecahedron-low': CRYSTAL,
  'hex-prism-low': CRYSTAL,
  'quartz-low': CRYSTAL,
  ingot: OBJECT,
  lantern: { file: 'objects', width: 100, height: 240 },
  profile: { file: 'objects', width: 480, height: 240 },
  loupe: OBJECT,
  atlas: OBJECT,
  'certificate-folder': OBJECT,
  'colour-card': OBJECT,
  rosette: { file: 'rosette', width: 240, height: 240 },
  mark: { file: 'mark', width: 100, height: 100 },
} satisfies Record<string, DrawingForm>

/** Name of the graph of a stone's absorption lines. */
type CurveName = `curve-${StoneName}`

export type DrawingName = keyof typeof FORMS | CurveName

const CURVES = Object.fromEntries(STONE_NAMES.map((stone) => [`curve-${stone}`, CURVE])) as Record<
  CurveName,
  DrawingForm
>

export const DRAWINGS: Readonly<Record<DrawingName, DrawingForm>> = { ...FORMS, ...CURVES }
