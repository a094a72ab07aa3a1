import { CERTIFICATE_CATEGORIES, type CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import { ORDER_MAX } from '@portal/contract/orders/order-rules.ts'
import { describeService, type OrderService } from '@portal/contract/orders/order-services.ts'
import type { StatedItem } from '@portal/contract/orders/order-shapes.ts'
import { readCents, readCount } from '#domain/orders/typed-values.ts'
import { CheckGroup } from '#manage/controls/forms/check-group.tsx'
import { Field } from '#manage/controls/forms/field.tsx'
import { Select } from '#manage/controls/forms/inputs.tsx'
import { LineField } from '#manage/controls/forms/line-field.tsx'
import shared from '#ui/shared.module.css'
import styles from './item-fields.module.css'

/** An item as staff type it for a customer. */
export interface TypedItem {
  name: string
  category: CertificateCategory
  count: string
  value: string
  services: string[]
}

export const EMPTY_ITEM: TypedItem = { name: '', category: 'gemstone', count: '1', value: '', services: [] }

const CATEGORY_OPTIONS = (Object.keys(CERTIFICATE_CATEGORIES) as CertificateCategory[]).map((value) => ({
  value,
  label: CERTIFICATE_CATEGORIES[value],
}))

interface ItemFieldsProps {
  item: TypedItem
  services: readonly OrderService[]
  /** Name of the first field, to which a fault leads. */
  fieldName?: string | undefined
  onChange: (item: TypedItem) => void
}

/** The fields of an item that reception adds. */
export function ItemFields({ item, services, fieldName, onChange }: ItemFieldsProps) {
  const fitting = services.filter(({ categories }) => categories.includes(item.category))
  const change = (patch: Partial<TypedItem>) => onChange({ ...item, ...patch })
  return (
    <div className={shared.stack4}>
      <LineField
        label="名称"
        name={fieldName}
        maxLength={ORDER_MAX.statedName}
        value={item.name}
        onChange={(name) => change({ name })}
      />
      <div className={styles.row}>
        <Field label="类别">
          <Select
            options={CATEGORY_OPTIONS}
            value={item.category}
            onChange={({ target }) => change({ category: target.value as CertificateCategory, services: [] })}
          />
        </Field>
        <LineField
          label="件数"
          isFigures
          inputMode="numeric"
          value={item.count}
          onChange={(count) => change({ count })}
        />
        <LineField
          label="声明价值（元）"
          hint="空着即“未声明”"
          isFigures
          inputMode="decimal"
          value={item.value}
          onChange={(value) => change({ value })}
        />
      </div>
      <CheckGroup
        legend="项目"
        choices={fitting.map((service) => ({ value: service.code, label: describeService(service) }))}
        chosen={item.services}
        onChange={(chosen) => change({ services: chosen })}
        error={fitting.length === 0 ? '价目里没有这一类别的项目' : undefined}
      />
    </div>
  )
}

/** @returns `null` while something is missing or wrong */
export function toStatedItem({ name, category, count, value, services }: TypedItem): StatedItem | null {
  const statedName = name.trim()
  const pieces = readCount(count)
  const declaredCents = value.trim() === '' ? null : readCents(value)
  const isValueWrong = value.trim() !== '' && declaredCents === null
  if (statedName === '' || pieces === null || isValueWrong || services.length === 0) return null
  return { statedName, category, count: pieces, serviceCodes: services, declaredCents }
}
