import type { Comparison, OtherSpecies } from '@portal/contract/certificates/rules/comparison.ts'
import type { Species } from '@portal/contract/certificates/rules/species.ts'
import { PropertyScale } from './property-scale.tsx'

/** Maximum number of other species on a scale. */
const DRAWN_MAX = 2

interface SpeciesScaleProps {
  species: Species
  comparison: Comparison
  /** Other species that fit the readings. */
  others: readonly OtherSpecies[]
}

/** The scale of a property of a species; when a reading does not fit, the scale also shows species that it fits. */
export function SpeciesScale({ species, comparison, others }: SpeciesScaleProps) {
  const { member, word, constant, isFitting, reading } = comparison
  if (constant === null) return null
  const name = species.names[0] ?? ''
  const drawn = isFitting === false ? others.filter(({ members }) => members.includes(member)).slice(0, DRAWN_MAX) : []
  const readingText = reading?.kind === 'read' ? `读数 ${reading.text}，` : ''
  const fitsElse = drawn.length > 0 ? `；落在${drawn.map((other) => other.species.names[0]).join('、')}的范围内` : ''
  return (
    <PropertyScale
      name={name}
      comparison={comparison}
      constant={constant}
      others={drawn}
      label={`${word}标尺：${name}公布 ${constant.text}，${readingText}${describeVerdict(comparison)}${fitsElse}`}
    />
  )
}

export function describeVerdict({ isFitting, reading }: Comparison): string {
  if (isFitting === null) return reading?.kind === 'none' ? '不可测' : '未测'
  return isFitting ? '相符' : '不符'
}
