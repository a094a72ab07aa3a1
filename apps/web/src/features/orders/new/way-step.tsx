import {
  ORDER_MAX,
  ORDER_PRIORITIES,
  type OrderPriority,
  WAYS_BACK,
  WAYS_IN,
} from '@portal/contract/orders/order-rules.ts'
import { formatYuan } from '@portal/contract/orders/order-services.ts'
import type { ReactNode } from 'react'
import { formatMonthDay } from '#lib/format.ts'
import { useSession } from '#lib/session.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button } from '#ui/forms/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { estimateOrder } from '../order-estimate.ts'
import { ChoiceCard } from './choice-card.tsx'
import styles from './new-order.module.css'
import { toPricedItems } from './order-draft.ts'
import type { OrderForm } from './use-order-form.ts'

const WAY_IN_NOTES = { counter: '当面验看、称重，约 10 分钟', courier: '须保价；包裹上只写委托单号，不写内容' } as const
const WAY_BACK_NOTES = { counter: '凭取件码，或身份证件', courier: '保价，邮费到付；寄出后告知单号' } as const

/** Ways in and back, priority, and the customer. */
export function WayStep({ form }: { form: OrderForm }) {
  const { draft } = form
  const isHydrated = useHydrated()
  const ownEmail = useSession(({ user }) => user?.email)
  const text = (name: string, maxLength: number) => ({ ...form.field(name), maxLength })
  // A form without scripts is sent before the page knows the chosen way.
  const hasAddress = !isHydrated || draft.wayBack === 'courier'
  return (
    <>
      <Choices form={form} name="wayIn" legend="怎么送来" names={WAYS_IN} notes={WAY_IN_NOTES} />
      <Priorities form={form} />
      <Choices form={form} name="wayBack" legend="怎么领回" names={WAYS_BACK} notes={WAY_BACK_NOTES}>
        {hasAddress && (
          <Field
            {...text('address', ORDER_MAX.address)}
            label={isHydrated ? '收件地址' : '收件地址（快递寄回时填）'}
            hint="省市、街道、门牌、收件人与电话"
            autoComplete="street-address"
          />
        )}
      </Choices>
      <fieldset className={styles.waySection}>
        <legend className={styles.wayLegend}>委托方</legend>
        <div className={styles.wayPair}>
          <Field {...text('customerName', ORDER_MAX.name)} label="姓名或单位" autoComplete="name" required />
          <Field {...text('phone', ORDER_MAX.phone)} label="手机或电话" type="tel" autoComplete="tel" required />
          <Field
            {...text('email', ORDER_MAX.email)}
            label="邮箱（可不填）"
            hint="可领、需答复时发邮件；没有邮箱请留意进度页与电话"
            type="email"
            autoComplete="email"
            action={
              ownEmail &&
              draft.email.trim() === '' && (
                <Button variant="outline" onClick={() => form.change({ email: ownEmail })}>
                  用账号邮箱
                </Button>
              )
            }
          />
          <Field
            {...text('collectors', (ORDER_MAX.collector + 1) * ORDER_MAX.collectors)}
            label="可代领的人（可不填）"
            placeholder="王代领、李小满"
            hint={`至多 ${ORDER_MAX.collectors} 人，姓名用顿号“、”隔开；没有取件码时，只有您与他们能凭证件领取`}
            autoComplete="off"
          />
        </div>
      </fieldset>
    </>
  )
}

interface ChoicesProps<Name extends string> {
  form: OrderForm
  name: 'wayIn' | 'wayBack'
  legend: string
  names: Readonly<Record<Name, string>>
  notes: Readonly<Record<Name, string>>
  children?: ReactNode
}

function Choices<Name extends string>({ form, name, legend, names, notes, children }: ChoicesProps<Name>) {
  return (
    <fieldset className={styles.waySection}>
      <legend className={styles.wayLegend}>{legend}</legend>
      <div className={styles.wayPair}>
        {(Object.keys(names) as Name[]).map((value) => (
          <ChoiceCard
            type="radio"
            name={name}
            value={value}
            isChecked={form.draft[name] === (value as string)}
            onChange={() => form.change({ [name]: value })}
            title={names[value]}
            note={notes[value]}
            key={value}
          />
        ))}
      </div>
      {children}
    </fieldset>
  )
}

/** Priorities with their day and surcharge. */
function Priorities({ form }: { form: OrderForm }) {
  const { draft, table, estimate, nowMs } = form
  const estimates = (Object.keys(ORDER_PRIORITIES) as OrderPriority[]).map((priority) => ({
    priority,
    ...estimateOrder(table, toPricedItems(draft), priority, nowMs),
  }))
  const [normal] = estimates
  if (!normal || estimate.fees.length === 0) return null
  return (
    <fieldset className={styles.waySection}>
      <legend className={styles.wayLegend}>多快</legend>
      <div className={styles.wayPair}>
        {estimates.map(({ priority, due, totalCents }) => (
          <ChoiceCard
            type="radio"
            name="priority"
            value={priority}
            isChecked={draft.priority === priority}
            onChange={() => form.change({ priority })}
            title={ORDER_PRIORITIES[priority]}
            note={[due && `${formatMonthDay(due.dueOn)}可领`, priority === 'urgent' && `费用加 ${table.urgentPercent}%`]
              .filter(Boolean)
              .join('，')}
            {...(totalCents > normal.totalCents && { price: `+${formatYuan(totalCents - normal.totalCents)}` })}
            key={priority}
          />
        ))}
      </div>
    </fieldset>
  )
}
