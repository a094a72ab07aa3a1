import { findField } from '@portal/contract/certificates/certificate-fields.ts'
import { isLooseStone } from '@portal/contract/certificates/loose-stone.ts'
import { findDefiningStandard, listChoices } from '@portal/contract/certificates/rules/grades.ts'
import { listValidStandards } from '@portal/contract/certificates/rules/standards.ts'
import { findTreatmentDemand, listTerms } from '@portal/contract/certificates/rules/terms.ts'
import { toWireDate } from '@portal/contract/time.ts'
import { getFieldLabel } from '#manage/controls/certificates/form-fields.ts'
import { TextArea, TextInput } from '#manage/controls/forms/inputs.tsx'
import { Cell, type FormCellProps } from './cell.tsx'
import { Combobox, type ComboOption } from './combobox.tsx'
import { BirefringenceCell, IndexCell } from './index-cells.tsx'
import { formatCarats, isEnglishAutomatic } from './typed-values.ts'

/** A field of the form with its label, its unit and its fault. */
export function FormCell(props: FormCellProps) {
  const { field, form } = props
  const { member } = field
  if (findField(member)?.control === 'index') return <IndexCell {...props} />
  if (member === '双折射率') return <BirefringenceCell {...props} />
  const hint = member === 'treatment' && findTreatmentDemand(form.fields.conclusion ?? '', form.fields.treatment ?? '')
  return (
    <Cell {...props} place={getSideText(member, form)} hint={hint || undefined}>
      <Control {...props} />
    </Cell>
  )
}

function getSideText(member: string, { category, fields }: FormCellProps['form']): string | undefined {
  if (member === 'totalMassG' && isLooseStone({ ...fields, category })) return formatCarats(fields.totalMassG ?? '')
  return member === 'conclusionEn' && isEnglishAutomatic(fields) ? '自动' : undefined
}

const KINDS = { natural: '天然', cultured: '养殖', treated: '处理', artificial: '人工' } as const

/** Free members whose values are numbers. */
const FIGURES = ['摩氏硬度']

function Control({ field: { member }, form, standards, onChange }: FormCellProps) {
  const { control, cell } = findField(member) ?? {}
  const value = form.fields[member] ?? ''
  if (control === 'conclusion') {
    const options = listTerms(form.category, value).map(
      ({ name, demand, kind }): ComboOption => ({
        value: name,
        note: demand,
        tag: { word: KINDS[kind], isCaution: kind === 'treated' || kind === 'artificial' },
      }),
    )
    return <Combobox isWide value={value} options={options} label="定名" source="GB/T 16552 定名" onChange={onChange} />
  }
  if (control === 'choices') {
    const source = member === 'standards' ? '“、”之后再选' : findDefiningStandard(member)
    const day = form.fields.testedOn || toWireDate(Date.now())
    const offered = listValidStandards(standards, form.category, day)
    const options = listChoices(member, form.fields, offered).filter(({ value: one }) => isMeant(one, value))
    return (
      <Combobox value={value} options={options} label={getFieldLabel(member)} source={source} onChange={onChange} />
    )
  }
  const common = { value, onChange: ({ target }: { target: { value: string } }) => onChange(target.value) }
  if (control === 'lines') return <TextArea {...common} rows={2} maxLength={2000} />
  return (
    <TextInput
      {...common}
      maxLength={2000}
      isFigures={cell === 'number' || FIGURES.includes(member)}
      {...(cell === 'day' && { type: 'date' })}
    />
  )
}

/** Whether a choice, or a word of it, begins with the typed text. */
function isMeant(choice: string, typed: string): boolean {
  const text = typed.trim().toUpperCase()
  const words = [choice, ...choice.split(' ')].map((word) => word.toUpperCase())
  return words.some((word) => word.startsWith(text))
}
