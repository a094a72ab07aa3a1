import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import { formatSize } from '@portal/contract/certificates/printed-rows.ts'
import checks from '../lookup/three-checks.module.css'
import { renderOriginal } from '../texts/en/words.tsx'
import { getExpectedMass } from './comparison-steps.ts'
import { chooseScale, computeLengthToleranceMm, computeMassToleranceG, formatMeasure } from './tolerance.ts'

/** What to compare with the stone in hand. */
export function EnglishComparison({ certificate }: { certificate: Certificate }) {
  const { pictures = [], inscription } = certificate
  const mass = formatMass(certificate)
  const size = formatSize(certificate, 'labelEn')
  return (
    <ul className={checks.root} aria-label="Compare certificate and stone">
      {(pictures ?? []).length > 0 && (
        <Check title="Compare the picture">
          Colour, inclusions and markings should agree with the sample; use the scale bar for size.
        </Check>
      )}
      {mass && <Check title="Compare the mass">{mass}</Check>}
      {size && (
        <Check title="Compare the size">
          {size}, give or take {formatMeasure(computeLengthToleranceMm('caliper'), 'mm')} with a caliper.
        </Check>
      )}
      {inscription?.trim() && (
        <Check title="Compare the inscription">
          The piece should be inscribed {renderOriginal(inscription)}; a laser inscription needs a 10× loupe.
        </Check>
      )}
    </ul>
  )
}

function Check({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <li className={checks.check}>
      <h3 className={checks.title}>{title}</h3>
      <p>{children}</p>
    </li>
  )
}

function formatMass(certificate: Certificate): string {
  const expected = getExpectedMass(certificate)
  if (!expected) return ''
  const { massG, roundingG, isSet, isStoneOnly } = expected
  const divisionG = chooseScale(massG)
  const limit = formatMeasure(computeMassToleranceG(roundingG, divisionG), 'g')
  const description = isStoneOnly ? 'the loose stone' : 'the piece'
  const massText = `On a balance reading to ${formatMeasure(divisionG, 'g')} ${description} should weigh ${formatMeasure(massG, 'g')}, give or take ${limit}.`
  if (!isSet) return massText
  return `${massText} ${isStoneOnly ? 'Once set, the stone cannot be weighed by itself.' : 'Alterations after the test change the mass.'}`
}
