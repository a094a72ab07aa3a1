import { type AbsorptionLine, FIRST_NM, LAST_NM } from '#ui/figures/spectra.ts'

/** Half width in nm of a sharp line, of a band without given edges, and of a band called broad. For drawing only. */
const LINE_NM = 1.6
const BAND_NM = 9
const BROAD_BAND_NM = 15
/** Part of a band with given edges, as a share of its length, over which it fades. */
const EDGE = 0.62

/** Contains no lookbehind, which Safari 15 lacks. */
const WAVELENGTH = /(?:^|[^\d.])([3-7]\d\d(?:\.\d+)?)(?:\s*[–~～-]\s*([3-7]\d\d(?:\.\d+)?))?(?!\d)/g

/**
 * Parses absorption lines and bands such as `683、680、637；630–580 部分吸收` or `456（弱）、427（强）`; wavelengths in nm, of which
 * 400 to 700 are visible. A remark in brackets applies to the number before it; a remark without brackets (`504、520、573
 * 强带`) applies to all preceding numbers that have none. Empty for `不特征`.
 */
export function readAbsorption(text: string | undefined): AbsorptionLine[] {
  return (text ?? '').split(/[；;]/).flatMap(readSegment)
}

function readSegment(segment: string): AbsorptionLine[] {
  const found = [...segment.matchAll(WAVELENGTH)]
  const remarks = found.map((match, index) =>
    segment.slice(match.index + match[0].length, found[index + 1]?.index).replace(/^[\s、，,及和]+$/, ''),
  )
  return found.flatMap(([, from = '', to], index) => {
    const remark = remarks.slice(index).find((text) => text !== '') ?? ''
    const isOwn = remarks[index] !== '' || !remark.trimStart().startsWith('（')
    return toLine(Number(from), to === undefined ? undefined : Number(to), isOwn ? remark : '')
  })
}

function toLine(from: number, to: number | undefined, remark: string): AbsorptionLine[] {
  const strength = parseStrength(remark)
  const centreNm = to === undefined ? from : (from + to) / 2
  if (centreNm < FIRST_NM || centreNm > LAST_NM) return []
  if (to !== undefined) return [[centreNm, (Math.abs(to - from) / 2) * EDGE + 2, strength]]
  if (remark.includes('宽带')) return [[centreNm, BROAD_BAND_NM, strength]]
  return [[centreNm, remark.includes('带') ? BAND_NM : LINE_NM, strength]]
}

function parseStrength(remark: string): number {
  if (/弱|不清晰|偶见/.test(remark)) return 0.5
  if (/强|特征/.test(remark)) return 1
  return 0.85
}
