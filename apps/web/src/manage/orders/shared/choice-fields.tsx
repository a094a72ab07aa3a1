import { ORDER_MAX } from '@portal/contract/orders/order-rules.ts'
import type { Choice } from '@portal/contract/orders/order-shapes.ts'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextInput } from '#manage/controls/forms/inputs.tsx'
import { Button } from '#ui/forms/button.tsx'
import styles from './choice-fields.module.css'
import { parseYuan } from './payments.tsx'

/** An answer that a question offers, as typed. */
export interface TypedChoice {
  text: string
  yuan: string
  days: string
}

const EMPTY: TypedChoice = { text: '', yuan: '', days: '' }

/** Reads the typed answers; empty rows are left out. @returns `null` when an amount or number of days is wrong */
export function readChoices(typed: readonly TypedChoice[]): Choice[] | null {
  const choices = typed
    .filter(({ text }) => text.trim() !== '')
    .map(({ text, yuan, days }) => ({
      text: text.trim(),
      cents: /^0*(?:\.0*)?$/.test(yuan.trim()) ? 0 : (parseYuan(yuan) ?? Number.NaN),
      days: Number(days),
    }))
  const isWrong = ({ cents, days }: Choice) =>
    !(
      cents >= 0 &&
      cents <= ORDER_MAX.choiceCents &&
      Number.isInteger(days) &&
      days >= 0 &&
      days <= ORDER_MAX.choiceDays
    )
  return choices.some(isWrong) ? null : choices
}

interface ChoiceFieldsProps {
  choices: readonly TypedChoice[]
  onChange: (choices: TypedChoice[]) => void
}

/** Answers that the customer may choose, with what each adds to fees and days. */
export function ChoiceFields({ choices, onChange }: ChoiceFieldsProps) {
  const change = (at: number, patch: Partial<TypedChoice>) =>
    onChange(choices.map((choice, index) => (index === at ? { ...choice, ...patch } : choice)))
  return (
    <fieldset className={styles.root}>
      <legend className={styles.legend}>可选的答复</legend>
      {choices.map((choice, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added at the end
        <div className={styles.row} key={at}>
          <Field label={`答复 ${at + 1}`}>
            <TextInput
              maxLength={ORDER_MAX.choice}
              autoComplete="off"
              value={choice.text}
              onChange={({ target }) => change(at, { text: target.value })}
            />
          </Field>
          <Field label="加收（元）">
            <TextInput
              isFigures
              inputMode="decimal"
              value={choice.yuan}
              onChange={({ target }) => change(at, { yuan: target.value })}
            />
          </Field>
          <Field label="加工作日">
            <TextInput
              isFigures
              inputMode="numeric"
              value={choice.days}
              onChange={({ target }) => change(at, { days: target.value })}
            />
          </Field>
        </div>
      ))}
      {choices.length < ORDER_MAX.choices && (
        <Button variant="quiet" onClick={() => onChange([...choices, EMPTY])}>
          添一项答复
        </Button>
      )}
      {readChoices(choices) === null && <p className={styles.fault}>加收填金额，加工作日填整数</p>}
      {choices.length === 0 && <p className={styles.note}>不列答复时，请委托方来电说明</p>}
    </fieldset>
  )
}
