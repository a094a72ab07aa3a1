import { FIRST_NM, LAST_NM, SPECTRA, type StoneName } from '#ui/figures/spectra.ts'
import { area, line } from './markup.ts'
import { polyline, simplified } from './path-data.ts'
import type { PaperPoint } from './projection.ts'

/** Size of an absorption curve's plate, px. */
const CURVE_PX = { width: 320, height: 240 } as const
const BASELINE_PX = 0.81 * CURVE_PX.height
const HIGHEST_PX = 0.63 * CURVE_PX.height
const TICK_TOP_PX = 226
/** Lines narrower than this run together, as in a recording with a wide slit. */
const RESOLUTION_NM = 4.5
const STEP_NM = 0.5

/** Absorbance against wavelength, 400 to 700 nm: the stone's lines as Gaussians over a flat baseline, on a scale. */
export function drawAbsorptionCurve(stone: StoneName): string {
  const absorbances = wavelengths().map((nm) => absorbanceAt(stone, nm))
  const highest = Math.max(...absorbances)
  const curve = wavelengths().map((nm, index): PaperPoint => {
    return [xOf(nm), BASELINE_PX - ((absorbances[index] ?? 0) / highest) * HIGHEST_PX]
  })
  const path = simplified(curve, 0.15)
  const ground: PaperPoint[] = [...path, [CURVE_PX.width, CURVE_PX.height], [0, CURVE_PX.height]]
  return [
    line(scalePath(), 1, 'var(--drawing-line,currentColor)'),
    area(polyline(ground, { closed: true }), 0.07),
    line(polyline(path)),
  ].join('')
}

/** Sum of the stone's lines at one wavelength, 1 being the strongest single line. */
function absorbanceAt(stone: StoneName, nm: number): number {
  return SPECTRA[stone].lines.reduce((sum, [centreNm, halfWidthNm, strength]) => {
    const widthNm = Math.hypot(halfWidthNm, RESOLUTION_NM)
    return sum + strength * Math.exp(-(((nm - centreNm) / widthNm) ** 2))
  }, 0)
}

function wavelengths(): number[] {
  return Array.from({ length: (LAST_NM - FIRST_NM) / STEP_NM + 1 }, (_, index) => FIRST_NM + index * STEP_NM)
}

/** A tick every 20 nm, longer every 100 nm. */
function scalePath(): string {
  let path = ''
  for (let nm = FIRST_NM + 20; nm < LAST_NM; nm += 20) {
    path += polyline([
      [xOf(nm), TICK_TOP_PX],
      [xOf(nm), TICK_TOP_PX + (nm % 100 === 0 ? 10 : 5)],
    ])
  }
  return path
}

function xOf(nm: number): number {
  return ((nm - FIRST_NM) / (LAST_NM - FIRST_NM)) * CURVE_PX.width
}
