import { toWireDateTime } from '@portal/contract/time.ts'
import { type KeyboardEvent, useId } from 'react'
import { computeAxisMarks, describeShownState, findShownAt, hasHours, type Shown } from './shown-times.ts'
import styles from './time-ruler.module.css'

const WIDTH = 1000
const INSET = 20
const BAND = { y: 34, height: 26 }
const AXIS_Y = 66
/** Minimum width of a band with a label. */
const WORDED_MIN = 56

interface TimeRulerProps {
  times: readonly Shown[]
  atMs: number
  onMove: (atMs: number) => void
}

/**
 * A time ruler of the content that holders of the code saw, with a marker that is dragged or clicked. The arrow keys go to the
 * previous and the next change, Home and End to both ends.
 */
export function TimeRuler({ times, atMs, onMove }: TimeRulerProps) {
  const id = useId()
  const [fromMs, toMs] = [times[0]?.fromMs ?? 0, times.at(-1)?.toMs ?? 0]
  const spanMs = Math.max(toMs - fromMs, 1)
  const toX = (ms: number) => INSET + ((ms - fromMs) / spanMs) * (WIDTH - 2 * INSET)
  const current = findShownAt(times, atMs)
  const words = `${toWireDateTime(atMs).slice(0, 16)}，${current ? describeShownState(current) : ''}`

  const moveByKey = (event: KeyboardEvent) => {
    const to = {
      ArrowLeft: times.findLast(({ fromMs: change }) => change < atMs)?.fromMs ?? fromMs,
      ArrowRight: times.find(({ fromMs: change }) => change > atMs)?.fromMs ?? toMs,
      Home: fromMs,
      End: toMs,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    onMove(to)
  }
  return (
    <div className={styles.root}>
      <div className={styles.ruler}>
        <svg className={styles.drawing} viewBox={`0 0 ${WIDTH} 100`} aria-hidden="true">
          {times.map((time) => (
            <Band
              key={time.fromMs}
              time={time}
              isCurrent={time === current}
              x={toX(time.fromMs)}
              end={toX(time.toMs)}
            />
          ))}
          <Axis fromMs={fromMs} toMs={toMs} toX={toX} />
          <path className={styles.marker} d={`M${toX(atMs)} 24V${AXIS_Y}`} />
          <path className={styles.head} d={`M${toX(atMs) - 5} 16h10l-5 9z`} />
          <text
            className={styles.moment}
            x={toX(atMs) > WIDTH - 130 ? toX(atMs) - 9 : toX(atMs) + 9}
            y="25"
            textAnchor={toX(atMs) > WIDTH - 130 ? 'end' : 'start'}
          >
            {toWireDateTime(atMs).slice(5, 16)}
          </text>
        </svg>
        <input
          className={styles.input}
          type="range"
          min={fromMs}
          max={toMs}
          step={Math.max(1, Math.round(spanMs / 1000))}
          value={atMs}
          aria-label="时刻"
          aria-valuetext={words}
          aria-describedby={id}
          onChange={({ target }) => onMove(Number(target.value))}
          onKeyDown={moveByKey}
        />
      </div>
      <p className={styles.help} id={id}>
        点选或拖动时刻；← → 到上一次、下一次变动
      </p>
    </div>
  )
}

function Band({ time, isCurrent, x, end }: { time: Shown; isCurrent: boolean; x: number; end: number }) {
  const width = Math.max(end - x, 3)
  const words = describeShownState(time)
  return (
    <g className={styles.band} data-state={time.state} data-current={isCurrent || undefined}>
      <title>{words}</title>
      <rect x={x} y={BAND.y} width={width} height={BAND.height} />
      {width >= WORDED_MIN && (
        <text x={x + width / 2} y={BAND.y + 18} textAnchor="middle">
          {width >= words.length * 13 ? words : words.slice(0, Math.floor(width / 14))}
        </text>
      )}
    </g>
  )
}

function Axis({ fromMs, toMs, toX }: { fromMs: number; toMs: number; toX: (ms: number) => number }) {
  const { stepMs, marks } = computeAxisMarks(fromMs, toMs)
  const format = (ms: number) =>
    hasHours(stepMs) ? toWireDateTime(ms).slice(5, 16) : toWireDateTime(ms).slice(stepMs > 300 * 86_400_000 ? 0 : 5, 10)
  return (
    <g className={styles.axis}>
      <path d={`M${INSET} ${AXIS_Y}H${WIDTH - INSET}`} />
      {marks.map((ms) => (
        <g key={ms}>
          <path d={`M${toX(ms)} ${AXIS_Y}v8`} />
          <text x={toX(ms)} y={AXIS_Y + 24} textAnchor="middle">
            {format(ms)}
          </text>
        </g>
      ))}
    </g>
  )
}
