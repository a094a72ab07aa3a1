import { CERTIFICATE_CATEGORIES, type CertificateCategory } from '#certificates/certificate-states.ts'

/**
 * Comparison of masses weighed in and out. Masses are texts as read from a balance, in grams with at most 4 decimals; computing
 * with integers of 0.1 mg avoids rounding. The module loads no schemas.
 */

const DECIMALS = 4
/** JSON Schema pattern of a mass in grams: at most 6 digits before the point and 4 after it, no sign. */
export const MASS_PATTERN = `^\\d{1,6}(\\.\\d{1,${DECIMALS}})?$`

/** Returns a mass in units of 0.1 mg; `NaN` for text that does not match `MASS_PATTERN`. */
export function parseTenthMg(massG: string): number {
  if (!new RegExp(MASS_PATTERN).test(massG)) return Number.NaN
  const [whole = '', decimals = ''] = massG.split('.')
  return Number(whole + decimals.padEnd(DECIMALS, '0'))
}

/** Formats units of 0.1 mg as grams, with at least 3 decimals. */
export function formatTenthMg(tenthMg: number): string {
  const digits = String(Math.abs(tenthMg)).padStart(DECIMALS + 1, '0')
  const [whole, decimals] = [digits.slice(0, -DECIMALS), digits.slice(-DECIMALS)]
  return `${tenthMg < 0 ? '-' : ''}${whole}.${decimals.replace(/0$/, '')}`
}

/** Difference of masses that is allowed between reception and return, for items of some categories up to a mass. */
export interface MassTolerance {
  categories: CertificateCategory[]
  /** g; empty: items of any mass. */
  upToG: string
  toleranceG: string
}

/** Until the laboratory sets its own. The standards behind such values are not public. */
export const DEFAULT_TOLERANCES: readonly MassTolerance[] = [
  { categories: ['metal'], upToG: '500', toleranceG: '0.010' },
  { categories: ['metal'], upToG: '', toleranceG: '0.1' },
  // Porous and strung pieces take up water.
  { categories: ['turquoise', 'organic'], upToG: '', toleranceG: '0.020' },
  { categories: ['diamond'], upToG: '20', toleranceG: '0.0005' },
  { categories: ['jade', 'gemstone'], upToG: '20', toleranceG: '0.002' },
  { categories: ['diamond', 'jade', 'gemstone'], upToG: '', toleranceG: '0.010' },
]
/** Tolerance of a category that the laboratory has left out, g. */
const STRICTEST_G = '0.0005'

/** Returns the difference of masses that is allowed, g: that of the first line for the category and mass. */
export function findTolerance(
  category: CertificateCategory,
  massG: string,
  tolerances: readonly MassTolerance[] = DEFAULT_TOLERANCES,
): string {
  const line = tolerances.find(
    ({ categories, upToG }) =>
      categories.includes(category) && (upToG === '' || parseTenthMg(massG) <= parseTenthMg(upToG)),
  )
  return line?.toleranceG ?? STRICTEST_G
}

/** Describes a line, e.g. `贵金属饰品，500 g 以内：0.010 g`. */
export const describeTolerance = ({ categories, upToG, toleranceG }: MassTolerance): string => {
  const names = categories.map((name) => CERTIFICATE_CATEGORIES[name]).join('、')
  return `${names}${upToG === '' ? '' : `，${upToG} g 以内`}：${toleranceG} g`
}

/** Finds a line that no item reaches, or a category without a line for every mass. */
export function findTolerancesFault(tolerances: readonly MassTolerance[]): string | null {
  for (const [at, { categories, upToG, toleranceG }] of tolerances.entries()) {
    if (!(parseTenthMg(toleranceG) > 0)) return `第 ${at + 1} 行：允许差请填大于 0 的克数，如 0.010`
    if (upToG !== '' && !(parseTenthMg(upToG) > 0)) return `第 ${at + 1} 行：质量上限请填克数，不限的留空`
    if (categories.length === 0) return `第 ${at + 1} 行：请选择类别`
    const before = tolerances
      .slice(0, at)
      .find((one) => one.upToG === '' && categories.every((name) => one.categories.includes(name)))
    if (before) return `第 ${at + 1} 行用不到：前面已有不限质量的一行`
  }
  return null
}

/** A mass as read, and the division of the balance, both in grams. */
export interface WeighedMass {
  massG: string
  divisionG: string
}

/** Whether the balance at return is coarser than that at reception, which would widen the tolerance. */
export const isCoarser = (before: Pick<WeighedMass, 'divisionG'>, after: Pick<WeighedMass, 'divisionG'>): boolean =>
  parseTenthMg(after.divisionG) > parseTenthMg(before.divisionG)

/**
 * Compares the mass at return with that at reception. A surplus counts like a loss, because it may be another item.
 * @param allowedG tolerance of the kind of item, g; at least twice the coarser division of both balances is allowed
 * @returns the difference and the tolerance in units of 0.1 mg
 */
export function compareMasses(before: WeighedMass, after: WeighedMass, allowedG: string) {
  const difference = parseTenthMg(after.massG) - parseTenthMg(before.massG)
  const divisions = [before, after].map(({ divisionG }) => parseTenthMg(divisionG))
  const tolerance = Math.max(parseTenthMg(allowedG), 2 * Math.max(...divisions))
  return { difference, tolerance, isWithin: Math.abs(difference) <= tolerance }
}
