import { PackageCheck } from '@lucide/icons'
import type { ManagedOrder } from '@portal/contract/orders/manage-orders.ts'
import { Link, useLoaderData } from 'react-router-dom'
import { defineLoader } from '#lib/api/define-loader.ts'
import { formatClock } from '#lib/format.ts'
import { KeyCaps } from '#manage/controls/keys/key-caps.tsx'
import { useKeys } from '#manage/controls/keys/use-keys.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { Column, Columns } from '#manage/controls/layout/panel.tsx'
import { BottomBar } from '#manage/controls/saving/bottom-bar.tsx'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { CustomerPanel } from '../shared/customer-panel.tsx'
import { isReady, OrderMark } from '../shared/order-words.tsx'
import { ConditionPanel } from './condition-panel.tsx'
import { GivenPanel } from './given-panel.tsx'
import { PROOF_NAMES, toProof } from './recipient.ts'
import { RecipientPanel } from './recipient-panel.tsx'
import { useHandOut } from './use-hand-out.ts'
import { WeighPanel } from './weigh-panel.tsx'
import { isBeyond } from './weighing.ts'

export const loader = defineLoader(async ({ api, params }) => ({
  order: await api.call('GET /v1/manage/orders/{orderNo}', { params: { orderNo: params.orderNo ?? '' } }),
}))

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
  const beyond = weighings.filter(isBeyond).length
  const stay = ready.length - leaving.length
  const missing = [
    toProof(recipient) === null && PROOF_NAMES[recipient.kind],
    leaving.length === 0 && '复称相符的样品',
    state.unpaidReason !== null && !state.hasReason && '收款，或先交付的原因',
  ].filter(Boolean)
  const isComplete = missing.length === 0
  const isSent = items.every(({ place }) => place !== 'collected')

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
          title={order.state === 'closed' ? `已全部${isSent ? '寄出' : '领回'}` : '没有可领的样品'}
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
                edit={edit}
                events={order.events}
                mayReport={toProof(recipient) !== null && !isBusy}
                onReport={state.report}
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
              <CustomerPanel order={order} />
            </Column>
          </Columns>
          <BottomBar
            state={<b>{beyond > 0 ? `${beyond} 件超出` : `${leaving.length} 件可交付`}</b>}
            note={[
              missing.length > 0 && `还缺：${missing.join('、')}`,
              edit.storedAtMs !== null && `草稿已存本机 ${formatClock(edit.storedAtMs)}`,
            ]
              .filter(Boolean)
              .join('；')}
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
