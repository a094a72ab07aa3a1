import { Check, TriangleAlert } from '@lucide/icons'
import { translateValue } from '@portal/contract/certificates/english-values.ts'
import {
  type Comparison,
  compareWithSpecies,
  findOtherSpecies,
  type OtherSpecies,
} from '@portal/contract/certificates/rules/comparison.ts'
import { PROPERTIES } from '@portal/contract/certificates/rules/readings.ts'
import { findSpecies, type Species } from '@portal/contract/certificates/rules/species.ts'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { Icon } from '#ui/icon.tsx'
import styles from './comparison.module.css'
import { describeVerdict, SpeciesScale } from './species-scale.tsx'

type Fields = Readonly<Record<string, string>>

/** Maximum number of other species that are named below the scales. */
const NAMED_MAX = 4

/** The readings compared with the published constants of the conclusion, and other species that they fit. */
export function ComparisonPanel({ fields }: { fields: Fields }) {
  const named = findSpecies(fields.conclusion ?? '')
  const [species] = named
  const others = findOtherSpecies(fields, named)
  const compared = species ? compareWithSpecies(species, fields) : []
  return (
    <Panel
      className={styles.panel}
      title={species ? `对照　${species.names[0]}` : '对照'}
      actions={
        species && <span className={styles.english}>{translateValue('conclusion', species.names[0] ?? '')}</span>
      }
    >
      {species ? (
        compared.map((comparison) => (
          <Property key={comparison.member} species={species} comparison={comparison} others={others} />
        ))
      ) : (
        <p className={styles.note}>
          {fields.conclusion
            ? '检验结论不在常数表内，或属充填、压制、再造、拼合与仿制品，不按常数判断。'
            : '填写检验结论后，在此对照公布的常数。'}
        </p>
      )}
      {others.length > 0 && (
        <>
          <h3 className={styles.title}>读数还符合</h3>
          <ul className={styles.others}>
            {others.slice(0, NAMED_MAX).map((other) => (
              <li key={other.species.names[0]}>
                <b>{other.species.names[0]}</b>
                <span>{describeOtherSpecies(other)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {species && (
        <p className={styles.note}>
          常数为公布值。充填、压制、再造、拼合与仿制品不按此判断。读数允差：折射率 ±0.002，点测 ±0.02，密度 ±0.005。
        </p>
      )}
    </Panel>
  )
}

interface PropertyProps {
  species: Species
  comparison: Comparison
  others: readonly OtherSpecies[]
}

function Property({ species, comparison, others }: PropertyProps) {
  const { word, constant, isFitting, reading } = comparison
  // The property is not measurable in aggregates, and not measured in singly refractive stones.
  if (constant === null || (constant.most === 0 && reading === null)) return null
  return (
    <div className={styles.property}>
      <p className={styles.line}>
        <b>{word}</b>
        <span className={styles.constant}>{constant.text}</span>
        <em data-verdict={isFitting === null ? 'none' : isFitting ? 'right' : 'wrong'}>
          {isFitting !== null && <Icon of={isFitting ? Check : TriangleAlert} sizePx={15} />}
          {describeVerdict(comparison)}
        </em>
      </p>
      <SpeciesScale species={species} comparison={comparison} others={others} />
    </div>
  )
}

function describeOtherSpecies({ members, isWhole }: OtherSpecies): string {
  const words = members.map((member) => PROPERTIES[member].word).join('、')
  if (!isWhole) return `仅${words}`
  return members.length > 1 ? `${words}都符合` : `${words}符合`
}
