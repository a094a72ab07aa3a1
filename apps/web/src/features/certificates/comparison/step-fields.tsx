import type { CertificatePicture } from '@portal/contract/certificates/certificates.ts'
import { ScaleBar } from '#domain/certificates/scale-bar.tsx'
import { Field } from '#ui/forms/field.tsx'
import shared from '#ui/shared.module.css'
import { useTexts } from '../texts/texts.tsx'
import { ChoiceGroup, makeJudgementChoices } from './choice-group.tsx'
import { getExpectedMass, type StepName } from './comparison-steps.ts'
import { SizeFields } from './size-fields.tsx'
import styles from './step-fields.module.css'
import { type MassUnit, SCALE_DIVISIONS_G } from './tolerance.ts'
import type { FieldsProps } from './use-comparison.ts'

export function StepFields({ step, ...props }: FieldsProps & { step: StepName }) {
  if (step === 'picture') return <PictureFields {...props} />
  if (step === 'mass') return <MassFields {...props} />
  if (step === 'size') return <SizeFields {...props} />
  if (step === 'inscription') return <InscriptionFields {...props} />
  return <ConclusionFields {...props} />
}

function PictureFields({ certificate, answers, choose }: FieldsProps) {
  const { features, fields } = useTexts('comparison')
  const { hint, legend, choices } = fields.picture
  const picture = certificate.pictures?.[0]
  return (
    <div className={styles.beside}>
      {picture && <PictureScale picture={picture} />}
      <div className={styles.fields}>
        <div>
          <p className={styles.note}>{hint}</p>
          <ul className={styles.looks}>
            {features[certificate.category].map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </ul>
        </div>
        <ChoiceGroup
          legend={legend}
          value={answers.picture}
          choices={makeJudgementChoices(choices)}
          onChange={(picture) => choose({ picture })}
        />
      </div>
    </div>
  )
}

const UNITS: readonly MassUnit[] = ['g', 'ct']

function MassFields({ certificate, answers, choose, type }: FieldsProps) {
  const texts = useTexts('comparison').fields.mass
  const expected = getExpectedMass(certificate)
  if (!expected) return null
  const { isSet, isStoneOnly } = expected
  return (
    <div className={styles.fields}>
      <p className={styles.note}>{texts.listed(expected)}</p>
      {isSet && <p className={styles.note}>{texts.set(expected)}</p>}
      <Field
        className={styles.short}
        label={texts.reading}
        inputMode="decimal"
        autoComplete="off"
        value={answers.massTyped}
        onChange={({ target }) => type({ massTyped: target.value })}
      />
      <ChoiceGroup
        legend={texts.unit}
        value={answers.massUnit}
        choices={UNITS.map((value) => ({ value, text: texts.units[value] }))}
        onChange={(massUnit) => choose({ massUnit })}
      />
      <ChoiceGroup
        legend={texts.division}
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
          {texts.altered}
        </label>
      )}
    </div>
  )
}

function InscriptionFields({ certificate, answers, choose, type }: FieldsProps) {
  const texts = useTexts('comparison').fields.inscription
  return (
    <div className={styles.fields}>
      <p className={styles.note}>{texts.listed(certificate)}</p>
      <Field
        className={styles.short}
        label={texts.reading}
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
        {texts.none}
      </label>
    </div>
  )
}

function ConclusionFields({ certificate, answers, choose, type }: FieldsProps) {
  const texts = useTexts('comparison').fields.conclusion
  return (
    <div className={styles.fields}>
      <p className={styles.note}>{texts.listed(certificate)}</p>
      <ChoiceGroup
        legend={texts.legend}
        value={answers.conclusion}
        choices={makeJudgementChoices(texts.choices)}
        onChange={(conclusion) => choose({ conclusion })}
      />
      <Field
        className={styles.short}
        label={texts.typed}
        autoComplete="off"
        value={answers.conclusionTyped}
        onChange={({ target }) => type({ conclusionTyped: target.value })}
      />
    </div>
  )
}

/** The picture of the tested sample with its scale. */
function PictureScale({ picture: { url, caption, widthMm } }: { picture: CertificatePicture }) {
  const texts = useTexts('card')
  const name = texts.picture(caption, 0)
  return (
    <figure className={styles.figure}>
      <img className={styles.picture} src={url} alt={name} loading="lazy" />
      <figcaption className={shared.note}>
        {typeof widthMm === 'number' && <ScaleBar widthMm={widthMm} formatLabel={texts.scale} />}
        <span>{typeof widthMm === 'number' ? texts.scene(name, widthMm) : name}</span>
      </figcaption>
    </figure>
  )
}
