import type { PublishedRange } from './published-range.ts'
import {
  COMPARED_MEMBERS,
  type ComparedMember,
  fitsSpecies,
  PROPERTIES,
  type Reading,
  readReading,
} from './readings.ts'
import { SPECIES, type Species } from './species.ts'

/** A property of a species compared with the reading of a sample. */
export interface Comparison {
  member: ComparedMember
  word: string
  /** `null`: the property cannot be measured in the species. */
  constant: PublishedRange | null
  /** `null`: not measured, or written in an unknown form. */
  reading: Reading | null
  /** `null`: there is nothing to compare. */
  isFitting: boolean | null
}

/** @param values values by member, as typed or as stored */
export function compareWithSpecies(species: Species, values: Readonly<Record<string, unknown>>): Comparison[] {
  return COMPARED_MEMBERS.map((member) => {
    const { word, getConstant } = PROPERTIES[member]
    const reading = readReading(member, values[member]) ?? null
    const isFitting = reading && fitsSpecies(species, member, reading)
    return { member, word, constant: getConstant(species), reading, isFitting }
  })
}

/** Another species that fitsSpecies some readings. */
export interface OtherSpecies {
  species: Species
  /** Properties whose readings fit. */
  members: readonly ComparedMember[]
  /** No reading contradicts the species. */
  isWhole: boolean
}

/** Conclusions name saltwater and freshwater pearls separately, but both have the constants of pearls. */
const SAME_AS: Readonly<Record<string, string>> = { 海水珍珠: '珍珠', 淡水珍珠: '珍珠' }

/** Properties that can identify a species; birefringence and hardness alone fit too many. */
const IDENTIFYING_MEMBERS: readonly ComparedMember[] = ['refractiveIndex', 'specificGravity']

/** Whether a reading with two indices excludes the species: singly refractive species and aggregates have one. */
function isRefuted({ member, reading }: Comparison, { birefringence }: Species): boolean {
  const isDouble =
    reading?.kind === 'read' && !reading.isSpot && reading.to > (member === '双折射率' ? 0 : reading.from)
  const isOptical = member === 'refractiveIndex' || member === '双折射率'
  return isOptical && isDouble && (birefringence === null || birefringence.most === 0)
}

/** Computes the width of the published range of the first fitting property: a narrow range identifies the species better. */
function computeRangeWidth({ species, members: [member = 'refractiveIndex'] }: OtherSpecies): number {
  const constant = PROPERTIES[member].getConstant(species)
  return constant ? constant.most - constant.least : 0
}

/**
 * Finds species that fit the readings beside those of the conclusion. Species without a contradiction come first, then those that
 * fit more readings, then those with narrower ranges.
 */
export function findOtherSpecies(values: Readonly<Record<string, unknown>>, named: readonly Species[]): OtherSpecies[] {
  const known = named.map(({ names }) => names[0] ?? '').map((name) => SAME_AS[name] ?? name)
  return SPECIES.filter(({ names: [name = ''] }) => !known.includes(name) && SAME_AS[name] === undefined)
    .map((species): OtherSpecies => {
      const compared = compareWithSpecies(species, values)
        .map((one) => (isRefuted(one, species) ? { ...one, isFitting: false } : one))
        .filter(({ isFitting }) => isFitting !== null)
      const members = compared.filter(({ isFitting }) => isFitting).map(({ member }) => member)
      return { species, members, isWhole: members.length === compared.length }
    })
    .filter(({ members }) => members.some((member) => IDENTIFYING_MEMBERS.includes(member)))
    .sort(
      (one, other) =>
        Number(other.isWhole) - Number(one.isWhole) ||
        other.members.length - one.members.length ||
        computeRangeWidth(one) - computeRangeWidth(other),
    )
}
