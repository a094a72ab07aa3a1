import { Plus, Trash2 } from '@lucide/icons'
import type { SpecialDays } from '@portal/contract/site/site-settings.ts'
import { Button } from '#ui/forms/button.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import styles from './hours-fields.module.css'
import { useSiteForm } from './site-form.ts'
import { SpanFields } from './span-fields.tsx'

/** Holidays, and the working days that make up for them. */
export function SpecialDaysFields() {
  const { edit } = useSiteForm()
  const all = edit.values.specialDays ?? []
  const { error, was } = edit.getFieldProps('specialDays')
  const put = (specialDays: SpecialDays[]) => edit.change({ specialDays: specialDays.length > 0 ? specialDays : null })
  const updateDays = (at: number, part: Partial<SpecialDays>) =>
    put(all.map((days, nth) => (nth === at ? { ...days, ...part } : days)))
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  return (
    <div className={styles.root} data-wide data-changed={was !== undefined || undefined}>
      <h3 className={styles.title}>节假日与调休</h3>
      <ul className={styles.special}>
        {all.map((days, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are edited in place
          <li className={styles.specialRow} key={at}>
            <input
              aria-label="名称"
              placeholder="春节、调休上班"
              maxLength={20}
              value={days.name}
              onChange={({ target }) => updateDays(at, { name: target.value })}
            />
            <span className={styles.span}>
              <input
                type="date"
                aria-label={`${days.name}第一天`}
                value={days.from}
                onChange={({ target }) =>
                  updateDays(at, { from: target.value, ...(days.until < target.value && { until: target.value }) })
                }
              />
              –
              <input
                type="date"
                aria-label={`${days.name}最后一天`}
                value={days.until}
                min={days.from}
                onChange={({ target }) => updateDays(at, { until: target.value })}
              />
            </span>
            <SpanFields
              label={days.name || '这几天'}
              spans={days.spans}
              onChange={(spans) => updateDays(at, { spans })}
            />
            <IconButton
              icon={Trash2}
              label={`删除${days.name}`}
              onClick={() => put(all.filter((_days, nth) => nth !== at))}
            />
          </li>
        ))}
      </ul>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <div>
        <Button
          variant="outline"
          icon={Plus}
          onClick={() => put([...all, { name: '', from: today, until: today, spans: [] }])}
        >
          添加日期
        </Button>
      </div>
    </div>
  )
}
