/** Every drawing of the sprite: stones, crystals, ornaments, things of the shop, and a curve for each spectrum. */
export const DRAWING_NAMES = [
  'round-brilliant',
  'oval-brilliant',
  'brilliant-face',
  'wrong-brilliant',
  'emerald-cut',
  'cabochon',
  'cabochon-veined',
  'sphere',
  'bangle',
  'bi-disc',
  'octahedron',
  'dodecahedron',
  'hex-prism',
  'quartz',
  'brilliant-plan',
  'mark',
  'lantern',
  'rosette',
  'profile',
  'loupe',
  'atlas',
  'certificate-folder',
  'colour-card',
  'curve-zircon',
  'curve-ruby',
  'curve-emerald',
  'curve-turquoise',
  'curve-jadeite',
  'curve-almandine',
  'curve-peridot',
  'curve-diamond',
] as const

export type DrawingName = (typeof DRAWING_NAMES)[number]

/** The box a drawing stands in, px. Lines keep their width, so the numbers only give the proportion. */
export interface DrawingSize {
  readonly width: number
  readonly height: number
  /** The drawing may be pulled to any proportion, as a graph may. */
  readonly isStretchable?: true
}

const SQUARE: DrawingSize = { width: 200, height: 200 }
const PLAN: DrawingSize = { width: 100, height: 100 }
const CURVE: DrawingSize = { width: 320, height: 240, isStretchable: true }

export const DRAWING_SIZES: Readonly<Record<DrawingName, DrawingSize>> = {
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
  'brilliant-plan': PLAN,
  mark: PLAN,
  lantern: { width: 100, height: 240 },
  rosette: { width: 240, height: 240 },
  profile: { width: 480, height: 240 },
  loupe: SQUARE,
  atlas: SQUARE,
  'certificate-folder': SQUARE,
  'colour-card': SQUARE,
  'curve-zircon': CURVE,
  'curve-ruby': CURVE,
  'curve-emerald': CURVE,
  'curve-turquoise': CURVE,
  'curve-jadeite': CURVE,
  'curve-almandine': CURVE,
  'curve-peridot': CURVE,
  'curve-diamond': CURVE,
}
