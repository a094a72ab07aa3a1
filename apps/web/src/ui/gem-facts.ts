/** A measured value that varies within a species. */
export interface GemRange {
  min: number
  max: number
  /** As it is printed: `1.762–1.770`, `9`. */
  text: string
}

/** What the summary of a gem entry says. */
export interface GemFacts {
  /** Mineral group or substance: 刚玉, 蛋白石. */
  group: string
  /** Crystal system or state: 三方晶系, 集合体（单斜）. */
  system: string
  /** No unit. */
  refractiveIndex: GemRange
  /** Read by the distant-vision (spot) method, as on curved surfaces. */
  isSpotReading: boolean
  /** Mohs scale, no unit. */
  hardness: GemRange
}

/** `刚玉，三方晶系。折射率 1.762–1.770，密度 4.00，摩氏硬度 9。` and `…。折射率 1.66（点测），…` */
const SUMMARY =
  /^(?<group>[^，。]+)，(?<system>[^。]+)。折射率 (?<ri>\d\.\d+(?:–\d\.\d+)?)(?<spot>（点测）)?，密度 [\d.–]+，摩氏硬度 (?<hardness>[\d.]+(?:–[\d.]+)?)。$/

/** Reads a gem entry's summary; `null` for one of any other form, which then is shown as it stands. */
export function readGemFacts(summary: string): GemFacts | null {
  const parts = SUMMARY.exec(summary.trim())?.groups
  const refractiveIndex = toRange(parts?.ri)
  const hardness = toRange(parts?.hardness)
  if (!parts?.group || !parts.system || !refractiveIndex || !hardness) return null
  return {
    group: parts.group,
    system: parts.system,
    refractiveIndex,
    isSpotReading: parts.spot !== undefined,
    hardness,
  }
}

function toRange(text: string | undefined): GemRange | null {
  const [min = Number.NaN, max = min] = (text ?? '').split('–').map(Number)
  return text && min > 0 && max >= min ? { min, max, text } : null
}
