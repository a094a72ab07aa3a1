import { findField } from '@portal/contract/certificates/certificate-fields.ts'
import { DEMANDS, type Demand } from '@portal/contract/certificates/rules/required-fields.ts'
import type { Standard } from '@portal/contract/certificates/rules/standards.ts'
import { type ReactNode, useId } from 'react'
import { type FormPlace, getFieldLabel } from '#manage/controls/certificates/form-fields.ts'
import { Field } from '#manage/controls/forms/field.tsx'
import type { PendingChange } from '../desk-words.ts'
import styles from './form.module.css'

export interface FormCellProps {
  field: FormPlace
  form: PendingChange['form']
  /** Standards that the laboratory may name. */
  standards: readonly Standard[]
  fault: string | undefined
  demand: Demand
  /** The field has a warning: with an answer or without. */
  warned: 'open' | 'answered' | undefined
  onChange: (value: string) => void
}

interface CellProps extends Pick<FormCellProps, 'field' | 'fault' | 'demand' | 'warned'> {
  label?: string
  /** Text at the right of the label. */
  place?: string | undefined
  hint?: string | undefined
  unit?: string | undefined
  children: ReactNode
}

/** The frame of a control: label, unit inside the field, error message. */
export function Cell({
  field,
  fault,
  demand,
  warned,
  label,
  place,
  hint,
  unit = findField(field.member)?.unit,
  children,
}: CellProps) {
  const id = useId()
  return (
    <div className={styles.cell} data-width={field.width} data-member={field.member}>
      <Field
        label={label ?? getFieldLabel(field.member)}
        place={place}
        hint={hint}
        error={fault}
        demand={demand === 'none' ? undefined : { word: DEMANDS[demand], isRequired: demand === 'must' }}
        warned={warned}
        describedBy={unit && id}
      >
        {unit ? (
          <span className={styles.unit}>
            {children}
            <span className={styles.unitText} id={id}>
              {unit}
            </span>
          </span>
        ) : (
          children
        )}
      </Field>
    </div>
  )
}
