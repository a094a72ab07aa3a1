import { Field } from '#manage/controls/forms/field.tsx'
import { TextInput } from '#manage/controls/forms/inputs.tsx'
import styles from './people.module.css'

export interface Validity {
  /** `yyyy-MM-dd`, or empty. */
  validFrom: string
  validTo: string
}

interface ValidityFieldsProps {
  value: Validity
  faults: { [M in keyof Validity]?: string | undefined }
  /** First and last day that may be chosen. */
  within?: Validity
  onChange: (change: Partial<Validity>) => void
}

/** First and last day of an authorisation. */
export function ValidityFields({ value, faults, within, onChange }: ValidityFieldsProps) {
  const limits = within && { min: within.validFrom, max: within.validTo }
  return (
    <div className={styles.pair}>
      <Field label="起始日期" error={faults.validFrom}>
        <TextInput
          type="date"
          {...limits}
          value={value.validFrom}
          onChange={({ target }) => onChange({ validFrom: target.value })}
        />
      </Field>
      <Field label="截止日期" error={faults.validTo} hint="含当日">
        <TextInput
          type="date"
          {...limits}
          value={value.validTo}
          onChange={({ target }) => onChange({ validTo: target.value })}
        />
      </Field>
    </div>
  )
}

export function findValidityFaults({ validFrom, validTo }: Validity): ValidityFieldsProps['faults'] {
  const isReversed = validTo !== '' && validTo < validFrom
  return {
    validFrom: validFrom === '' ? '请选择起始日期' : undefined,
    validTo: validTo === '' ? '请选择截止日期' : isReversed ? '不能早于起始日期' : undefined,
  }
}
