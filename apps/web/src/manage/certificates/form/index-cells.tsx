import { computeBirefringence } from '@portal/contract/certificates/rules/readings.ts'
import { isAggregate } from '@portal/contract/certificates/rules/required-fields.ts'
import { TextInput } from '#manage/controls/forms/inputs.tsx'
import { Cell, type FormCellProps } from './cell.tsx'
import { getIndexKind, toShownPair, toShownSpot, toStoredPair, toStoredSpot } from './typed-values.ts'

/** The refractive index: one spot reading, two readings, or a text as printed. */
export function IndexCell(props: FormCellProps) {
  const { field, form, onChange } = props
  const value = form.fields[field.member] ?? ''
  const kind = getIndexKind(form.category)
  if (kind === 'pair') {
    const [lesser, greater] = toShownPair(value)
    return (
      <>
        <Cell {...props} label="折射率（小）">
          <TextInput
            value={lesser}
            isFigures
            maxLength={100}
            onChange={({ target }) => onChange(toStoredPair(target.value, greater))}
          />
        </Cell>
        <Cell {...props} fault={undefined} warned={props.warned && 'answered'} label="折射率（大）">
          <TextInput
            value={greater}
            isFigures
            maxLength={100}
            onChange={({ target }) => onChange(toStoredPair(lesser, target.value))}
          />
        </Cell>
      </>
    )
  }
  const isSpot = kind === 'spot'
  const shown = isSpot ? toShownSpot(value) : value
  return (
    <Cell {...props} unit={isSpot && shown !== value ? '点测' : undefined}>
      <TextInput
        value={shown}
        isFigures
        maxLength={100}
        {...(isSpot && { placeholder: '点测' })}
        onChange={({ target }) => onChange(isSpot ? toStoredSpot(target.value) : target.value)}
      />
    </Cell>
  )
}

/** Birefringence: computed from two readings, not measurable in aggregates. */
export function BirefringenceCell(props: FormCellProps) {
  const { field, form, onChange } = props
  const value = form.fields[field.member] ?? ''
  const isComputed =
    getIndexKind(form.category) === 'pair' && value === computeBirefringence(form.fields.refractiveIndex ?? '')
  const isUnmeasurable = value === '' && isAggregate(form.category, form.fields.conclusion ?? '')
  return (
    <Cell {...props} unit={isComputed ? '自动' : undefined}>
      <TextInput
        value={isUnmeasurable ? '集合体不可测' : value}
        isFigures
        maxLength={100}
        disabled={isUnmeasurable}
        readOnly={isComputed}
        onChange={({ target }) => onChange(target.value)}
      />
    </Cell>
  )
}
