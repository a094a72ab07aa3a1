import { compareWithSpecies, findOtherSpecies } from '@portal/contract/certificates/rules/comparison.ts'
import { findSpecies } from '@portal/contract/certificates/rules/species.ts'
import { SpeciesScale } from '../form/species-scale.tsx'
import styles from './warnings-panel.module.css'

/** Maximum number of species of a conclusion that are drawn; pieces set with more are rare. */
const SPECIES_MAX = 2

interface WarnedScalesProps {
  /** Member of the warning. */
  member: string | null
  fields: Readonly<Record<string, string>>
}

/** The reading of a warning on the scale of each species in the conclusion. */
export function WarnedScales({ member, fields }: WarnedScalesProps) {
  const named = findSpecies(fields.conclusion ?? '')
  const others = findOtherSpecies(fields, named)
  const drawn = named.slice(0, SPECIES_MAX).flatMap((species) => {
    const comparison = compareWithSpecies(species, fields).find((one) => one.member === member)
    return comparison?.constant ? [{ species, comparison }] : []
  })
  if (drawn.length === 0) return null
  return (
    <div className={styles.scales}>
      {drawn.map(({ species, comparison }) => (
        <SpeciesScale key={species.names[0]} species={species} comparison={comparison} others={others} />
      ))}
    </div>
  )
}
