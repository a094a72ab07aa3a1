import { findOpeningHoursFault, formatOpeningHours, WEEKDAYS } from '@portal/contract/site/opening-hours.ts'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextInput } from '#manage/controls/forms/inputs.tsx'
import styles from './setup-form.module.css'

/** The same hours on some days of the week. The page of the site can set more. */
export interface SimpleHours {
  /** Weekdays from 0 (Monday). */
  days: number[]
  from: string
  until: string
}

export const USUAL_HOURS: SimpleHours = { days: [], from: '9:00', until: '17:00' }

export function toWeek({ days, from, until }: SimpleHours): [string, string][][] {
  return WEEKDAYS.map((_name, day) => (days.includes(day) ? [[from.trim(), until.trim()]] : []))
}

const CLOCK = /^([01]?\d|2[0-4]):[0-5]\d$/

/** Finds the reason why the hours cannot be saved; `null` for valid ones and for none. */
export function findHoursFault(hours: SimpleHours): string | null {
  if (hours.days.length === 0) return null
  if (![hours.from, hours.until].every((clock) => CLOCK.test(clock.trim()))) return '时间如 9:00 或 17:30'
  return findOpeningHoursFault(toWeek(hours)) ? '结束要晚于开始' : null
}

interface HoursFieldProps {
  hours: SimpleHours
  onChange: (hours: SimpleHours) => void
}

export function HoursField({ hours, onChange }: HoursFieldProps) {
  const { days, from, until } = hours
  const fault = findHoursFault(hours)
  const toggle = (day: number) =>
    onChange({ ...hours, days: days.includes(day) ? days.filter((one) => one !== day) : [...days, day] })
  return (
    <fieldset>
      <legend className={styles.legend}>
        营业时间
        <span className={styles.place}>页脚、联系我们</span>
      </legend>
      <div className={styles.days}>
        {WEEKDAYS.map((name, day) => (
          <button
            type="button"
            className={styles.day}
            key={name}
            aria-pressed={days.includes(day)}
            onClick={() => toggle(day)}
          >
            {name}
          </button>
        ))}
      </div>
      {days.length > 0 && (
        <>
          <div className={styles.span}>
            <Field label="开始">
              <TextInput isFigures value={from} onChange={({ target }) => onChange({ ...hours, from: target.value })} />
            </Field>
            <Field label="结束">
              <TextInput
                isFigures
                value={until}
                onChange={({ target }) => onChange({ ...hours, until: target.value })}
              />
            </Field>
          </div>
          {fault ? (
            <p className={styles.error} role="alert">
              {fault}
            </p>
          ) : (
            <p className={styles.shown}>将显示为“{formatOpeningHours(toWeek(hours))}”</p>
          )}
        </>
      )}
    </fieldset>
  )
}
