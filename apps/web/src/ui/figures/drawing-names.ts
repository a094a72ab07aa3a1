import { STONE_NAMES, type StoneName } from './spectra.ts'

/** Files of several drawings. The stones of the front page are in `stones`; no list shows `ornaments`. */
type DrawingFile = 'stones' | 'more-stones' | 'curves' | 'ornaments'

interface DrawingForm {
  /** Size, px; it sets the aspect ratio only, because the width of lines is constant. */
  readonly width: number
  readonly height: number
  /** Whether it may be stretched to any aspect ratio, for example a graph. */
  readonly isStretchable?: true
}

interface FiledForm extends DrawingForm {
  readonly file: DrawingFile
}

/** The crown of a brilliant from above: the mark of the site, whose lines every page has. */
const CROWN = 'brilliant-plan'

const STONE: FiledForm = { file: 'stones', width: 200, height: 200 }
const MORE: FiledForm = { ...STONE, file: 'more-stones' }
const CURVE: FiledForm = { file: 'curves', width: 320, height: 240, isStretchable: true }

const FORMS = {
  'round-brilliant': STONE,
  'oval-brilliant': STONE,
  'brilliant-face': MORE,
  'wrong-brilliant': { ...STONE, file: 'ornaments' },
  'emerald-cut': STONE,
  'brilliant-side': MORE,
  'emerald-face': MORE,
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
  lantern: { file: 'ornaments', width: 100, height: 240 },
  profile: { file: 'stones', width: 480, height: 240 },
  loupe: MORE,
  atlas: MORE,
  'certificate-folder': MORE,
  'colour-card': MORE,
  rosette: { file: 'ornaments', width: 240, height: 240 },
} satisfies Record<string, FiledForm>

/** Name of the graph of a stone's absorption lines. */
type CurveName = `curve-${StoneName}`

/** Name of a drawing that is in a file. */
export type FiledDrawingName = keyof typeof FORMS | CurveName
export type DrawingName = FiledDrawingName | typeof CROWN

const CURVES = Object.fromEntries(STONE_NAMES.map((stone) => [`curve-${stone}`, CURVE])) as Record<CurveName, FiledForm>

type Forms = Record<FiledDrawingName, FiledForm> & Record<typeof CROWN, DrawingForm>

export const DRAWINGS: Readonly<Forms> = { ...FORMS, ...CURVES, [CROWN]: { width: 100, height: 100 } }
