import { Plus } from '@lucide/icons'
import { readNumber } from '@portal/contract/numbers/typed-numbers.ts'
import { formatYuan } from '@portal/contract/orders/order-services.ts'
import type { OwnOrder } from '@portal/contract/orders/order-shapes.ts'
import { DEFAULT_HOURS } from '@portal/contract/site/working-time.ts'
import { useEffect, useRef } from 'react'
import { useLoaderData } from 'react-router-dom'
import { defineLoader, optional } from '#lib/api/define-loader.ts'
import { deferredPart } from '#lib/parts/deferred-part.ts'
import { useSession } from '#lib/session.ts'
import { useFreshForUser } from '#lib/use-fresh-for-user.ts'
import { Container } from '#ui/container.tsx'
import { ButtonLink } from '#ui/forms/button.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { MembersOnly } from '#ui/members-only.tsx'
import shared from '#ui/shared.module.css'
import { TextLink } from '#ui/text-link.tsx'
import { OrderHead } from '../order-head.tsx'
import { describeOwnOrder, isPickupExpired } from '../order-standing.ts'
import styles from '../progress/progress.module.css'
import { SixSteps } from '../six-steps.tsx'

const TITLE = '我的委托'
const PATH = '/my-orders'
const CRUMB = [{ text: '个人主页', to: '/user' }, { text: TITLE }]

const OwnProgress = deferredPart(async () => (await import('./own-progress.tsx')).OwnProgress)

/** `?no=` opens an order of the list. */
export const loader = defineLoader(async ({ api, query, request }) => {
  // `null` on the server, which has no user; a visitor has no orders.
  const readAs = useSession.getState().user?.id ?? null
  if (readAs === null) return { orders: null, opened: null, isMissing: false, hours: DEFAULT_HOURS, nowMs: 0, readAs }
  const number = readNumber('order', query.get('no') ?? '')
  const [orders, opened, table] = await Promise.all([
    api.call('GET /v1/orders'),
    // An address may name an order of another account.
    number.kind === 'right'
      ? optional(
          api.call('GET /v1/orders/{orderNo}', { params: { orderNo: number.number }, quiet: true }),
          null,
          request,
        )
      : null,
    optional(api.call('GET /v1/orders/table', { quiet: true }), null, request),
  ])
  const isMissing = number.kind === 'right' && opened === null
  return { orders, opened, isMissing, hours: table ?? DEFAULT_HOURS, nowMs: Date.now(), readAs }
})

export const meta = () => ({ title: TITLE, canonical: PATH, isHidden: true })

export function Component() {
  const { orders, opened, isMissing, hours, nowMs, readAs } = useLoaderData<typeof loader>()
  useFreshForUser(readAs)
  const headingRef = useRef<HTMLHeadingElement>(null)
  const openedNo = opened?.orderNo
  useEffect(() => {
    if (openedNo) headingRef.current?.focus()
  }, [openedNo])
  return (
    <>
      <OrderHead crumb={CRUMB} title={TITLE} lead="登录后提交的委托单，只有您可见。" />
      <Container className={styles.ownRoot}>
        {orders === null && <MembersOnly title="登录后查看自己的委托单" purpose="查看委托单" />}
        {isMissing && (
          <p className={styles.viewNews} role="alert">
            您的账号下没有这张委托单。没有登录时提交的，请
            <TextLink to="/orders/progress">凭单号与查询码查进度</TextLink>。
          </p>
        )}
        {opened && <OwnProgress progress={opened} hours={hours} nowMs={nowMs} headingRef={headingRef} key={openedNo} />}
        {orders && <OrderList orders={orders} openedNo={openedNo} nowMs={nowMs} />}
      </Container>
    </>
  )
}

interface OrderListProps {
  orders: readonly OwnOrder[]
  openedNo: string | undefined
  nowMs: number
}

function OrderList({ orders, openedNo, nowMs }: OrderListProps) {
  if (orders.length === 0) {
    return (
      <EmptyState title="还没有委托单" link={{ to: '/orders/new', text: '预约送检' }}>
        <p className={shared.soft}>登录后预约送检，委托单会列在这里；没有登录时提交的，凭单号与查询码查进度。</p>
      </EmptyState>
    )
  }
  return (
    <section className={styles.ownList} aria-label="委托单">
      <div className={styles.ownSummary}>
        <p className={shared.soft}>
          <b>{orders.length}</b> 张委托单
        </p>
        <ButtonLink icon={Plus} to="/orders/new">
          预约送检
        </ButtonLink>
      </div>
      <ul>
        {orders.map((order) => (
          <OrderRow order={order} nowMs={nowMs} isOpen={order.orderNo === openedNo} key={order.orderNo} />
        ))}
      </ul>
    </section>
  )
}

function OrderRow({ order, nowMs, isOpen }: { order: OwnOrder; nowMs: number; isOpen: boolean }) {
  const { orderNo, firstName, items, totalCents, state } = order
  const standing = describeOwnOrder(order)
  const isEnded = standing.tone === 'off'
  const to = `${PATH}?no=${orderNo}`
  return (
    <li className={styles.ownRow}>
      <div className={shared.mayShrink}>
        <p className={styles.ownState} data-tone={standing.tone}>
          {standing.title}
        </p>
        <h2 className={styles.ownName}>
          <Link to={to} aria-current={isOpen ? 'true' : undefined}>
            {items > 1 ? `${firstName}等 ${items} 件` : firstName}
          </Link>
        </h2>
        <p className={styles.ownFacts}>
          <span>{orderNo}</span>
          <span>{formatYuan(totalCents)}</span>
          <span>{describeDay(order, isEnded)}</span>
        </p>
      </div>
      {isEnded && state !== 'closed' ? <span /> : <SixSteps standing={standing} isSmall />}
      <ButtonLink variant="outline" to={to}>
        {getAct(order, nowMs)}
      </ButtonLink>
    </li>
  )
}

/** The day that matters most in a state. */
function describeDay({ state, dueOn, createTime, readyTime }: OwnOrder, isEnded: boolean): string {
  if (state === 'ready' && readyTime) return `备好 ${readyTime.slice(5, 10)}`
  if (isEnded || !dueOn) return `${createTime.slice(0, 10)} 预约`
  return `${state === 'announced' ? '预计可领' : '应可领'} ${dueOn.slice(5)}`
}

/** Name of what the customer does most often in a state. */
function getAct({ state, questions, wayBack, readyTime }: OwnOrder, nowMs: number): string {
  if (questions > 0) return '看问题'
  if (state === 'ready' && wayBack === 'counter' && !isPickupExpired({ readyTime }, nowMs)) return '看取件码'
  return state === 'announced' ? '查看或取消' : '查看'
}
