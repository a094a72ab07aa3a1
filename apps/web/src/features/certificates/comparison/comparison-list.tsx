import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import type { ReactNode } from 'react'
import { useTexts } from '../texts/texts.tsx'
import styles from './comparison-list.module.css'
import { getExpectedMass, listSteps, type StepName } from './comparison-steps.ts'
import { chooseScale, computeLengthToleranceMm, computeMassToleranceG } from './tolerance.ts'

/** List of the features to compare, for a comparison without scripts. */
export function ComparisonList({ certificate }: { certificate: Certificate }) {
  const { steps, list, features } = useTexts('comparison')
  const texts: Readonly<Record<StepName, () => ReactNode>> = {
    picture: () => list.picture(features[certificate.category]),
    mass: () => {
      const expected = getExpectedMass(certificate)
      if (!expected) return null
      const divisionG = chooseScale(expected.massG)
      return list.mass(expected, { divisionG, toleranceG: computeMassToleranceG(expected.roundingG, divisionG) })
    },
    size: () =>
      list.size(certificate, {
        caliper: computeLengthToleranceMm('caliper'),
        ruler: computeLengthToleranceMm('ruler'),
      }),
    inscription: () => list.inscription(certificate),
    conclusion: () => list.conclusion(certificate),
  }
  return (
    <ol className={styles.root}>
      {listSteps(certificate).map((step) => (
        <li className={styles.step} key={step}>
          <h3 className={styles.title}>{steps[step].title}</h3>
          <p className={styles.words}>{texts[step]()}</p>
        </li>
      ))}
    </ol>
  )
}
