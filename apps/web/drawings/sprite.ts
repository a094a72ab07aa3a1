import { type CurveName, DRAWING_SIZES, type DrawingName } from '#ui/figures/drawing-names.ts'
import type { StoneName } from '#ui/figures/spectra.ts'
import { bangle } from './bangle.ts'
import { drawBiDisc } from './bi-disc.ts'
import { brilliantSolid } from './brilliant.ts'
import { cabochon, sphere } from './cabochon.ts'
import { dodecahedron, hexPrism, octahedron, quartz } from './crystal-habits.ts'
import { drawCurvedBody } from './curved-body.ts'
import { emeraldCut } from './emerald-cut.ts'
import { rosettePath } from './guilloche.ts'
import { line } from './markup.ts'
import { drawAtlas, drawCertificateFolder, drawColourCard, drawLoupe } from './merchandise.ts'
import { joined } from './path-data.ts'
import { planPath } from './plan.ts'
import { drawProfile } from './profile.ts'
import type { View } from './projection.ts'
import { type Face, facingOutwards, type Solid, wallsBetween } from './solid.ts'
import { drawSolid } from './solid-drawing.ts'
import { drawAbsorptionCurve } from './spectra.ts'

/** Orientation of each stone, chosen by eye so that its form reads best. */
const FACE_UP: View = { yawDeg: 0, tiltDeg: 90 }
const LYING: View = { yawDeg: 0, tiltDeg: 42 }
const DOMED: View = { yawDeg: 18, tiltDeg: 40 }
/** The one that gives a pleasant spread of veins over the front of the dome. */
const VEIN_SEED = 5
/** A star facet should reach half way; this stone looks wrong, for the page of an unknown address. */
const WRONG_STAR = 0.3

const DRAW: Record<Exclude<DrawingName, CurveName>, () => string> = {
  'round-brilliant': () => drawSolid(brilliantSolid(), { yawDeg: 11, tiltDeg: 30 }),
  'oval-brilliant': () => drawSolid(brilliantSolid({ stretch: 1.25 }), { yawDeg: 18, tiltDeg: 52 }),
  'brilliant-face': () => drawSolid(brilliantSolid(), FACE_UP),
  'wrong-brilliant': () => drawSolid(brilliantSolid({ star: WRONG_STAR }), { yawDeg: -15, tiltDeg: 64 }),
  'emerald-cut': () => drawSolid(emeraldCut(), { yawDeg: -26, tiltDeg: 50 }),
  cabochon: () => drawCurvedBody(cabochon(DOMED), DOMED),
  'cabochon-veined': () => drawCurvedBody(cabochon(DOMED, { veinSeed: VEIN_SEED }), DOMED),
  sphere: () => drawCurvedBody(sphere(DOMED), DOMED),
  bangle: () => drawCurvedBody(bangle(LYING), LYING),
  'bi-disc': drawBiDisc,
  octahedron: () => drawSolid(octahedron(), { yawDeg: 20, tiltDeg: 18 }),
  dodecahedron: () => drawSolid(dodecahedron(), { yawDeg: 20, tiltDeg: 22 }),
  'hex-prism': () => drawSolid(hexPrism(), { yawDeg: 14, tiltDeg: 20 }),
  quartz: () => drawSolid(quartz(), { yawDeg: 14, tiltDeg: 14 }),
  'brilliant-side': () => drawSolid(brilliantSolid(), { yawDeg: 0, tiltDeg: 8 }),
  'emerald-face': () => drawSolid(emeraldCut(), FACE_UP),
  'octahedron-low': () => drawSolid(octahedron(), { yawDeg: -28, tiltDeg: 44 }),
  'dodecahedron-low': () => drawSolid(dodecahedron(), { yawDeg: -14, tiltDeg: 50 }),
  'hex-prism-low': () => drawSolid(hexPrism(), { yawDeg: -12, tiltDeg: 52 }),
  'quartz-low': () => drawSolid(quartz(), { yawDeg: -20, tiltDeg: 44 }),
  ingot: () => drawSolid(ingot(), { yawDeg: 34, tiltDeg: 32 }),
  'brilliant-plan': () => line(planPath()),
  // The mark and the lantern are drawn with scaling lines: they are pictures of a fixed weight.
  mark: () => `<path d="${planPath()}" stroke-width="3.2"/>`,
  lantern: () => `<g stroke-width="1.1" color="var(--color-lantern-gold,currentColor)">${drawLantern()}</g>`,
  // Closer lines than anywhere else, so finer ones.
  rosette: () => `<g stroke-width="0.6">${line(rosettePath())}</g>`,
  profile: drawProfile,
  loupe: drawLoupe,
  atlas: drawAtlas,
  'certificate-folder': drawCertificateFolder,
  'colour-card': drawColourCard,
}

/**
 * One SVG document with a `<symbol>` for every drawing, each named as in `DRAWING_SIZES` and drawn in `currentColor`.
 * The same bytes every time: the file's name is made from them. Nothing inside refers to anything else by id, since
 * browsers differ on such references in a sprite that is used from another document.
 */
export function drawSprite(): string {
  const symbols = (Object.keys(DRAWING_SIZES) as DrawingName[]).map((name) => {
    const { width, height } = DRAWING_SIZES[name]
    const look = 'fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round"'
    const drawn = isCurve(name) ? drawAbsorptionCurve(name.slice('curve-'.length) as StoneName) : DRAW[name]()
    return `<symbol id="${name}" viewBox="0 0 ${width} ${height}" ${look}>${drawn}</symbol>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join('\n')}\n</svg>\n`
}

function isCurve(name: DrawingName): name is CurveName {
  return name.startsWith('curve-')
}

/** A cast bar of metal: walls that lean inwards, so that it came out of its mould. Lengths in girdle units. */
function ingot({ halfLength = 1.05, halfWidth = 0.46, halfHeight = 0.22, draft = 0.13 } = {}): Solid {
  const top = oblong(halfLength - draft, halfWidth - draft, halfHeight)
  const bottom = oblong(halfLength, halfWidth, -halfHeight)
  return facingOutwards([top, bottom, ...wallsBetween(top, bottom)])
}

function oblong(x: number, y: number, z: number): Face {
  return [
    [x, y, z],
    [-x, y, z],
    [-x, -y, z],
    [x, -y, z],
  ]
}

/** Ribs of the paper body: how far each bows out, as part of the body's half width. */
const RIBS = [-0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75]
const RIB_REACH_PX = 59.4

/** A red lantern on its cord, with a tassel; 100 by 240 px. Colours: `--color-lantern-gold` and `--color-lantern` of the page, or else the text colour. */
function drawLantern(): string {
  const ribs = RIBS.map((bow) => `M50 54Q${joined([50 + bow * RIB_REACH_PX, 104])} 50 154`).join('')
  return [
    '<path d="M50 0v42"/>',
    '<rect x="11" y="52" width="78" height="104" rx="38" fill="var(--color-lantern,currentColor)" stroke="none"/>',
    `<path d="${ribs}" opacity=".5"/>`,
    '<path d="M33 46h34l4 9H29zM29 153h42l-4 9H33z" fill="currentColor"/>',
    '<path d="M50 162v14M43 176h14M45 176v42M50 176v54M55 176v42"/>',
  ].join('')
}
