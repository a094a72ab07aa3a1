import { GRAMS_PER_CARAT } from '@portal/contract/certificates/certificate-states.ts'
import type { CertificatePicture } from '@portal/contract/certificates/certificates.ts'
import { ScaleBar } from '#domain/certificates/scale-bar.tsx'
import { Field } from '#ui/forms/field.tsx'
import shared from '#ui/shared.module.css'
import { ChoiceGroup, makeJudgementChoices } from './choice-group.tsx'
import { DISTINGUISHING_FEATURES, getExpectedMass, type StepName } from './comparison-steps.ts'
import { SizeFields } from './size-fields.tsx'
import styles from './step-fields.module.css'
import { formatMeasure, type MassUnit, SCALE_DIVISIONS_G } from './tolerance.ts'
import type { FieldsProps } from './use-comparison.ts'

export function StepFields({ step, ...props }: FieldsProps & { step: StepName }) {
  if (step === 'picture') return <PictureFields {...props} />
  if (step === 'mass') return <MassFields {...props} />
  if (step === 'size') return <SizeFields {...props} />
  if (step === 'inscription') return <InscriptionFields {...props} />
  return <ConclusionFields {...props} />
}

const PICTURE_CHOICES = makeJudgementChoices('看来一致', '看来不同', '无法判断')

function PictureFields({ certificate, answers, choose }: FieldsProps) {
  const picture = certificate.pictures?.[0]
  return (
    <div className={styles.beside}>
      {picture && <PictureScale picture={picture} />}
      <div className={styles.fields}>
        <div>
          <p className={styles.note}>把实物放在同样的方位与光线下，逐项看：</p>
          <ul className={styles.looks}>
            {DISTINGUISHING_FEATURES[certificate.category].map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </ul>
        </div>
        <ChoiceGroup
          legend="实物与影像"
          value={answers.picture}
          choices={PICTURE_CHOICES}
          onChange={(picture) => choose({ picture })}
        />
      </div>
    </div>
  )
}

const UNITS: readonly { value: MassUnit; text: string }[] = [
  { value: 'g', text: '克（g）' },
  { value: 'ct', text: '克拉（ct）' },
]

function MassFields({ certificate, answers, choose, type }: FieldsProps) {
  const expected = getExpectedMass(certificate)
  if (!expected) return null
  const { massG, isSet, isStoneOnly } = expected
  return (
    <div className={styles.fields}>
      <p className={styles.note}>
        证书所列{isStoneOnly ? '裸石质量' : '总质量'}为{' '}
        <strong className={styles.value}>{formatMeasure(massG, 'g')}</strong>（
        {formatMeasure(massG / GRAMS_PER_CARAT, 'ct')}）。秤先归零，放平后读数。
      </p>
      {isSet && (
        <p className={styles.note}>
          {isStoneOnly
            ? '样品已镶嵌时，称得的是整件质量，不能与裸石质量相比，可跳过此项。'
            : '总质量含金属与配件，连同检测时的链、扣一起称。'}
        </p>
      )}
      <Field
        className={styles.short}
        label="秤上读数"
        inputMode="decimal"
        autoComplete="off"
        value={answers.massTyped}
        onChange={({ target }) => type({ massTyped: target.value })}
      />
      <ChoiceGroup
        legend="读数单位"
        value={answers.massUnit}
        choices={UNITS}
        onChange={(massUnit) => choose({ massUnit })}
      />
      <ChoiceGroup
        legend="秤的分度值（末位每跳一次）"
        value={String(answers.divisionG)}
        choices={SCALE_DIVISIONS_G.map((division) => ({ value: String(division), text: `${division}\u00a0g` }))}
        onChange={(value) =>
          choose({ divisionG: SCALE_DIVISIONS_G.find((division) => String(division) === value) ?? 0.01 })
        }
      />
      {isSet && !isStoneOnly && (
        <label className={styles.check}>
          <input
            className={shared.radio}
            type="checkbox"
            checked={answers.isAltered}
            onChange={({ target }) => choose({ isAltered: target.checked })}
          />
          检测后改过款，或换过链、扣、配石
        </label>
      )}
    </div>
  )
}

function InscriptionFields({ certificate, answers, choose, type }: FieldsProps) {
  return (
    <div className={styles.fields}>
      <p className={styles.note}>
        证书所列印记为 <strong className={styles.value}>{certificate.inscription}</strong>
        。钻石看腰棱，需用 10 倍放大镜；金属看戒圈内侧、扣头或镶口背面。照实物输入，不要照证书抄。
      </p>
      <Field
        className={styles.short}
        label="实物上的印记"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={answers.inscriptionTyped}
        onChange={({ target }) => type({ inscriptionTyped: target.value })}
      />
      <label className={styles.check}>
        <input
          className={shared.radio}
          type="checkbox"
          checked={answers.isUninscribed}
          onChange={({ target }) => choose({ isUninscribed: target.checked })}
        />
        没有找到印记
      </label>
    </div>
  )
}

const WORDING_CHOICES = makeJudgementChoices('一字不差', '有出入', '手边没有证书')

function ConclusionFields({ certificate, answers, choose, type }: FieldsProps) {
  return (
    <div className={styles.fields}>
      <p className={styles.note}>
        本站记录的结论是“<strong className={styles.value}>{certificate.conclusion}</strong>
        ”。请看手中的证书、卡片或吊牌，括号里的处理说明也要一致。
      </p>
      <ChoiceGroup
        legend="手中证书上的结论"
        value={answers.conclusion}
        choices={WORDING_CHOICES}
        onChange={(conclusion) => choose({ conclusion })}
      />
      <Field
        className={styles.short}
        label="也可以照纸面输入，由本页比对"
        autoComplete="off"
        value={answers.conclusionTyped}
        onChange={({ target }) => type({ conclusionTyped: target.value })}
      />
    </div>
  )
}

/** The picture of the tested sample with its scale. */
function PictureScale({ picture: { url, caption, widthMm } }: { picture: CertificatePicture }) {
  return (
    <figure className={styles.figure}>
      <img className={styles.picture} src={url} alt={caption || '样品影像'} loading="lazy" />
      <figcaption className={shared.note}>
        {typeof widthMm === 'number' && <ScaleBar widthMm={widthMm} />}
        <span>
          {caption || '样品影像'}
          {typeof widthMm === 'number' && `，画面宽 ${widthMm}\u00a0mm`}
        </span>
      </figcaption>
    </figure>
  )
}
