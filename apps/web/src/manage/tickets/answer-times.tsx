import { HOUR_MS } from '@portal/contract/constants.ts'
import type { AnswerTimes } from '@portal/contract/tickets/ticket-shapes.ts'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { Facts } from '#manage/controls/values/facts.tsx'
import styles from './answer-times.module.css'
import { formatHours } from './ticket-words.ts'

const [WIDTH, BASE] = [216, 41]
/** Hours between two long ticks. */
const STEP = 4

/** Times until first answers in the last 30 days: median, 90th percentile, and the limit. */
export function AnswerTimesPanel({ times }: { times: AnswerTimes }) {
  const { answered, medianMs, p90Ms, longestMs, late } = times
  return (
    <Panel title="首次答复用时" note="近 30 天，工作小时">
      {medianMs === null || p90Ms === null || longestMs === null ? (
        <p className={styles.none}>近 30 天没有答复</p>
      ) : (
        <>
          <Chart limitMs={times.allowedMs} medianMs={medianMs} p90Ms={p90Ms} longestMs={longestMs} />
          <Facts
            of={[
              ['中位', formatHours(medianMs)],
              ['九成在', `${formatHours(p90Ms)}内`],
              ['超时', `${late} 件，共 ${answered} 件`],
            ]}
          />
        </>
      )}
    </Panel>
  )
}

interface ChartProps {
  limitMs: number
  medianMs: number
  p90Ms: number
  longestMs: number
}

function Chart({ limitMs, medianMs, p90Ms, longestMs }: ChartProps) {
  const limit = limitMs / HOUR_MS
  const scaleHours = Math.ceil((limit * 1.5) / STEP) * STEP
  const toX = (ms: number) => Math.min(WIDTH, (ms / HOUR_MS / scaleHours) * WIDTH)
  const ticks = Array.from({ length: scaleHours + 1 }, (_none, hour) => hour)
  const [x, end] = [toX(medianMs), toX(p90Ms)]
  const words =
    `近 30 天首次答复用时：中位 ${formatHours(medianMs)}，九成在 ${formatHours(p90Ms)}内，` +
    `最长 ${formatHours(longestMs)}；时限 ${limit} 工作小时`
  return (
    <svg className={styles.chart} viewBox={`0 0 ${WIDTH} 66`} role="img" aria-label={words}>
      <rect className={styles.band} x="0" y="36" width={Math.max(1, end)} height="5" />
      <path className={styles.axis} d={`M0 ${BASE}H${WIDTH}`} />
      {ticks.map((hour) => (
        <path
          className={styles.axis}
          key={hour}
          d={`M${(hour / scaleHours) * WIDTH} ${BASE}v${hour % STEP === 0 ? -10 : -5}`}
        />
      ))}
      <path className={styles.median} d={`M${x} 42l-5 7h10z`} />
      <path className={styles.limit} d={`M${toX(limitMs)} 18V46`} />
      {longestMs > limitMs && <circle className={styles.longest} cx={toX(longestMs)} cy="38" r="3" />}
      <text className={styles.limitText} x={toX(limitMs)} y="12">
        时限 {limit}
      </text>
      <text className={styles.text} x="0" y="62">
        0 时
      </text>
      <text className={styles.end} x={WIDTH} y="62">
        {scaleHours}
      </text>
    </svg>
  )
}
