import { ORDER_MAX } from '@portal/contract/orders/order-rules.ts'
import type { Choice } from '@portal/contract/orders/order-shapes.ts'
import { flushSync } from 'react-dom'
import { readCents } from '#domain/orders/typed-values.ts'
import { LineField } from '#manage/controls/forms/line-field.tsx'
import { focusField } from '#manage/controls/saving/use-edit.ts'
import { Button } from '#ui/forms/button.tsx'
import shared from '#ui/shared.module.css'
import styles from './choice-fields.module.css'

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
      cents: readCents(yuan.trim() || '0') ?? Number.NaN,
      days: Number(days),
    }))
  const isRight = ({ cents, days }: Choice) =>
    cents <= ORDER_MAX.choiceCents && Number.isInteger(days) && days >= 0 && days <= ORDER_MAX.choiceDays
  return choices.every(isRight) ? choices : null
}

interface ChoiceFieldsProps {
  choices: readonly TypedChoice[]
  onChange: (choices: TypedChoice[]) => void
}

/** Answers that the customer may choose, with what each adds to fees and days. */
export function ChoiceFields({ choices, onChange }: ChoiceFieldsProps) {
  const change = (at: number, patch: Partial<TypedChoice>) =>
    onChange(choices.map((choice, index) => (index === at ? { ...choice, ...patch } : choice)))
  const add = () => {
    flushSync(() => onChange([...choices, EMPTY]))
    focusField(`choice-${choices.length}`)
  }
  return (
    <fieldset className={styles.root}>
      <legend className={styles.legend}>可选的答复</legend>
      {choices.map((choice, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added at the end
        <div className={styles.row} key={at}>
          <LineField
            label={`答复 ${at + 1}`}
            name={`choice-${at}`}
            maxLength={ORDER_MAX.choice}
            value={choice.text}
            onChange={(text) => change(at, { text })}
          />
          <LineField
            label="加收（元）"
            isFigures
            inputMode="decimal"
            value={choice.yuan}
            onChange={(yuan) => change(at, { yuan })}
          />
          <LineField
            label="加工作日"
            isFigures
            inputMode="numeric"
            value={choice.days}
            onChange={(days) => change(at, { days })}
          />
        </div>
      ))}
      {choices.length < ORDER_MAX.choices && (
        <Button variant="quiet" onClick={add}>
          添一项答复
        </Button>
      )}
      {readChoices(choices) === null && <p className={styles.fault}>加收填金额，加工作日填整数</p>}
      {choices.length === 0 && <p className={shared.faint}>不列答复时，请委托方来电说明</p>}
    </fieldset>
  )
}
