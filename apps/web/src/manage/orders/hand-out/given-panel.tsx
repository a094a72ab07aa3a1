import type { ManagedOrder } from '@portal/contract/orders/manage-orders.ts'
import { ORDER_MAX } from '@portal/contract/orders/order-rules.ts'
import { formatYuan } from '@portal/contract/orders/order-services.ts'
import { useState } from 'react'
import { formatShortNo } from '#domain/orders/short-number.ts'
import { LineField } from '#manage/controls/forms/line-field.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { Facts } from '#manage/controls/values/facts.tsx'
import { Button } from '#ui/forms/button.tsx'
import { computeOpenCents, PaymentDialog, PaymentMark } from '../shared/payments.tsx'
import styles from './hand-out.module.css'

interface GivenPanelProps {
  order: ManagedOrder
  leaving: ManagedOrder['items']
  unpaidReason: string | null
  onReason: (reason: string) => void
}

/** Step 三: what leaves, with its certificates, and the fees. */
export function GivenPanel({ order, leaving, unpaidReason, onReason }: GivenPanelProps) {
  const [isPaying, setIsPaying] = useState(false)
  const certificates = leaving.flatMap(({ certificateNo }) => certificateNo ?? [])
  return (
    <Panel title="三　交付" note="交付后不能撤回" actions={<PaymentMark state={order.payment} />}>
      <div className={styles.given}>
        <Facts
          of={[
            ['交付', leaving.map(({ sampleNo }) => formatShortNo(sampleNo)).join('、') || '称重相符的样品'],
            ['随样证书', certificates.length > 0 ? certificates.join('、') : '无'],
            ['费用合计', formatYuan(order.totalCents)],
            ['待付', unpaidReason === null ? null : formatYuan(computeOpenCents(order))],
          ]}
        />
        {unpaidReason !== null && (
          <>
            <Button variant="outline" onClick={() => setIsPaying(true)}>
              记收款…
            </Button>
            <LineField
              label="先交付的原因"
              hint="费用没有付清时必填，至少 4 个字；负责人会收到通知"
              maxLength={ORDER_MAX.reason}
              value={unpaidReason}
              onChange={onReason}
            />
          </>
        )}
      </div>
      {isPaying && <PaymentDialog order={order} onClose={() => setIsPaying(false)} />}
    </Panel>
  )
}
