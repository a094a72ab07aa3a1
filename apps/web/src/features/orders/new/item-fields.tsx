import { CERTIFICATE_CATEGORIES, type CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import { ORDER_MAX } from '@portal/contract/orders/order-rules.ts'
import { FEE_UNITS, formatYuan, type OrderService } from '@portal/contract/orders/order-services.ts'
import { useId } from 'react'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Field, FieldNotes } from '#ui/forms/field.tsx'
import shared from '#ui/shared.module.css'
import { ChoiceCard } from './choice-card.tsx'
import styles from './new-order.module.css'
import { listServices, toServiceField } from './order-draft.ts'
import type { OrderForm } from './use-order-form.ts'

/** Fields of the open sample. */
export function ItemFields({ form, at }: { form: OrderForm; at: number }) {
  const field = (name: string) => form.field(`${at}.${name}`)
  const text = (name: string, maxLength: number) => ({ ...field(name), maxLength, autoComplete: 'off' })
  return (
    <div className={styles.fieldRoot}>
      <Categories form={form} at={at} />
      <Field
        {...text('name', ORDER_MAX.statedName)}
        className={styles.fieldName}
        label="名称"
        hint="按您所知填写即可，不影响检测结论"
        required
      />
      <Field {...text('count', 4)} className={styles.fieldCount} label="件数" inputMode="numeric" required />
      <Field
        {...text('mass', 14)}
        className={styles.fieldMass}
        label="约重（可不填）"
        inputMode="decimal"
        inset={<span className={styles.fieldUnit}>g</span>}
      />
      <Services form={form} at={at} />
      <div className={styles.fieldValue}>
        <Field
          {...text('value', 20)}
          label="声明价值"
          hint="贵重物品须声明，收样时当面验看、封存"
          inputMode="decimal"
          inset={<span className={styles.fieldUnit}>元</span>}
        />
        <TickBox form={form} name={`${at}.undeclared`} text="未声明" />
      </div>
      <Field
        {...text('care', ORDER_MAX.care)}
        className={styles.fieldCare}
        label="须留意（可不填）"
        hint="旧损、松动、胶粘、不可清洗等"
      />
    </div>
  )
}

function Categories({ form, at }: { form: OrderForm; at: number }) {
  const { name, value, error, onChange, onBlur } = form.field(`${at}.category`)
  const id = useId()
  const { services } = form.table
  const names = Object.entries(CERTIFICATE_CATEGORIES).filter(
    ([category]) => listServices(services, category).length > 0,
  )
  return (
    <fieldset className={styles.fieldWide} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={shared.fieldLegend}>类别</legend>
      <div className={styles.fieldCategories}>
        {names.map(([category, text]) => (
          <label className={styles.fieldCategory} key={category}>
            <input
              type="radio"
              name={name}
              value={category}
              checked={value === category}
              onChange={onChange}
              onBlur={onBlur}
            />
            <span>{text}</span>
          </label>
        ))}
      </div>
      <FieldNotes hint={undefined} hintId="" error={error} errorId={`${id}-error`} />
    </fieldset>
  )
}

/**
 * The services of the fee sheet. Without scripts the style sheet hides those that are not for the chosen category, so that another
 * category needs no answer from the server.
 */
function Services({ form, at }: { form: OrderForm; at: number }) {
  const { services } = form.table
  const { category } = form.draft.items[at] ?? { category: '' as const }
  const id = useId()
  const isHydrated = useHydrated()
  const [first] = listServices(services, category)
  const error = first && form.field(toServiceField(at, first.code)).error
  const isFit = (service: OrderService) =>
    category !== '' && service.categories.includes(category as CertificateCategory)
  return (
    <fieldset className={styles.fieldWide} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={shared.fieldLegend}>检测项目</legend>
      <div className={styles.fieldServices}>
        {services.map((service) => (
          <div
            className={styles.fieldService}
            data-for={service.categories.join(' ')}
            hidden={isHydrated && !isFit(service)}
            key={service.code}
          >
            <ChoiceCard
              type="checkbox"
              name={toServiceField(at, service.code)}
              isChecked={Boolean(form.fields[toServiceField(at, service.code)])}
              onChange={(isChecked) => form.change({ [toServiceField(at, service.code)]: isChecked ? 'on' : '' })}
              title={service.name}
              note={describeDays(service)}
              price={`${formatYuan(service.cents)}/${FEE_UNITS[service.per]}`}
            />
          </div>
        ))}
        <p className={styles.fieldFirst}>先选类别，再选项目</p>
      </div>
      <FieldNotes hint={undefined} hintId="" error={error} errorId={`${id}-error`} />
    </fieldset>
  )
}

const describeDays = ({ workingDays }: OrderService) => (workingDays === 0 ? '当天可领' : `${workingDays} 个工作日`)

export function TickBox({ form, name, text }: { form: OrderForm; name: string; text: string }) {
  const { error } = form.field(name)
  const id = useId()
  return (
    <div>
      <label className={styles.fieldTick}>
        <input
          className={styles.fieldBox}
          type="checkbox"
          name={name}
          checked={Boolean(form.fields[name])}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={({ target }) => form.change({ [name]: target.checked ? 'on' : '' })}
        />
        {text}
      </label>
      <FieldNotes hint={undefined} hintId="" error={error} errorId={`${id}-error`} />
    </div>
  )
}
