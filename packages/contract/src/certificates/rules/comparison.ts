import type { PublishedRange } from './published-range.ts'
import { COMPARED_MEMBERS, type ComparedMember, fits, PROPERTIES, type Reading, readReading } from './readings.ts'
import { SPECIES, type Species } from './species.ts'

/** A property of a species beside the reading of a sample. */
export interface Comparison {
  member: ComparedMember
  word: string
  /** `null`: cannot be measured in the species. */
  constant: PublishedRange | null
  /** `null`: not measured, or written in no known way. */
  reading: Reading | null
  /** `null`: nothing to compare. */
  isFitting: boolean | null
}

/** @param values by member, as typed or as stored */
export function compareWith(species: Species, values: Readonly<Record<string, unknown>>): Comparison[] {
  return COMPARED_MEMBERS.map((member) => {
    const { word, constantOf } = PROPERTIES[member]
    const reading = readReading(member, values[member]) ?? null
    const isFitting = reading && fits(species, member, reading)
    return { member, word, constant: constantOf(species), reading, isFitting }
  })
}

/** Another species that some readings fit. */
export interface OtherSpecies {
  species: Species
  /** Properties whose readings fit. */
  members: readonly ComparedMember[]
  /** No reading contradicts it. */
  isWhole: boolean
}

/** Saltwater and freshwater pearls stand for themselves in conclusions only: their constants are those of pearls. */
const SAME_AS: Readonly<Record<string, string>> = { 海水珍珠: '珍珠', 淡水珍珠: '珍珠' }

/** What can name a species; birefringence and hardness alone fit too many. */
const TELLING: readonly ComparedMember[] = ['refractiveIndex', 'specificGravity']

/** A sample that has two indices is neither singly refractive nor an aggregate. */
function isRefuted({ member, reading }: Comparison, { birefringence }: Species): boolean {
  const isDouble =
    reading?.kind === 'read' && !reading.isSpot && reading.to > (member === '双折射率' ? 0 : reading.from)
  const isOptical = member === 'refractiveIndex' || member === '双折射率'
  return isOptical && isDouble && (birefringence === null || birefringence.most === 0)
}

/** Width of the published range of what fits first: a narrow one names the species better. */
function widthOf({ species, members: [member = 'refractiveIndex'] }: OtherSpecies): number {
  const constant = PROPERTIES[member].constantOf(species)
  return constant ? constant.most - constant.least : 0
}

/**
 * Species that readings fit besides those of the conclusion: those without a contradiction first, then by the number of readings
 * that fit, then the narrower ones.
 */
export function otherSpecies(values: Readonly<Record<string, unknown>>, named: readonly Species[]): OtherSpecies[] {
  const known = named.map(({ names }) => names[0] ?? '').map((name) => SAME_AS[name] ?? name)
  return SPECIES.filter(({ names: [name = ''] }) => !known.includes(name) && SAME_AS[name] === undefined)
    .map((species): OtherSpecies => {
      const compared = compareWith(species, values)
        .map((one) => (isRefuted(one, species) ? { ...one, isFitting: false } : one))
        .filter(({ isFitting }) => isFitting !== null)
      const members = compared.filter(({ isFitting }) => isFitting).map(({ member }) => member)
      return { species, members, isWhole: members.length === compared.length }
    })
    .filter(({ members }) => members.some((member) => TELLING.includes(member)))
    .sort(
      (one, other) =>
        Number(other.isWhole) - Number(one.isWhole) ||
        other.members.length - one.members.length ||
        widthOf(one) - widthOf(other),
    )
}
