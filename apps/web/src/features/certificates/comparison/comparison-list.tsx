import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import { formatSize } from '@portal/contract/certificates/printed-rows.ts'
import type { ReactNode } from 'react'
import styles from './comparison-list.module.css'
import {
  DISTINGUISHING_FEATURES,
  getExpectedLengths,
  getExpectedMass,
  listSteps,
  STEP_TITLES,
  type StepName,
} from './comparison-steps.ts'
import { chooseScale, computeLengthToleranceMm, computeMassToleranceG, formatMeasure, toCarats } from './tolerance.ts'

/** List of the features to compare, for a comparison without scripts. */
export function ComparisonList({ certificate }: { certificate: Certificate }) {
  return (
    <ol className={styles.root}>
      {listSteps(certificate).map((step) => (
        <li className={styles.step} key={step}>
          <h3 className={styles.title}>{STEP_TITLES[step]}</h3>
          <p className={styles.words}>{getStepText(step, certificate)}</p>
        </li>
      ))}
    </ol>
  )
}

function getStepText(step: StepName, certificate: Certificate): ReactNode {
  if (step === 'picture') return `${DISTINGUISHING_FEATURES[certificate.category].join('；')}，应与影像一致。`
  if (step === 'mass') return <MassText certificate={certificate} />
  if (step === 'size') return <SizeText certificate={certificate} />
  if (step === 'inscription') {
    return (
      <>
        实物应刻有 <strong className={styles.value}>{certificate.inscription}</strong>，
        {certificate.category === 'metal' ? '多在戒圈内侧、扣头或镶口背面。' : '腰棱上的激光印记需用 10 倍放大镜观察。'}
      </>
    )
  }
  return (
    <>
      证书上的检验结论应为“<strong className={styles.value}>{certificate.conclusion}</strong>”，一字不差。
    </>
  )
}

function MassText({ certificate }: { certificate: Certificate }) {
  const expected = getExpectedMass(certificate)
  if (!expected) return null
  const { massG, roundingG, isSet, isStoneOnly } = expected
  const divisionG = chooseScale(massG)
  const toleranceG = computeMassToleranceG(roundingG, divisionG)
  // Shows carats for loose stones only: a set stone is weighed in grams with its setting.
  const formatCarats = (ct: number) => (certificate.caratMassCt && !isSet ? `（${formatMeasure(ct, 'ct')}）` : '')
  return (
    <>
      {isStoneOnly ? '裸石' : '总质量'}应为 <strong className={styles.value}>{formatMeasure(massG, 'g')}</strong>
      {formatCarats(certificate.caratMassCt ?? 0)}，用分度值 {formatMeasure(divisionG, 'g')}
      {formatCarats(toCarats(divisionG))} 的秤复称，相差不应超过 {formatMeasure(toleranceG, 'g')}
      {formatCarats(toCarats(toleranceG))}。
      {isSet && (isStoneOnly ? '镶嵌后无法单独称得裸石。' : getSettingNote(certificate))}
    </>
  )
}

/** Jewellery of metal only has no setting. */
function getSettingNote({ category }: Certificate): string {
  return category === 'metal' ? '检测后改款或换链则不可比。' : '总质量含镶嵌，检测后改款或换链则不可比。'
}

function SizeText({ certificate }: { certificate: Certificate }) {
  const lengths = getExpectedLengths(certificate)
  return (
    <>
      {certificate.shape && (
        <>
          形状为<strong className={styles.value}>{certificate.shape}</strong>
          {lengths.length > 0 ? '，' : '。'}
        </>
      )}
      {lengths.length > 0 && (
        <>
          尺寸 <strong className={styles.value}>{formatSize(certificate)}</strong>
          ，卡尺量得相差不应超过 {formatMeasure(computeLengthToleranceMm('caliper'), 'mm')}，直尺不应超过{' '}
          {formatMeasure(computeLengthToleranceMm('ruler'), 'mm')}。
        </>
      )}
    </>
  )
}
