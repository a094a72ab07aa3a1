import { PackageCheck } from '@lucide/icons'
import { CODE } from '@portal/contract/errors.ts'
import type { ManagedOrder } from '@portal/contract/orders/manage-orders.ts'
import { ORDER_MAX, type PaymentState } from '@portal/contract/orders/order-rules.ts'
import { formatYuan } from '@portal/contract/orders/order-services.ts'
import { Fragment, useState } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router-dom'
import { formatShortNo } from '#domain/orders/short-number.ts'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { defineLoader } from '#lib/api/define-loader.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { formatClock } from '#lib/format.ts'
import { showToast } from '#lib/toasts.ts'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextInput } from '#manage/controls/forms/inputs.tsx'
import { KeyCaps } from '#manage/controls/keys/key-caps.tsx'
import { useKeys } from '#manage/controls/keys/use-keys.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { Column, Columns, Panel } from '#manage/controls/layout/panel.tsx'
import { BottomBar } from '#manage/controls/saving/bottom-bar.tsx'
import { useEdit } from '#manage/controls/saving/use-edit.ts'
import { Facts } from '#manage/controls/values/facts.tsx'
import { useDraftKey } from '#manage/staff/staff-store.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { readDivision, rememberDivision } from '../intake/intake-values.ts'
import type { Division } from '../shared/mass-reading.ts'
import { isReady, OrderMark } from '../shared/order-words.tsx'
import { computeOpenCents, PaymentDialog, PaymentMark } from '../shared/payments.tsx'
import { SamplePictures } from '../shared/sample-pictures.tsx'
import { useCertainOutcome } from '../shared/use-certain-outcome.ts'
import { useStep } from '../shared/use-step.ts'
import { REASON_MIN } from '../shared/words-dialog.tsx'
import styles from './hand-out.module.css'
import { makeRecipient, type Recipient, toProof } from './recipient.ts'
import { RecipientPanel } from './recipient-panel.tsx'
import { WeighPanel } from './weigh-panel.tsx'
import { isBeyond, type Weighing, weighItem } from './weighing.ts'

export const loader = defineLoader(async ({ api, params }) => ({
  order: await api.call('GET /v1/manage/orders/{orderNo}', { params: { orderNo: params.orderNo ?? '' } }),
}))

/** What is typed at the balance; it is kept in this browser until the samples have left. */
interface WeighValues {
  masses: Record<string, string>
  kept: string[]
  divisionG: Division
}

/** 发放: who collects, weighing, and the act itself. */
export function Component() {
  const { order } = useLoaderData<typeof loader>()
  return <HandOut key={order.orderNo} order={order} />
}

function HandOut({ order }: { order: ManagedOrder }) {
  const { orderNo, items } = order
  const state = useHandOut(order)
  const { edit, recipient, setRecipient, fault, isOpen, isBusy, handOut, weighings, leaving } = state
  const ready = items.filter(isReady)
  const { masses, kept, divisionG } = edit.values
  const beyond = weighings.filter(isBeyond).length
  const stay = ready.length - leaving.length
  const isComplete =
    toProof(recipient) !== null && leaving.length > 0 && (state.unpaidReason === null || state.hasReason)

  useKeys({ 'Mod+Enter': { words: '交付', run: () => isComplete && handOut() } }, ready.length > 0)
  return (
    <>
      <PageHead
        title={orderNo}
        crumb={<Link to="/reception">收发</Link>}
        marks={<OrderMark state={order.state} />}
        summary={`${order.customerName}，${ready.length} 件可领，共 ${items.length} 件`}
        actions={
          <ButtonLink variant="outline" to={`/orders/${orderNo}`}>
            看委托单
          </ButtonLink>
        }
      />
      {ready.length === 0 ? (
        <Note
          tone={order.state === 'closed' ? 'success' : 'info'}
          title={order.state === 'closed' ? '已全部领回' : '没有可领的样品'}
        >
          {order.state === 'closed' ? '保管链见委托单。' : '检毕并交回收发的样品才能发放。'}
        </Note>
      ) : (
        <>
          <Columns>
            <Column span={8}>
              {isOpen && (
                <Note tone="warning" isLive title="没有收到答复">
                  可能已经交付。填写的内容还在；再按一次会先核对，不会重复办理。
                </Note>
              )}
              <RecipientPanel
                order={order}
                recipient={recipient}
                fault={fault}
                onChange={setRecipient}
                onIdentify={state.identify}
              />
              <WeighPanel
                weighings={weighings}
                others={items.filter((item) => !isReady(item))}
                divisionG={divisionG}
                masses={masses}
                kept={kept}
                mayReport={toProof(recipient) !== null && !isBusy}
                onReport={state.report}
                onDivision={(division) => edit.change({ divisionG: division })}
                onMass={(sampleNo, massG) => edit.change({ masses: { ...masses, [sampleNo]: massG } })}
                onKeep={(sampleNo) =>
                  edit.change({
                    kept: kept.includes(sampleNo) ? kept.filter((other) => other !== sampleNo) : [...kept, sampleNo],
                  })
                }
              />
              <GivenPanel
                order={order}
                leaving={leaving.map(({ item }) => item)}
                unpaidReason={state.unpaidReason}
                onReason={state.setReason}
              />
            </Column>
            <Column span={4}>
              <ConditionPanel order={order} />
            </Column>
          </Columns>
          <BottomBar
            state={<b>{beyond > 0 ? `${beyond} 件超出` : `${leaving.length} 件可交付`}</b>}
            note={edit.storedAtMs !== null && `草稿已存本机 ${formatClock(edit.storedAtMs)}`}
          >
            <ButtonLink variant="outline" to="/reception">
              先不交付
            </ButtonLink>
            <Button icon={PackageCheck} isBusy={isBusy} busyLabel="办理中" disabled={!isComplete} onClick={handOut}>
              {recipient.kind === 'courier' ? '寄出' : '交付'} {leaving.length} 件{stay > 0 && `，${stay} 件留下`}{' '}
              <KeyCaps of="Mod+Enter" />
            </Button>
          </BottomBar>
        </>
      )}
    </>
  )
}

/** States of payment in which a hand-out needs a reason. */
const UNPAID: readonly PaymentState[] = ['unpaid', 'partly']

/** The state of a hand-out, and the act. */
function useHandOut(order: ManagedOrder) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const { orderNo, items } = order
  const [saved] = useState<WeighValues>(() => ({ masses: {}, kept: [], divisionG: readDivision() }))
  const edit = useEdit<WeighValues>({ key: useDraftKey(`hand-out:${orderNo}`), saved, version: 1 })
  const [recipient, setRecipient] = useState<Recipient>(() => makeRecipient(order))
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string>()
  const { isOpen, attempt } = useCertainOutcome(orderNo)
  const runStep = useStep()
  const { masses, kept, divisionG } = edit.values
  const weighings = items.filter(isReady).map((item) => weighItem(item, masses[item.sampleNo] ?? '', divisionG))
  const leaving = weighings.filter(({ item, mayLeave }) => mayLeave && !kept.includes(item.sampleNo))
  const unpaidReason = UNPAID.includes(order.payment) ? reason : null
  const hasReason = reason.trim().length >= REASON_MIN

  const { isBusy, run } = useBusy((reason) => {
    if (!(reason instanceof ApiError)) return
    if (reason.code === CODE.rule) setFault(reason.message)
    if (reason.code === CODE.conflict) {
      showToast('warning', reason.message)
      void revalidate()
    }
  })
  /** Sends samples with their masses. @returns `null` while the recipient is incomplete */
  const send = (given: readonly Weighing[]) => {
    const proof = toProof(recipient)
    if (!proof) return null
    setFault(undefined)
    const body = {
      items: given.map(({ item, massG }) => ({
        sampleNo: item.sampleNo,
        revision: item.revision,
        massG: massG ?? '',
        divisionG,
      })),
      ...proof,
      ...(unpaidReason !== null && hasReason && { unpaidReason: reason.trim() }),
    }
    return () => api.call('POST /v1/manage/orders/{orderNo}/hand-out', { params: { orderNo }, body })
  }
  const give = async () => {
    const call = send(leaving)
    if (!call) return
    const numbers = leaving.map(({ item }) => item.sampleNo)
    const hasLeft = (stored: ManagedOrder) =>
      stored.items.some(({ sampleNo, place }) => numbers.includes(sampleNo) && place !== 'reception')
    const when = await attempt(hasLeft, call)
    const verb = recipient.kind === 'courier' ? '寄出' : '交付'
    showToast('success', when === 'now' ? `已${verb} ${numbers.length} 件` : `上次已${verb}，没有重复办理`)
    rememberDivision(divisionG)
    edit.discard()
    await revalidate()
  }
  /** Upstream refuses these samples, notes their masses and tells the owners. */
  const reportExcess = async (beyond: readonly Weighing[]) => {
    await send(beyond)?.().catch((refusal: unknown) => {
      if (!(refusal instanceof ApiError) || refusal.code !== CODE.rule) throw refusal
      setFault(undefined)
    })
    await revalidate()
  }
  return {
    edit,
    recipient,
    setRecipient,
    /** `null`: the order is paid. */
    unpaidReason,
    hasReason,
    setReason,
    fault,
    isOpen,
    isBusy,
    weighings,
    leaving,
    handOut: () => {
      if (!isBusy) void run(give)
    },
    report: (beyond: readonly Weighing[]) => void run(() => reportExcess(beyond)),
    identify: () => {
      const proof = toProof(recipient)
      if (!proof?.identity) return
      const body = proof.identity
      const call = () => api.call('POST /v1/manage/orders/{orderNo}/identity', { params: { orderNo }, body })
      // The failure has been shown.
      void runStep(call, '已登记，请另一人交付').catch(() => null)
    },
  }
}

interface GivenPanelProps {
  order: ManagedOrder
  leaving: ManagedOrder['items']
  unpaidReason: string | null
  onReason: (reason: string) => void
}

/** Step 三: what leaves, with its certificates, and the fees. */
function GivenPanel({ order, leaving, unpaidReason, onReason }: GivenPanelProps) {
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
            <Field label="先交付的原因" hint="费用没有付清时必填，至少 4 个字；负责人会收到通知">
              <TextInput
                autoComplete="off"
                maxLength={ORDER_MAX.reason}
                value={unpaidReason}
                onChange={({ target }) => onReason(target.value)}
              />
            </Field>
          </>
        )}
      </div>
      {isPaying && <PaymentDialog order={order} onClose={() => setIsPaying(false)} />}
    </Panel>
  )
}

/** How the samples looked at reception, with their pictures, which stay in view. */
function ConditionPanel({ order }: { order: ManagedOrder }) {
  const { customerName, phone, collectors, address, items, receiveTime } = order
  return (
    <>
      <Panel title="收样时" note={receiveTime?.slice(5, 16)}>
        <Facts
          of={items
            .filter(({ massInG }) => massInG !== null)
            .map((item) => [
              formatShortNo(item.sampleNo),
              <Fragment key={item.sampleNo}>
                {[item.marks.join('、'), item.note].filter(Boolean).join('；')}
                <SamplePictures sample={item} />
              </Fragment>,
            ])}
        />
      </Panel>
      <Panel title="委托方">
        <Facts
          of={[
            ['姓名', customerName],
            ['手机', phone],
            ['可代领', collectors.join('、') || '无'],
            ['收件地址', address],
          ]}
        />
      </Panel>
    </>
  )
}
