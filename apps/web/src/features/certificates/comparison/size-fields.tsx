import { Field } from '#ui/forms/field.tsx'
import { useTexts } from '../texts/texts.tsx'
import { ChoiceGroup, makeJudgementChoices } from './choice-group.tsx'
import { getExpectedLengths } from './comparison-steps.ts'
import styles from './step-fields.module.css'
import { computeLengthToleranceMm, formatMeasure, type LengthTool } from './tolerance.ts'
import type { FieldsProps } from './use-comparison.ts'

const TOOLS: readonly LengthTool[] = ['caliper', 'ruler']

export function SizeFields({ certificate, answers, choose, type }: FieldsProps) {
  const texts = useTexts('comparison').fields.size
  const lengths = getExpectedLengths(certificate)
  const hasScale = certificate.pictures?.some(({ widthMm }) => widthMm) ?? false
  return (
    <div className={styles.fields}>
      {certificate.shape && (
        <ChoiceGroup
          legend={texts.shape(certificate.shape)}
          value={answers.shape}
          choices={makeJudgementChoices(texts.choices)}
          onChange={(shape) => choose({ shape })}
        />
      )}
      {lengths.length > 0 && (
        <>
          <p className={styles.note}>{texts.listed(certificate, hasScale)}</p>
          <ChoiceGroup
            legend={texts.tool(formatMeasure(computeLengthToleranceMm(answers.tool), 'mm'))}
            value={answers.tool}
            choices={TOOLS.map((value) => ({ value, text: texts.tools[value] }))}
            onChange={(tool) => choose({ tool })}
          />
          <div className={styles.row}>
            {lengths.map(({ member }) => (
              <Field
                key={member}
                label={texts.lengths[member]}
                inputMode="decimal"
                autoComplete="off"
                value={answers.lengthsTyped[member] ?? ''}
                onChange={({ target }) => type({ lengthsTyped: { ...answers.lengthsTyped, [member]: target.value } })}
              />
            ))}
          </div>
        </>
      )}
    </div>
  )
}
