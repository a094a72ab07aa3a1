/** A published constant, e.g. `1.762–1.770（+0.009/−0.005）`. */
export interface PublishedRange {
  text: string
  /** Start of the usual published range, e.g. 1.762 of 1.762 to 1.770. */
  from: number
  to: number
  /** Start of the range with the published tolerance, e.g. 1.757 of 1.757 to 1.779. */
  least: number
  most: number
}

/** Decimals of published constants; sums are rounded to this number. */
const DIGITS = 4

/**
 * Reads a constant as printed in tables: a value or a range, then a tolerance (`±0.05`, `（+0.10/−0.05）`) or a limit (`可达 1.80`).
 * `—` is 0: singly refractive.
 * @throws Error for a text without a number
 */
export function readPublished(text: string): PublishedRange {
  if (text === '—') return { text: '0（均质体）', from: 0, to: 0, least: 0, most: 0 }
  const value = /(\d+(?:\.\d+)?)(?:–(\d+(?:\.\d+)?))?/.exec(text)
  if (!value) throw new Error(`no constant: ${text}`)
  const from = Number(value[1])
  const to = Number(value[2] ?? value[1])
  const matchNumber = (pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? 0)
  const either = matchNumber(/±(\d+\.\d+)/)
  const least = from - (either || matchNumber(/−(\d+\.\d+)/))
  const most = Math.max(to + (either || matchNumber(/\+(\d+\.\d+)/)), matchNumber(/可达 (\d+\.\d+)/))
  return { text, from, to, least: Number(least.toFixed(DIGITS)), most: Number(most.toFixed(DIGITS)) }
}
