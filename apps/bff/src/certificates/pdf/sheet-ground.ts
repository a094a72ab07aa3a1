import { BAND_INSET_PT, BAND_TILE_PT, type Box, FRAME, FRAME_CUT_PT, INK, PAGE_PT } from './sheet-geometry.ts'
import { chamferCorners, drawPolyline, drawSine, drawSmooth, moveContent, round, splitColour } from './vector-path.ts'

/** Rings of the rosette: mean radius and swing, as parts of its radius (design.md, 6). */
const RINGS = [
  [0.34, 0.1],
  [0.6, 0.16],
  [0.82, 0.1],
] as const
const CURVES_PER_RING = 14
const ROSETTE = { x: PAGE_PT.width / 2, y: PAGE_PT.height * 0.53, radius: 205, line: 0.45 }
const WAVE_TILE_PT = { width: 94, height: 19.6 }

let ground: string | undefined

interface Rosette {
  x: number
  y: number
  radius: number
  /** Width of its lines, pt. */
  line: number
}

/** One repetition of a band. */
interface Tile {
  width: number
  height: number
}

interface Bands {
  frame: Box
  /** Cut of the frame's corners. */
  cut: number
  /** Distance between the frame and a band. */
  inset: number
  tile: Tile
}
const SHEET_BANDS: Bands = { frame: FRAME, cut: FRAME_CUT_PT, inset: BAND_INSET_PT, tile: BAND_TILE_PT }

/**
 * Background of every sheet: paper, waves, rosette, guilloché band, frame. Content of a PDF page whose y axis points
 * down; made once in a process.
 */
export function makeSheetGround(): string {
  ground ??= [drawPaper(), drawWaves(), drawRosette(), drawBands(), frame()].join('')
  return ground
}

function drawPaper(): string {
  return `q ${fill(INK.paper)} ${drawPolyline(chamferCorners(FRAME, FRAME_CUT_PT), { closed: true })}f Q\n`
}

/** Draws the waves. Colours are mixed with the paper beforehand: transparency makes printing slow and PDF/A hard. */
function drawWaves(): string {
  const { x, y, width, height } = getInnerBox()
  const across = width / WAVE_TILE_PT.width
  const row = Array.from({ length: 5 }, (_, index) =>
    drawSine({
      x: 0,
      y: 6 + index * (WAVE_TILE_PT.height / 5),
      period: WAVE_TILE_PT.width,
      swing: 4.7,
      phase: index * 0.36,
      waves: across,
    }),
  ).join('')
  const rows = Math.floor((height - 10) / WAVE_TILE_PT.height)
  const all = Array.from({ length: rows }, (_, index) =>
    moveContent(x, y + 2 + index * WAVE_TILE_PT.height, `${row}S\n`),
  )
  return `q 0.45 w ${setStroke(mixWithPaper(INK.wave, 0.11))}\n${all.join('')}Q\n`
}

/** Draws rings of waves r(t) = R · (r₀ + A · cos(N·t + 2πj/m)), as on the site. */
export function drawRosette(at: Rosette = ROSETTE): string {
  const curves = RINGS.flatMap(([radius, swing]) => {
    const count = Math.round(9 * (0.7 + radius))
    return Array.from({ length: CURVES_PER_RING }, (_, index) =>
      drawRosetteCurve(at, [radius, swing], count, (2 * Math.PI * index) / CURVES_PER_RING),
    )
  })
  return `q ${at.line} w ${setStroke(mixWithPaper(INK.goldLine, 0.17))}\n${curves.join('')}S Q\n`
}

function drawRosetteCurve(
  { x, y, radius: whole }: Rosette,
  [radius, swing]: readonly [number, number],
  count: number,
  phase: number,
): string {
  const at = (t: number) => whole * (radius + swing * Math.cos(count * t + phase))
  const computeSlope = (t: number) => -whole * swing * count * Math.sin(count * t + phase)
  return drawSmooth(
    (t) => [x + at(t) * Math.cos(t), y + at(t) * Math.sin(t)],
    (t) => [computeSlope(t) * Math.cos(t) - at(t) * Math.sin(t), computeSlope(t) * Math.sin(t) + at(t) * Math.cos(t)],
    { end: 2 * Math.PI, pieces: count * 4 },
  )
}

/** Draws four sines, each an eighth of a period apart, and their mirror images, along all four sides. */
export function drawBands({ frame, cut, inset, tile }: Bands = SHEET_BANDS): string {
  const gap = cut + 3
  const { height } = tile
  const [wide, high] = [frame.width - 2 * gap, frame.height - 2 * gap]
  const [left, top] = [frame.x + inset, frame.y + inset]
  const [right, bottom] = [frame.x + frame.width - inset, frame.y + frame.height - inset]
  const drawLevelBand = (y: number) => moveContent(frame.x + gap, y, drawBand(wide, tile))
  // A quarter turn: the band runs down instead of to the right.
  const drawUprightBand = (x: number) => `q 0 1 -1 0 ${round(x)} ${round(frame.y + gap)} cm\n${drawBand(high, tile)}Q\n`
  const all = [
    drawLevelBand(top),
    drawLevelBand(bottom - height),
    drawUprightBand(left + height),
    drawUprightBand(right),
  ]
  return `q 0.4 w ${setStroke(INK.goldLine)}\n${all.join('')}Q\n`
}

/** Draws a band from the origin to the right, between two parallel lines. */
export function drawBand(length: number, { width: period, height }: Tile): string {
  const waves = [0, 1, 2, 3].flatMap((index) =>
    [1, -1].map((side) =>
      drawSine({
        x: 0,
        y: height / 2,
        period,
        waves: length / period,
        swing: side * 0.46 * height,
        phase: (Math.PI * index) / 4,
      }),
    ),
  )
  return `${waves.join('')}S\n${drawRails(length, height)}`
}

/** Parallel lines on both sides of a band. */
function drawRails(length: number, height: number): string {
  const lines = [0, height].map((y) =>
    drawPolyline([
      [0, y],
      [length, y],
    ]),
  )
  return `${lines.join('')}S\n`
}

export function frame(box: Box = FRAME, cut: number = FRAME_CUT_PT): string {
  return `q 1 w ${setStroke(INK.goldLine)} ${drawPolyline(chamferCorners(box, cut), { closed: true })}S Q\n`
}

/** Box within the bands. */
function getInnerBox() {
  const inset = BAND_INSET_PT + BAND_TILE_PT.height + 5
  return {
    x: FRAME.x + inset,
    y: FRAME.y + inset,
    width: FRAME.width - 2 * inset,
    height: FRAME.height - 2 * inset,
  }
}

function fill(colour: string): string {
  return `${splitColour(colour).join(' ')} rg`
}

function setStroke(colour: string): string {
  return `${splitColour(colour).join(' ')} RG`
}

/** Mixes a colour of this strength with the sheet's paper; returns `#rrggbb`. */
function mixWithPaper(colour: string, strength: number): string {
  const [over, under] = [colour, INK.paper].map((hex) =>
    [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16)),
  ) as [number[], number[]]
  const bytes = over.map((part, index) => Math.round(part * strength + (under[index] ?? 0) * (1 - strength)))
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
