import { isLooseStone } from '@portal/contract/certificates/loose-stone.ts'
import { findOtherSpecies, type OtherSpecies } from '@portal/contract/certificates/rules/comparison.ts'
import { isComparedMember } from '@portal/contract/certificates/rules/readings.ts'
import { type Demand, getDemand, isOnlyOfLooseStones } from '@portal/contract/certificates/rules/required-fields.ts'
import { findSpecies } from '@portal/contract/certificates/rules/species.ts'
import { listTreatedNames } from '@portal/contract/certificates/rules/terms.ts'
import { Fragment, type ReactNode, useState } from 'react'
import {
  type FormPlace,
  isPlaced,
  listFormSections,
  listUnplacedMembers,
} from '#manage/controls/certificates/form-fields.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import type { DeskCertificate, PendingChange } from '../desk-words.ts'
import { AddField } from './add-field.tsx'
import styles from './form.module.css'
import { FormCell } from './form-cell.tsx'
import { WarningBox } from './warning-box.tsx'

interface FormSectionsProps extends Pick<PendingChange, 'form' | 'faults' | 'warnings' | 'answers'> {
  rules: DeskCertificate['rules']
  onType: (member: string, value: string) => void
  onAnswer: (key: string, text: string) => void
  onFix: (member: string | null) => void
  /** Makes the section of pictures, which shows their warnings. */
  children: (warnings: ReactNode) => ReactNode
}

/** Section that follows the pictures. */
const BEFORE = '日期'

/** The fields of the category in their sections, with the warnings below the readings. */
export function FormSections(props: FormSectionsProps) {
  const { form, faults, warnings, answers, rules, onType } = props
  const isOpen = (key: string) => !answers.some((answer) => answer.key === key)
  const getWarningState = (member: string) => {
    const warning = warnings.find((one) => one.member === member)
    return warning && (isOpen(warning.key) ? 'open' : 'answered')
  }
  const renderField = (field: FormPlace) => (
    <FormCell
      key={field.member}
      field={field}
      form={form}
      standards={rules.standards}
      fault={faults.find(({ member }) => member === field.member)?.text}
      demand={getShownDemand(rules, form, field.member)}
      warned={getWarningState(field.member)}
      onChange={(value) => onType(field.member, value)}
    />
  )
  const unplaced = listUnplacedMembers(form.category, form.fields)
  // A field that was added has no value yet.
  const [added, setAdded] = useState<readonly string[]>([])
  const others = [
    ...unplaced,
    ...added.filter((member) => !unplaced.includes(member) && !isPlaced(form.category, member)),
  ]
  const shown = listFormSections(form.category).flatMap(({ fields }) => fields.map(({ member }) => member))
  const isUnplaced = ({ member }: { member: string | null }) => member !== null && unplaced.includes(member)
  const hasPlace = (member: string | null) => member === 'pictures' || isPlaced(form.category, member)
  const elsewhere = faults.filter((fault) => !hasPlace(fault.member) && !isUnplaced(fault))
  return (
    <>
      {elsewhere.map(({ text }) => (
        <Note tone="error" key={text}>
          {text}
        </Note>
      ))}
      {listFormSections(form.category).map(({ title, fields }) => (
        <Fragment key={title}>
          {title === BEFORE &&
            props.children(<Warnings {...props} warnings={warnings.filter(({ member }) => member === 'pictures')} />)}
          <fieldset className={styles.section}>
            <legend>{title}</legend>
            {fields.flatMap((field) =>
              field === getWarningPlace(fields)
                ? [
                    renderField(field),
                    <Warnings
                      key="warnings"
                      {...props}
                      warnings={warnings.filter(({ member }) => fields.some((one) => one.member === member))}
                    />,
                  ]
                : [renderField(field)],
            )}
          </fieldset>
        </Fragment>
      ))}
      <fieldset className={styles.section}>
        <legend>其他项目</legend>
        {others.map((member) => renderField({ member, width: 6 }))}
        <Warnings {...props} warnings={warnings.filter(isUnplaced)} />
        <AddField shown={[...shown, ...others]} onAdd={(member) => setAdded([...added, member])} />
      </fieldset>
    </>
  )
}

/** Importance of a field as its label states it. */
function getShownDemand(
  { requiredFields }: DeskCertificate['rules'],
  { category, fields }: PendingChange['form'],
  member: string,
): Demand {
  const isLoose = isLooseStone({ ...fields, category })
  return isOnlyOfLooseStones(category, member) && !isLoose ? 'none' : getDemand(requiredFields, category, member)
}

/** The field that the warnings of a section follow: the last reading, or the last field. */
const getWarningPlace = (fields: readonly FormPlace[]) =>
  fields.find(({ isLastReading }) => isLastReading) ?? fields.at(-1)

/** Maximum number of other species that a warning offers, in addition to the treated names of the same species. */
const SPECIES_MAX = 4

/** Whether a warned value is missing. */
const isMissing = ({ fields, pictures }: PendingChange['form'], member: string | null) =>
  member === 'pictures' ? pictures.length === 0 : member !== null && !fields[member]

function Warnings({ form, warnings, answers, onType, onAnswer, onFix }: FormSectionsProps) {
  const { conclusion = '' } = form.fields
  const others = findOtherSpecies(form.fields, findSpecies(conclusion)).slice(0, SPECIES_MAX)
  const getSpeciesName = ({ species }: OtherSpecies) => species.names[0] ?? ''
  const wholeFits = others.filter(({ isWhole }) => isWhole).map(getSpeciesName)
  return warnings.map(({ key, text, member }) => (
    <WarningBox
      key={key}
      text={text}
      about={isMissing(form, member) ? 'missing' : isComparedMember(member) ? 'reading' : 'words'}
      note={isComparedMember(member) && wholeFits.length > 0 ? `读数落在${wholeFits.join('、')}的范围内。` : ''}
      conclusions={isComparedMember(member) ? [...listTreatedNames(conclusion), ...others.map(getSpeciesName)] : []}
      answer={answers.find((answer) => answer.key === key)?.text ?? ''}
      onAnswer={(words) => onAnswer(key, words)}
      onFix={() => onFix(member)}
      onConclude={(name) => onType('conclusion', name)}
    />
  ))
}
