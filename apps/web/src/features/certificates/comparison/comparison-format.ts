/** What is smaller is shown as 0: it comes of the way computers keep fractions. */
const PLACES = { g: 5, mm: 2, ct: 3 } as const

/** `0.02 g` with a no-break space between number and unit; no zeros at the end. */
export function formatMeasure(value: number, unit: keyof typeof PLACES): string {
  return `${Number(value.toFixed(PLACES[unit]))}\u00a0${unit}`
}
