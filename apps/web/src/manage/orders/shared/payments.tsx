import type { ManagedOrder, Payment } from '@portal/contract/orders/manage-orders.ts'
import {
  ORDER_MAX,
  PAYMENT_STATES,
  PAYMENT_WAYS,
  type PaymentState,
  type PaymentWay,
} from '@portal/contract/orders/order-rules.ts'
import { formatYuan, sumByService } from '@portal/contract/orders/order-services.ts'
import { toWireDate } from '@portal/contract/time.ts'
import { useState } from 'react'
import { readCents } from '#domain/orders/typed-values.ts'
import { useApi } from '#lib/api/api-context.ts'
import { DangerDialog } from '#manage/controls/dialogs/danger-dialog.tsx'
import { Field } from '#manage/controls/forms/field.tsx'
import { Select } from '#manage/controls/forms/inputs.tsx'
import { LineField } from '#manage/controls/forms/line-field.tsx'
import { StatusMark, type StatusShape } from '#manage/controls/values/status-mark.tsx'
import { Button } from '#ui/forms/button.tsx'
import styles from './payments.module.css'
import { useStep } from './use-step.ts'

const SHAPES: Readonly<Record<PaymentState, StatusShape>> = {
  unpaid: 'wait',
  partly: 'wait',
  paid: 'live',
  invoiced: 'time',
}

export function PaymentMark({ state }: { state: PaymentState }) {
  return <StatusMark shape={SHAPES[state]}>{PAYMENT_STATES[state]}</StatusMark>
}

/** Computes what is still to be paid, CNY cents; negative: too much was paid. */
export function computeOpenCents({ totalCents, payments }: Pick<ManagedOrder, 'totalCents' | 'payments'>): number {
  return payments.reduce((left, { cents, struck }) => (struck === null ? left - cents : left), totalCents)
}

/** Reads a payment, or with a minus a refund, in CNY. @returns cents, or `null` for other text and 0 */
export function readPayment(typed: string): number | null {
  const [sign, amount] = /^\s*[-−－]/.test(typed) ? [-1, typed.trim().slice(1)] : [1, typed]
  return sign * (readCents(amount) ?? 0) || null
}

const WAY_OPTIONS = (Object.keys(PAYMENT_WAYS) as PaymentWay[]).map((value) => ({ value, label: PAYMENT_WAYS[value] }))

/** Notes money that the customer paid. A second attempt with the same form changes nothing. */
export function PaymentDialog({ order, onClose }: { order: ManagedOrder; onClose: () => void }) {
  const api = useApi()
  const runStep = useStep()
  const open = computeOpenCents(order)
  const [ref] = useState(() => crypto.randomUUID())
  const [amount, setAmount] = useState(open > 0 ? String(open / 100) : '')
  const [way, setWay] = useState<PaymentWay>('code')
  const [day, setDay] = useState(() => toWireDate(Date.now()))
  const [voucher, setVoucher] = useState('')
  const cents = readPayment(amount)
  const note = () => {
    const body = { cents: cents ?? 0, way, day, ref, ...(voucher.trim() && { voucher: voucher.trim() }) }
    const params = { orderNo: order.orderNo }
    return runStep(() => api.call('POST /v1/manage/orders/{orderNo}/payments', { params, body }), '已记收款')
  }
  return (
    <DangerDialog
      title={`记收款：${order.orderNo}`}
      verb="记收款"
      keep="取消"
      isHarmless
      isIncomplete={cents === null || day === ''}
      onConfirm={note}
      onClose={onClose}
    >
      <p>这里只作记录，不经手款项。退款写负数；记错的由负责人划去，原记录保留。</p>
      <div className={styles.fields}>
        <LineField
          label="金额（元）"
          error={amount !== '' && cents === null ? '请填金额，至多两位小数' : undefined}
          isFigures
          inputMode="decimal"
          value={amount}
          onChange={setAmount}
        />
        <Field label="方式">
          <Select options={WAY_OPTIONS} value={way} onChange={({ target }) => setWay(target.value as PaymentWay)} />
        </Field>
        <LineField label="收款日" type="date" value={day} onChange={setDay} />
        <LineField label="凭证号" isOptional maxLength={ORDER_MAX.voucher} value={voucher} onChange={setVoucher} />
      </div>
    </DangerDialog>
  )
}

interface PaymentLinesProps {
  order: ManagedOrder
  /** Strikes out a payment; given to owners. */
  onStrike?: ((payment: Payment) => void) | undefined
}

function describePayment({ day, way, name, voucher, struck }: Payment): string {
  const parts = [`${day.slice(5)} ${PAYMENT_WAYS[way]}`, `${name}记`, voucher, struck && `划去：${struck}`]
  return parts.filter(Boolean).join('，')
}

/** Fees above this number are summed by service. */
const FEES_SHOWN = 20

/** Fees, what was paid, and what is still open. */
export function PaymentLines({ order, onStrike }: PaymentLinesProps) {
  const { fees, payments, totalCents } = order
  const isSummed = fees.length > FEES_SHOWN
  const lines = isSummed ? sumByService(fees) : fees
  const open = computeOpenCents(order)
  return (
    <dl className={styles.lines}>
      {lines.map(({ item, code, name, units, cents }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fee has no key of its own, and fees are only added
        <div key={`${at} ${code}`}>
          <dt>{isSummed ? `${name} × ${units}` : item === null ? name : `${name}，样品 ${item}`}</dt>
          <dd>{formatYuan(cents)}</dd>
        </div>
      ))}
      <div className={styles.total}>
        <dt>合计</dt>
        <dd>{formatYuan(totalCents)}</dd>
      </div>
      {payments.map((payment) => (
        <div key={payment.id} data-struck={payment.struck !== null || undefined}>
          <dt>{describePayment(payment)}</dt>
          <dd>{formatYuan(-payment.cents)}</dd>
          {onStrike && payment.struck === null && (
            <Button variant="quiet" aria-label={`划去：${describePayment(payment)}`} onClick={() => onStrike(payment)}>
              划去…
            </Button>
          )}
        </div>
      ))}
      {open !== 0 && payments.length > 0 && (
        <div className={styles.open}>
          <dt>{open > 0 ? '待付' : '多付'}</dt>
          <dd>{formatYuan(Math.abs(open))}</dd>
        </div>
      )}
    </dl>
  )
}
