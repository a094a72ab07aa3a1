import type { ManagedOrder, Payment } from '@portal/contract/orders/manage-orders.ts'
import { ORDER_SOURCES, WAYS_BACK } from '@portal/contract/orders/order-rules.ts'
import { formatYuan } from '@portal/contract/orders/order-services.ts'
import { useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { hasDuty, useSelf } from '#manage/staff/staff-store.ts'
import { Button } from '#ui/forms/button.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { CustomerPanel } from '../shared/customer-panel.tsx'
import { PaymentDialog, PaymentLines, PaymentMark } from '../shared/payments.tsx'
import { useStep } from '../shared/use-step.ts'
import { WordsButton, WordsDialog } from '../shared/words-dialog.tsx'
import styles from './order.module.css'

/** The panels beside the samples: fees, customer, terms, dispute. */
export function OrderPanels({ order }: { order: ManagedOrder }) {
  const { email, wayBack, partner, createTime, readyTime, closeTime } = order
  return (
    <>
      <FeesPanel order={order} />
      <CustomerPanel
        order={order}
        more={[
          ['邮箱', email],
          ['领回', WAYS_BACK[wayBack]],
          ['合作方', partner && <PartnerName partner={partner} />],
          ['合作方单号', partner?.reference ?? null],
          ['来源', ORDER_SOURCES[order.source]],
          ['预约', createTime.slice(0, 16)],
          ['可领', readyTime?.slice(0, 16) ?? null],
          ['完成', closeTime?.slice(0, 16) ?? null],
        ]}
      />
      <TermsPanel terms={order.terms} />
      <DisputePanel order={order} />
    </>
  )
}

function FeesPanel({ order }: { order: ManagedOrder }) {
  const { duties } = useSelf()
  const api = useApi()
  const runStep = useStep()
  const [isPaying, setIsPaying] = useState(false)
  const [struck, setStruck] = useState<Payment | null>(null)
  const strike = ({ id }: Payment, reason: string) => {
    const options = { params: { orderNo: order.orderNo, id }, body: { reason } }
    return runStep(() => api.call('POST /v1/manage/orders/{orderNo}/payments/{id}/strike', options), '已划去')
  }
  return (
    <Panel title="费用" actions={<PaymentMark state={order.payment} />}>
      <PaymentLines order={order} onStrike={hasDuty(duties, ['owner']) ? setStruck : undefined} />
      {hasDuty(duties, ['reception']) && (
        <div className={styles.acts}>
          <Button variant="outline" onClick={() => setIsPaying(true)}>
            记收款…
          </Button>
        </div>
      )}
      {isPaying && <PaymentDialog order={order} onClose={() => setIsPaying(false)} />}
      {struck && (
        <WordsDialog
          title={`划去收款 ${formatYuan(struck.cents)}`}
          verb="划去"
          onConfirm={(reason) => strike(struck, reason)}
          onClose={() => setStruck(null)}
        >
          <p>原记录保留，并写明理由；应收随之改变。</p>
        </WordsDialog>
      )}
    </Panel>
  )
}

/** Opens a dispute, or ends it as an owner. */
function DisputePanel({ order: { orderNo, isDisputed } }: { order: ManagedOrder }) {
  const api = useApi()
  const runStep = useStep()
  const { duties } = useSelf()
  if (isDisputed && !hasDuty(duties, ['owner']))
    return <Panel title="异议">有未了结的异议或复称超出，由负责人办理。</Panel>
  const [verb, key] = isDisputed
    ? (['了结异议', 'POST /v1/manage/orders/{orderNo}/dispute/settle'] as const)
    : (['登记异议', 'POST /v1/manage/orders/{orderNo}/dispute'] as const)
  return (
    <Panel title="异议">
      <p>
        {isDisputed ? '有未了结的异议或复称超出。' : '委托方对状况、质量或结果有异议时登记，负责人会收到通知与待办。'}
      </p>
      <div className={styles.acts}>
        <WordsButton
          title={`${verb}：${orderNo}`}
          verb={verb}
          label={isDisputed ? '结果' : '委托方所述'}
          isHarmless
          onConfirm={(text) => runStep(() => api.call(key, { params: { orderNo }, body: { text } }), `已${verb}`)}
        />
      </div>
    </Panel>
  )
}

function PartnerName({ partner: { id, name } }: { partner: NonNullable<ManagedOrder['partner']> }) {
  const { duties } = useSelf()
  return hasDuty(duties, ['owner']) ? <TextLink to={`/partners/${id}`}>{name}</TextLink> : name
}

/** The conditions as the customer accepted them; a later change of the settings does not reach an order. */
function TermsPanel({ terms }: { terms: string }) {
  if (terms === '') return null
  return (
    <Panel title="送检须知" note="预约时的版本">
      <details>
        <summary>展开全文</summary>
        <p className={styles.terms}>{terms}</p>
      </details>
    </Panel>
  )
}
