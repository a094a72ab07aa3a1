/** A measured value that varies within a species. */
export interface GemRange {
  min: number
  max: number
  /** Printed text: `1.762–1.770`, `9`. */
  text: string
}

/** The data in the summary of a gem entry. */
export interface GemFacts {
  /** Mineral group or substance: 刚玉, 蛋白石. */
  group: string
  /** Crystal system or state: 三方晶系, 集合体（单斜）. */
  system: string
  /** Refractive index, no unit. */
  refractiveIndex: GemRange
  /** Measured by the distant-vision (spot) method, as on curved surfaces. */
  isSpotReading: boolean
  /** Density in g/cm³; the number equals that of the specific gravity. */
  density: GemRange
  /** Mohs scale, no unit. */
  hardness: GemRange
  /** Colour names, the usual one first: 红, 黄绿, 红（变色）. */
  colours: readonly string[]
}

/** `刚玉，三方晶系。折射率 1.762–1.770，密度 4.00，摩氏硬度 9。常见颜色：红、紫红。` and `…。折射率 1.66（点测），…` */
const SUMMARY =
  /^(?<group>[^，。]+)，(?<system>[^。]+)。折射率 (?<ri>\d\.\d+(?:–\d\.\d+)?)(?<spot>（点测）)?，密度 (?<density>[\d.]+(?:–[\d.]+)?)，摩氏硬度 (?<hardness>[\d.]+(?:–[\d.]+)?)。(?:常见颜色：(?<colours>[^。]+)。)?$/

/** Parses a gem entry's summary; `null` for any other form. */
export function readGemFacts(summary: string): GemFacts | null {
  const parts = SUMMARY.exec(summary.trim())?.groups
  const refractiveIndex = toGemRange(parts?.ri)
  const density = toGemRange(parts?.density)
  const hardness = toGemRange(parts?.hardness)
  if (!parts?.group || !parts.system || !refractiveIndex || !density || !hardness) return null
  return {
    group: parts.group,
    system: parts.system,
    refractiveIndex,
    isSpotReading: parts.spot !== undefined,
    density,
    hardness,
    colours: parts.colours ? splitNames(parts.colours) : [],
  }
}

/** `1.762–1.770` or `9`; `null` unless positive and ascending. */
function toGemRange(text: string | undefined): GemRange | null {
  const [min = Number.NaN, max = min] = (text ?? '').split('–').map(Number)
  return text && min > 0 && max >= min ? { min, max, text } : null
}

/** Splits at enumeration commas outside brackets: `无色（变彩、乳光）` is one name. */
function splitNames(text: string): string[] {
  return (text.match(/(?:[^、（]|（[^）]*）)+/g) ?? []).map((name) => name.trim())
}
