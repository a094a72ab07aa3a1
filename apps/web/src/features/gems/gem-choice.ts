import { findGemColour, GEM_COLOURS, type GemColour } from '#domain/gems/gem-colours.ts'
import type { GemFacts, GemRange } from '#domain/gems/gem-facts.ts'
import type { Bounds, GemFilters } from './gem-address.ts'

/** A gem in the list. */
export interface GemEntry {
  id: number
  name: string
  to: string
  summary: string
  /** Parsed summary; `null` when it could not be parsed. Such a gem is found by name only. */
  facts: GemFacts | null
}

/** Crystal systems in textbook order, most symmetric first. */
const SYSTEMS = [
  '等轴晶系',
  '四方晶系',
  '六方晶系',
  '三方晶系',
  '斜方晶系',
  '单斜晶系',
  '三斜晶系',
  '集合体',
  '非晶质体',
] as const

/** Maps 隐晶质集合体（三斜） to 集合体: values of an aggregate are not those of its crystals. */
function getSystem({ system }: GemFacts): string | null {
  const bare = system.replace(/（.*$/, '')
  return SYSTEMS.find((known) => bare.endsWith(known)) ?? null
}

/** Choices that occur among the entries, in fixed orders. */
export function listChoices(entries: readonly GemEntry[]): { systems: string[]; colours: GemColour[] } {
  const facts = entries.map((entry) => entry.facts).filter((found) => found !== null)
  const systems = new Set(facts.map(getSystem))
  const colours = new Set(facts.flatMap((found) => found.colours.map(findGemColour)))
  return {
    systems: SYSTEMS.filter((system) => systems.has(system)),
    colours: GEM_COLOURS.filter((colour) => colours.has(colour)),
  }
}

/** Entries that match all filters, sorted; those without facts last. */
export function chooseGems(entries: readonly GemEntry[], filters: GemFilters): GemEntry[] {
  const found = entries.filter((entry) => isMatch(entry, filters))
  const { order } = filters
  if (order === 'given') return found
  const getMin = ({ facts }: GemEntry) => facts?.[order].min ?? Number.POSITIVE_INFINITY
  const getMax = ({ facts }: GemEntry) => facts?.[order].max ?? Number.POSITIVE_INFINITY
  return found.sort((a, b) => compare(getMin(a), getMin(b)) || compare(getMax(a), getMax(b)))
}

/** Compares without a subtraction, because ∞ − ∞ is NaN. */
function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function isMatch({ name, facts }: GemEntry, filters: GemFilters): boolean {
  if (filters.name && !name.toLowerCase().includes(filters.name.toLowerCase())) return false
  const { system, colour, refractiveIndex, density, hardness } = filters
  const asksForFacts =
    system ?? colour ?? getFirstBound(refractiveIndex) ?? getFirstBound(density) ?? getFirstBound(hardness)
  if (asksForFacts === null) return true
  if (!facts) return false
  return (
    (system === null || getSystem(facts) === system) &&
    (colour === null || facts.colours.some((named) => findGemColour(named) === colour)) &&
    isOverlapping(facts.refractiveIndex, refractiveIndex) &&
    isOverlapping(facts.density, density) &&
    isOverlapping(facts.hardness, hardness)
  )
}

function getFirstBound({ min, max }: Bounds): number | null {
  return min ?? max
}

/** Whether two ranges overlap; a measured value is also a range, because of its uncertainty. */
function isOverlapping(range: GemRange, { min, max }: Bounds): boolean {
  return (min === null || range.max >= min) && (max === null || range.min <= max)
}
