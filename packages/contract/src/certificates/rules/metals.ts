/** Precious metals that a text names, with their parts in a thousand; none: the text does not state them. */
export type Metals = ReadonlyMap<Element, readonly number[]>
type Element = 'Au' | 'Pt' | 'Ag' | 'Pd'

/** A metal of 990‰ or more is 足金, 足铂, 足银 or 足钯 (GB 11887). */
export const PURE = 990

/** Words in Chinese and English; each is removed from the text before the next one is looked for. */
const WORDS: readonly (readonly [RegExp, Element, parts?: number])[] = [
  [/足金|\b(?:fine|pure) gold\b/gi, 'Au', PURE],
  [/足铂金?|\b(?:fine|pure) platinum\b/gi, 'Pt', PURE],
  [/足银|\b(?:fine|pure) silver\b/gi, 'Ag', PURE],
  [/足钯金?|\b(?:fine|pure) palladium\b/gi, 'Pd', PURE],
  [/\bsterling silver\b/gi, 'Ag', 925],
  [/铂金?|\bplatinum\b/gi, 'Pt'],
  [/钯金?|\bpalladium\b/gi, 'Pd'],
  [/银(?!色|灰|白)|\bsilver\b/gi, 'Ag'],
  [/金(?!刚|绿|珊瑚|色|黄|发|曜|星|沙)|\bgold\b/gi, 'Au'],
]
const MARKS = /(Au|Pt|Ag|Pd)\s*(\d{3})(?:\.\d)?(?!\d)/gi
const KARATS = /(^|[^\d.])(\d{1,2})\s?Kt?(?![a-z])/gi
const PARTS_PER_KARAT = 1000 / 24

/** Reads metals and fineness from a name, Chinese or English, or from a hallmark. */
export function readMetals(text: string): Metals {
  const found = new Map<Element, number[]>()
  const add = (element: Element, parts?: number) => {
    const known = found.get(element) ?? []
    found.set(element, parts === undefined ? known : [...known, parts])
    return ' '
  }
  let rest = text
    .normalize('NFKC')
    .replace(MARKS, (_, symbol: string, digits: string) =>
      add((symbol[0]?.toUpperCase() + symbol.slice(1).toLowerCase()) as Element, Number(digits)),
    )
    // A number with K is the fineness of gold, and 白金 is gold only beside such a number.
    .replace(KARATS, (_, before: string, karats: string) => before + add('Au', Number(karats) * PARTS_PER_KARAT))
    .replace(/(^|[^\d])S?925(?!\d)/gi, (_, before: string) => before + add('Ag', 925))
    .replace(/白金/g, ' ')
  for (const [word, element, parts] of WORDS) rest = rest.replace(word, () => add(element, parts))
  return found
}

/** Maximum difference of equal fineness, in thousandths: 14 K gold is 583, and its hallmark says 585. */
const PARTS_TOLERANCE = 5
const areEqualParts = (one: number, other: number): boolean =>
  (one >= PURE && other >= PURE) || Math.abs(one - other) <= PARTS_TOLERANCE

/** Whether two texts may be about the same piece. A text without a metal or without parts excludes nothing. */
export function canBeSameMetal(one: Metals, other: Metals): boolean {
  if (one.size === 0 || other.size === 0) return true
  const shared = [...one.keys()].filter((element) => other.has(element))
  return (
    shared.length > 0 &&
    shared.every((element) => {
      const [own, others] = [one.get(element) ?? [], other.get(element) ?? []]
      return own.length === 0 || others.length === 0 || own.some((p) => others.some((q) => areEqualParts(p, q)))
    })
  )
}

/** Densities of the pure metals, and of the heaviest metal that their alloys contain (ruthenium, iridium), g/cm³. */
const DENSITIES: Readonly<Record<Element, readonly [pure: number, heaviest: number]>> = {
  Au: [19.3, 12.4],
  Pt: [21.45, 22.6],
  Ag: [10.49, 12.4],
  Pd: [12.02, 12.4],
}
/** Zinc, g/cm³: alloys contain no lighter metal. */
const LIGHTEST = 7.1
const DENSITY_TOLERANCE = 0.03

/**
 * Computes the densities that an alloy can have, whatever else it contains: volumes of the metals add up.
 * @returns g/cm³; `null` unless the text states one metal and its parts
 */
export function computeAlloyDensity(metals: Metals): { least: number; most: number } | null {
  const [only, ...others] = metals
  const [element, [parts] = []] = only ?? []
  if (element === undefined || parts === undefined || others.length > 0) return null
  const share = Math.min(parts / 1000, 1)
  const [pure, heaviest] = DENSITIES[element]
  const mix = (rest: number) => 1 / (share / pure + (1 - share) / rest)
  return { least: mix(LIGHTEST) * (1 - DENSITY_TOLERANCE), most: mix(heaviest) * (1 + DENSITY_TOLERANCE) }
}
