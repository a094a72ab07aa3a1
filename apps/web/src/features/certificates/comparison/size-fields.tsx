import { formatSize } from '@portal/contract/certificates/printed-rows.ts'
import { Field } from '#ui/forms/field.tsx'
import { ChoiceGroup, makeJudgementChoices } from './choice-group.tsx'
import { getExpectedLengths } from './comparison-steps.ts'
import styles from './step-fields.module.css'
import { computeLengthToleranceMm, formatMeasure, type LengthTool } from './tolerance.ts'
import type { FieldsProps } from './use-comparison.ts'

const SHAPES = makeJudgementChoices('形状相同', '形状不同', '说不准')

const TOOLS: readonly { value: LengthTool; text: string }[] = [
  { value: 'caliper', text: '游标卡尺' },
  { value: 'ruler', text: '直尺' },
]

export function SizeFields({ certificate, answers, choose, type }: FieldsProps) {
  const lengths = getExpectedLengths(certificate)
  const hasScale = certificate.pictures?.some(({ widthMm }) => widthMm)
  return (
    <div className={styles.fields}>
      {certificate.shape && (
        <ChoiceGroup
          legend={`证书所列形状：${certificate.shape}`}
          value={answers.shape}
          choices={SHAPES}
          onChange={(shape) => choose({ shape })}
        />
      )}
      {lengths.length > 0 && (
        <>
          <p className={styles.note}>
            证书所列尺寸为 <strong className={styles.value}>{formatSize(certificate)}</strong>
            。只量宝石，不含镶爪；量不到的一边留空。
            {hasScale && '手边没有量具时，可与影像的比例尺相比，但不足以判断相符。'}
          </p>
          <ChoiceGroup
            legend={`量具（容许相差 ${formatMeasure(computeLengthToleranceMm(answers.tool), 'mm')}）`}
            value={answers.tool}
            choices={TOOLS}
            onChange={(tool) => choose({ tool })}
          />
          <div className={styles.row}>
            {lengths.map(({ name }) => (
              <Field
                key={name}
                label={`${name}（mm）`}
                inputMode="decimal"
                autoComplete="off"
                value={answers.lengthsTyped[name] ?? ''}
                onChange={({ target }) => type({ lengthsTyped: { ...answers.lengthsTyped, [name]: target.value } })}
              />
            ))}
          </div>
        </>
      )}
    </div>
  )
}
