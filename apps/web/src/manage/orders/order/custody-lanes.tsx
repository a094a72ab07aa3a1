import type { ManagedOrder } from '@portal/contract/orders/manage-orders.ts'
import type { OpeningHours } from '@portal/contract/site/working-time.ts'
import { toInstantMs } from '@portal/contract/time.ts'
import { formatShortNo } from '#domain/orders/short-number.ts'
import { formatClock } from '#lib/format.ts'
import { useMinutes } from '#lib/use-clock.ts'
import { useWidth } from '#manage/controls/charts/use-width.ts'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { describePlace } from '../shared/order-words.tsx'
import { type CustodyPath, listCustodyPaths, listLanes } from './custody-paths.ts'
import styles from './order.module.css'
import { createTimeAxis, type TimeAxis } from './time-axis.ts'

const LEFT = 96
const RIGHT = 16
const TOP = 34
const LANE_PX = 30
const LEAST_PX = 820
/** Samples that are drawn; the list has all. */
const DRAWN_MAX = 6
/** Kinds of lines. */
const KINDS = 3
/** Distance between the lines of two samples in one lane, px. */
const STEP_PX = 4
const CLOSING_HOUR = '17:00'

/** Diagram of where each sample was, over working time. The list 经过 has the same events as text. */
export function CustodyLanes({ order, hours }: { order: ManagedOrder; hours: OpeningHours }) {
  const paths = listCustodyPaths(order)
  const firstMs = Math.min(...paths.flatMap(({ stays }) => stays[0]?.atMs ?? []))
  if (paths.length === 0) return null
  return (
    <Panel title="保管链" note={paths.length > DRAWN_MAX && `只画前 ${DRAWN_MAX} 件，其余见经过`}>
      <Lanes order={order} hours={hours} drawn={paths.slice(0, DRAWN_MAX)} firstMs={firstMs} />
    </Panel>
  )
}

interface LanesProps {
  order: ManagedOrder
  hours: OpeningHours
  drawn: readonly CustodyPath[]
  /** The first hand-over, epoch ms. */
  firstMs: number
}

function Lanes({ order, hours, drawn, firstMs }: LanesProps) {
  const { ref, widthPx } = useWidth()
  const nowMs = useMinutes() || firstMs
  const lanes = listLanes(drawn)
  const width = Math.max(LEAST_PX, widthPx)
  const height = TOP + lanes.length * LANE_PX + 22
  const closedMs = toInstantMs(order.closeTime)
  const dueMs = toInstantMs(order.dueOn && `${order.dueOn} ${CLOSING_HOUR}`)
  const untilMs = closedMs ?? nowMs
  const span = { beginMs: firstMs - 30 * 60_000, endMs: Math.max(untilMs, closedMs ? 0 : (dueMs ?? 0)) + 30 * 60_000 }
  const axis = createTimeAxis(hours, { ...span, left: LEFT, width: width - LEFT - RIGHT })
  const toY = (lane: string) => TOP + (lanes.indexOf(lane) + 0.5) * LANE_PX
  const nowX = axis.toX(untilMs)
  const words = drawn
    .map(({ sampleNo }) => {
      const item = order.items.find((other) => other.sampleNo === sampleNo)
      return `${formatShortNo(sampleNo)} ${item ? describePlace(item) : ''}`
    })
    .join('；')
  return (
    <div ref={ref}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways, so it must be reachable by keyboard */}
      <section className={styles.lanes} tabIndex={0} aria-label="保管链图">
        <svg
          className={styles.drawing}
          width={width}
          height={height}
          role="img"
          aria-label={`${closedMs ? '结束时' : '现在'}：${words}。各次交接见“经过”。`}
        >
          <Grid axis={axis} lanes={lanes} toY={toY} width={width} height={height} />
          {drawn.map((path, at) => (
            <PathLine
              key={path.sampleNo}
              path={path}
              kind={at % KINDS}
              shift={(at - (drawn.length - 1) / 2) * STEP_PX}
              axis={axis}
              toY={toY}
              untilMs={untilMs}
            />
          ))}
          {!closedMs && (
            <>
              <path className={styles.now} d={`M${nowX} ${TOP - 14}V${height - 20}`} />
              <text className={styles.nowWords} x={nowX} y={TOP - 20} textAnchor="middle">
                现在 {formatClock(nowMs)}
              </text>
            </>
          )}
        </svg>
      </section>
      <ul className={styles.legend}>
        {drawn.map(({ sampleNo }, at) => (
          <li key={sampleNo}>
            <svg viewBox="0 0 32 4" aria-hidden="true">
              <path className={styles.item} data-kind={at % KINDS} d="M0 2H32" />
            </svg>
            {formatShortNo(sampleNo)} {order.items.find((item) => item.sampleNo === sampleNo)?.statedName}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface GridProps {
  axis: TimeAxis
  lanes: readonly string[]
  toY: (lane: string) => number
  width: number
  height: number
}

function Grid({ axis, lanes, toY, width, height }: GridProps) {
  const bottom = height - 20
  return (
    <>
      <defs>
        <pattern id="closed-days" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path className={styles.hatch} d="M0 0V6" />
        </pattern>
      </defs>
      {axis.gaps.map(({ x, width: gapWidth }) => (
        <rect className={styles.gap} key={x} x={x} y={TOP} width={gapWidth} height={bottom - TOP} />
      ))}
      {axis.days.map(({ x, name }) => (
        <g key={x}>
          <path className={styles.day} d={`M${x} ${TOP - 6}V${bottom}`} />
          <text x={x} y={height - 6} textAnchor={x > width - 40 ? 'end' : 'start'}>
            {name}
          </text>
        </g>
      ))}
      {lanes.map((lane) => (
        <g key={lane}>
          <path className={styles.lane} d={`M${LEFT} ${toY(lane)}H${width - RIGHT}`} />
          <text className={styles.laneName} x={0} y={toY(lane) + 4}>
            {lane}
          </text>
        </g>
      ))}
    </>
  )
}

interface PathLineProps {
  path: CustodyPath
  kind: number
  /** Distance from the middle of the lane, px. */
  shift: number
  axis: TimeAxis
  toY: (lane: string) => number
  untilMs: number
}

/** The line of a sample, with a dot at each hand-over and a box while a question was open. */
function PathLine({ path: { stays, holds }, kind, shift, axis, toY, untilMs }: PathLineProps) {
  const points = stays.map(({ lane, atMs }) => ({ x: axis.toX(atMs), y: toY(lane) + shift }))
  const line = points.map(({ x, y }, at) => (at === 0 ? `M${LEFT} ${toY('委托方') + shift}H${x}V${y}` : `H${x}V${y}`))
  const last = stays.at(-1)
  const isOut = last?.lane === '委托方'
  return (
    <>
      {holds.map(({ lane, fromMs, untilMs: endMs }) => {
        const [x, end] = [axis.toX(fromMs), axis.toX(endMs ?? untilMs)]
        return (
          <g key={fromMs}>
            <rect className={styles.hold} x={x} y={toY(lane) - 10} width={Math.max(2, end - x)} height={20} />
            <text className={styles.holdWords} x={x + 4} y={toY(lane) - 14}>
              等答复
            </text>
          </g>
        )
      })}
      <g className={styles.item} data-kind={kind}>
        <path d={`${line.join('')}${isOut ? '' : `H${axis.toX(untilMs)}`}`} />
        {points.map(({ x, y }) => (
          <circle key={x} cx={x} cy={y} r={3} />
        ))}
      </g>
    </>
  )
}
