import { PENALTY_MAX } from '@portal/contract/accounts/people-rules.ts'
import { Field } from './field.tsx'
import { Select, TextArea } from './inputs.tsx'

/** Durations of a penalty in days; empty: until the account is enabled. */
const PENALTY_TERMS = [
  { value: '7', label: '7 天' },
  { value: '30', label: '30 天' },
  { value: '365', label: '1 年' },
  { value: '', label: '直到手动启用' },
] as const

/** `days` is empty for a penalty without end. */
export interface Penalty {
  reason: string
  days: string
}

export const NO_PENALTY: Penalty = { reason: '', days: '30' }
export const isPenaltyIncomplete = ({ reason }: Penalty) => reason.trim().length < 2
export const toPenaltyBody = ({ reason, days }: Penalty) => ({
  reason: reason.trim(),
  days: days === '' ? null : Number(days),
})

/** Reason and term of a penalty. */
export function PenaltyFields({ value, onChange }: { value: Penalty; onChange: (value: Penalty) => void }) {
  return (
    <>
      <Field label="原因" count={{ now: value.reason.length, max: PENALTY_MAX.reason }}>
        <TextArea
          rows={3}
          maxLength={PENALTY_MAX.reason}
          placeholder="对方登录时会看到"
          value={value.reason}
          onChange={({ target }) => onChange({ ...value, reason: target.value })}
        />
      </Field>
      <Field label="期限">
        <Select
          options={PENALTY_TERMS}
          value={value.days}
          onChange={({ target }) => onChange({ ...value, days: target.value })}
        />
      </Field>
    </>
  )
}
