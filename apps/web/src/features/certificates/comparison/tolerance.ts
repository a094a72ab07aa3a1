import { GRAMS_PER_CARAT } from '@portal/contract/certificates/certificate-states.ts'

/** Divisions of scales, g: kitchen, jeweller's, laboratory. */
export const SCALE_DIVISIONS_G = [0.1, 0.01, 0.001] as const
export type ScaleDivisionG = (typeof SCALE_DIVISIONS_G)[number]

export type MassUnit = 'g' | 'ct'

export type LengthTool = 'ruler' | 'caliper'

/** Minimum number of decimals of a mass on the certificate in grams, and of a mass in carats (GB/T 16554). */
const MASS_PLACES_MIN = 2
const CARAT_ROUNDING_CT = 0.01
/** Last place of a length on the certificate, mm (contract, `Certificate`). */
const LENGTH_ROUNDING_MM = 0.01

/** Division of each tool, and the error of placing it by hand, mm. */
const TOOLS: Readonly<Record<LengthTool, { divisionMm: number; placingMm: number }>> = {
  ruler: { divisionMm: 1, placingMm: 0.5 },
  caliper: { divisionMm: 0.02, placingMm: 0.15 },
}

/** Maximum tolerance as a share of the value. A larger one proves nothing: many other stones would also fit. */
const SHARE_MAX = 0.15

/**
 * Maximum difference between a reading of the same piece and the certificate, g:
 *
 * half the certificate's last place + half a division + one division
 *
 * The first two terms are the rounding errors of certificate and display. The third is the error of the scale: in
 * service, R 76-1 (OIML, 2006, 3.5.1 and 3.5.2; here JJG 1036) allows a scale twice ±0.5 e for small loads, with e
 * taken as the division shown. Example: 12.36 g on a scale of 0.01 g gives 0.005 + 0.005 + 0.01 = 0.02 g. The sum is
 * rounded up to the division, as no scale shows more digits: 0.2024 g on a scale of 0.001 g gives 0.00155, so 0.002 g.
 */
export function computeMassToleranceG(roundingG: number, divisionG: ScaleDivisionG): number {
  const divisions = Math.ceil((roundingG / 2 + divisionG / 2 + divisionG) / divisionG - 1e-9)
  return Number((divisions * divisionG).toPrecision(6))
}

/** Rounds up to two significant digits, ignoring errors of binary fractions. */
function roundUp(value: number): number {
  const place = 10 ** (Math.floor(Math.log10(value)) - 1)
  return Number((Math.ceil(value / place - 1e-9) * place).toPrecision(2))
}

/** Mass in g below which a scale of 0.01 g is too coarse: a diamond of one carat has 0.2 g. */
const FINE_BELOW_G = 2

/** Chooses the scale for this mass. */
export function chooseScale(massG: number): ScaleDivisionG {
  return massG < FINE_BELOW_G ? 0.001 : 0.01
}

/** Converts to carats, rounded up to two significant digits like the tolerance in grams. */
export function toCarats(massG: number): number {
  return roundUp(massG / GRAMS_PER_CARAT)
}

/**
 * Maximum difference between a measured length and the certificate, mm: half its last place, half a division of the
 * tool and the error of placing it by hand, rounded up to 0.01 mm. A ruler is read across a round stone: 0.005 + 0.5 +
 * 0.5, so 1.01 mm. A caliper: 0.005 + 0.01 + 0.15, so 0.17 mm.
 */
export function computeLengthToleranceMm(tool: LengthTool): number {
  const { divisionMm, placingMm } = TOOLS[tool]
  const toleranceMm = LENGTH_ROUNDING_MM / 2 + divisionMm / 2 + placingMm
  return Math.ceil(toleranceMm / LENGTH_ROUNDING_MM) * LENGTH_ROUNDING_MM
}

/** Last place of a mass on the certificate, g: 12.36 and 12.3 → 0.01, 0.2345 → 0.0001. */
export function getMassRoundingG(massG: number): number {
  const places = String(massG).split('.')[1]?.length ?? 0
  return 10 ** -Math.max(places, MASS_PLACES_MIN)
}

/** Last place of a mass printed in carats, g. */
export const CARAT_ROUNDING_G = CARAT_ROUNDING_CT * GRAMS_PER_CARAT

export function toGrams(value: number, unit: MassUnit): number {
  return unit === 'ct' ? value * GRAMS_PER_CARAT : value
}

export type Fit = 'inside' | 'outside' | 'tooCoarse'

/**
 * Compares a reading with the certificate, in the same unit. A match by a tool too coarse for the piece proves nothing.
 */
export function compareReading(reading: number, expected: number, tolerance: number): Fit {
  // Allows for errors of binary fractions.
  const difference = Math.abs(reading - expected)
  if (difference > tolerance + 1e-9) return 'outside'
  return tolerance > expected * SHARE_MAX ? 'tooCoarse' : 'inside'
}

/**
 * Parses a typed number: full-width digits, a unit behind it, `，` or `,` as the decimal point.
 * @returns `null` for text that is no number, and for numbers not above 0
 */
export function readQuantity(typed: string): number | null {
  const text = typed
    .normalize('NFKC')
    .replace(/\s/g, '')
    .replace(/(?:g|克|ct|克拉|mm|毫米)$/i, '')
    .replace(/[,，。]/, '.')
  if (!/^\d{1,6}(?:\.\d{0,6})?$/.test(text)) return null
  const value = Number(text)
  return value > 0 ? value : null
}

/** Number of decimals shown; further digits are errors of binary fractions. */
const PLACES = { g: 5, mm: 2, ct: 3 } as const

/** `0.02 g` with a no-break space between number and unit; without trailing zeros. */
export function formatMeasure(value: number, unit: keyof typeof PLACES): string {
  return `${Number(value.toFixed(PLACES[unit]))}\u00a0${unit}`
}
