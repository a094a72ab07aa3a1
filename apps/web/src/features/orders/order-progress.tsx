import { ORDER_PRIORITIES, PAYMENT_STATES, WAYS_BACK, WAYS_IN } from '@portal/contract/orders/order-rules.ts'
import type { OrderProgress } from '@portal/contract/orders/order-shapes.ts'
import type { OpeningHours } from '@portal/contract/site/working-time.ts'
import { toWireDate } from '@portal/contract/time.ts'
import { type ReactNode, type Ref, useId } from 'react'
import { formatDateTime, formatMonthDay, formatWeekday, type WireDate } from '#lib/format.ts'
import { Drawing } from '#ui/figures/drawing.tsx'
import { Icon } from '#ui/icon.tsx'
import { FactList } from '#ui/lists/fact-list.tsx'
import shared from '#ui/shared.module.css'
import { TextLink } from '#ui/text-link.tsx'
import { DayRuler } from './day-ruler.tsx'
import { FeeList } from './fee-list.tsx'
import { CATEGORY_DRAWINGS } from './item-look.ts'
import { listRulerDays } from './order-estimate.ts'
import { describeItem, describeOrder, isOut, isPickupExpired, isReceived, type OrderItem } from './order-standing.ts'
import styles from './progress/progress.module.css'
import { SixSteps } from './six-steps.tsx'

interface OrderProgressProps {
  progress: OrderProgress
  hours: OpeningHours
  /** Time of the answer, epoch ms. */
  nowMs: number
  headingRef?: Ref<HTMLHeadingElement>
  /** Mass of each item at reception, g, which only the member sees; `null` until it was weighed. */
  massesG?: readonly (string | null)[]
  /** What came of an answer or a cancellation, such as a confirmation. */
  news?: ReactNode
  /** Questions that the customer has to answer. */
  questions?: ReactNode
  /** Boxes beside the items, such as the one that cancels the order. */
  children?: ReactNode
}

/** Progress of an order: its state, the six steps, items, fees and facts. */
export function OrderProgressView({
  progress,
  hours,
  nowMs,
  headingRef,
  massesG,
  news,
  questions,
  children,
}: OrderProgressProps) {
  const { orderNo, items, fees, totalCents, state } = progress
  const id = useId()
  const standing = describeOrder(progress)
  const from = progress.receiveTime?.slice(0, 10)
  const hasRuler = state === 'received' && from !== undefined && progress.dueOn !== null
  return (
    <article className={styles.viewRoot} aria-labelledby={id}>
      <header className={styles.viewHead} data-tone={standing.tone}>
        <div>
          <p className={styles.viewNumber}>{orderNo}</p>
          <h2 className={styles.viewTitle} id={id} ref={headingRef} tabIndex={headingRef ? -1 : undefined}>
            <Icon of={standing.icon} sizePx={30} />
            {standing.title}
          </h2>
          <p className={styles.viewLead}>{describeNext(progress, nowMs)}</p>
        </div>
        <When progress={progress} hours={hours} nowMs={nowMs} />
      </header>
      {news}
      {standing.tone !== 'off' || state === 'closed' ? (
        <SixSteps standing={standing} notes={listStepNotes(progress)} />
      ) : null}
      {questions}
      <div className={styles.viewColumns}>
        <section aria-label="样品">
          <h3 className={styles.viewSubtitle}>样品</h3>
          <ul>
            {items.map((item, at) => (
              <ItemRow item={item} massG={massesG?.[at] ?? null} orderState={state} key={item.item} />
            ))}
          </ul>
        </section>
        <div className={shared.stack5}>
          {hasRuler && (
            <section aria-label="工作日">
              <h3 className={styles.viewSubtitle}>工作日</h3>
              <DayRuler
                hours={hours}
                from={from}
                dueOn={progress.dueOn ?? from}
                today={toWireDate(nowMs)}
                words={['收样', '应可领']}
              />
            </section>
          )}
          <section className={styles.viewBox} aria-label="这张委托单">
            <h3 className={styles.viewBoxTitle}>这张委托单</h3>
            <FactList size="small" facts={listFacts(progress)} className={styles.viewFacts} />
            <FeeList fees={fees} items={items.length} totalCents={totalCents} />
          </section>
          {children}
        </div>
      </div>
    </article>
  )
}

interface ItemRowProps {
  item: OrderItem
  massG: string | null
  orderState: OrderProgress['state']
}

function ItemRow({ item, massG, orderState }: ItemRowProps) {
  const { word, mark } = describeItem(item, orderState)
  const { name, tone } = CATEGORY_DRAWINGS[item.category]
  return (
    <li className={styles.viewItem}>
      <span className={styles.viewPicture}>
        <Drawing name={name} tone={tone} />
      </span>
      <div className={shared.mayShrink}>
        <h4 className={styles.viewName}>
          {item.statedName}
          {item.count > 1 && `，${item.count} 件`}
        </h4>
        <p className={shared.quiet}>
          <span className={styles.viewSample}>{item.sampleNo}</span>
          {massG && <span className={styles.viewDue}>收样 {massG} g</span>}
          {item.dueOn && !isOut(item) && item.work !== 'done' && (
            <span className={styles.viewDue}>应可领 {item.dueOn.slice(5)}</span>
          )}
          {item.certificateNo && (
            <span className={styles.viewDue}>
              证书 <TextLink to={`/certificate-check?no=${item.certificateNo}`}>{item.certificateNo}</TextLink>
            </span>
          )}
        </p>
        {item.reason && <p className={shared.quiet}>原因：{item.reason}</p>}
      </div>
      <span className={styles.viewMark} data-mark={mark}>
        {word}
      </span>
    </li>
  )
}

/** The day that matters most, at the right of the heading. */
function When({ progress, hours, nowMs }: Pick<OrderProgressProps, 'progress' | 'hours' | 'nowMs'>) {
  const { state, dueOn, readyTime, closeTime, items } = progress
  const isHeld = items.some((item) => item.isHeld)
  const day = {
    announced: dueOn,
    received: dueOn,
    ready: readyTime,
    closed: closeTime,
    cancelled: closeTime,
    expired: null,
  }[state]
  if (!day) return null
  const label = { ...DAY_LABELS, closed: items.some(({ place }) => place === 'shipped') ? '寄出' : '领回' }
  return (
    <p className={styles.viewWhen}>
      <small>{label[state]}</small>
      <b>{formatMonthDay(day)}</b>
      <small>
        {formatWeekday(day)}
        {state === 'received' && (isHeld ? '，答复前暂停' : describeLeft(hours, toWireDate(nowMs), day))}
        {state === 'announced' && '，自收样日起算'}
      </small>
    </p>
  )
}

const DAY_LABELS = {
  announced: '预计可领',
  received: '应可领',
  ready: '备好',
  cancelled: '取消',
  expired: '',
} as const

function describeLeft(hours: OpeningHours, today: string, dueOn: string): string {
  if (today > dueOn) return ''
  if (today === dueOn) return '，就是今天'
  const left = listRulerDays(hours, today, dueOn).filter(({ day, isOpen }) => isOpen && day > today && day <= dueOn)
  return `，还剩 ${left.length} 个工作日`
}

/** Formats `11-20 09:26`. */
const formatShortTime = (time: WireDate) => formatDateTime(time).slice(5)

function listStepNotes({
  createTime,
  receiveTime,
  readyTime,
  closeTime,
  items,
  state,
}: OrderProgress): (string | undefined)[] {
  const count = (work: OrderItem['work']) => items.filter((item) => item.work === work && isReceived(item)).length
  const note = (number: number, word: string) =>
    state === 'received' && number > 0 ? `${number} 件${word}` : undefined
  const isReady = state === 'ready' || state === 'closed'
  const out = items.filter(isOut).length
  return [
    formatShortTime(createTime),
    receiveTime ? formatShortTime(receiveTime) : undefined,
    note(count('testing'), '检测中'),
    note(count('review'), '待复核'),
    note(count('done'), '检毕') ?? (isReady && readyTime ? formatShortTime(readyTime) : undefined),
    state === 'closed' ? formatShortTime(closeTime) : out > 0 ? `${out} 件已交还` : undefined,
  ]
}

function listFacts({ state, items, wayIn, wayBack, priority, payment, carrier, trackingNo }: OrderProgress) {
  return [
    { name: '样品', value: `${items.length} 件` },
    { name: '送来', value: WAYS_IN[wayIn] },
    { name: '领回', value: WAYS_BACK[wayBack] },
    { name: '时限', value: ORDER_PRIORITIES[priority] },
    { name: '付款', value: state === 'cancelled' || state === 'expired' ? '' : PAYMENT_STATES[payment] },
    { name: '快递', value: [carrier, trackingNo].filter(Boolean).join(' ') },
  ].filter(({ value }) => value !== '')
}

function describeReturn({ wayBack, readyTime }: OrderProgress, nowMs: number): string {
  if (wayBack === 'courier') return '将按约定寄回。'
  return isPickupExpired({ readyTime }, nowMs)
    ? '取件码已过期，请带身份证件到店领取。'
    : '请带取件码或身份证件到店领取。'
}

/** Says what happens next, or what the customer can do. */
function describeNext(progress: OrderProgress, nowMs: number): string {
  const { state, items, wayIn, carrier, trackingNo } = progress
  const missing = items.filter(({ work }) => work === 'announced').length
  const out = items.filter(isOut).length
  switch (state) {
    case 'announced':
      return wayIn === 'counter'
        ? '请带样品与证件到店，报委托单号。样品送达前可随时取消。'
        : '请保价寄出样品，包裹外只写委托单号。样品送达前可随时取消。'
    case 'received':
      if (items.some(({ isHeld }) => isHeld)) return '有样品需要您答复，答复之前这件的时限暂停，其余照常检测。'
      return missing > 0 ? `${missing} 件还未送达，其余已收下。` : '样品都已收下，正在办理。'
    case 'ready':
      return [
        out > 0 && `${out} 件已交还，`,
        missing > 0 && `${missing} 件还未送达，`,
        out + missing > 0 ? '其余已备好。' : '样品都已备好。',
        describeReturn(progress, nowMs),
      ]
        .filter(Boolean)
        .join('')
    case 'closed':
      if (!items.some(isReceived)) return '样品没有收下，请与本中心联系。'
      return carrier ? `样品已寄出，${[carrier, trackingNo].filter(Boolean).join(' ')}。` : '样品已领取。'
    case 'cancelled':
      return '这张委托单在样品送达前取消，不收费。'
    case 'expired':
      return '样品没有按时送达，不收费。仍要送检请重新预约，或来电。'
  }
}
