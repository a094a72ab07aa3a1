import type { ManagedOrder } from '@portal/contract/orders/manage-orders.ts'
import { formatShortTime } from '#manage/controls/values/short-time.ts'
import { Timeline } from '#manage/controls/values/timeline.tsx'
import styles from './order.module.css'
import { describeEvent, findHolders, formatEventSample, formatKind, listChain, readMove } from './order-events.ts'

/** The custody chain, newest first. */
export function CustodyChain({ order: { events } }: { order: ManagedOrder }) {
  const holders = findHolders(events)
  return (
    <Timeline
      entries={events
        .map((event) => {
          const { from, to } = readMove(event, holders.get(event))
          return {
            key: event.sha256,
            text: [formatEventSample(event), formatKind(event.kind), from && to && from !== to && `${from} → ${to}`]
              .filter(Boolean)
              .join('　'),
            note: (
              <>
                {formatShortTime(event.time)}　{event.name}
                {describeEvent(event) && `　${describeEvent(event)}`}
                <code className={styles.digest} title={event.sha256}>
                  {event.sha256.slice(0, 16)}
                </code>
              </>
            ),
          }
        })
        .reverse()}
    />
  )
}

/** The chain on paper, for an assessor: every event with its whole digest, oldest first. */
export function PrintedChain({ order }: { order: ManagedOrder }) {
  const { orderNo, customerName, events } = order
  const [heads = [], ...rows] = listChain(order)
  return (
    <section className={styles.printed}>
      <h1>保管链 {orderNo}</h1>
      <p>委托方 {customerName}。每条的摘要同时写在操作记录里，与之同链封存。</p>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={events[row]?.sha256}>
              {cells.map((cell, at) => (
                <td key={heads[at]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
