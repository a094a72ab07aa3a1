import { toInstantMs } from '@portal/contract/time.ts'
import styles from './span-ruler.module.css'

interface Span {
  label: string
  from: string | null
  until: string | null
}

const DAY_MS = 86_400_000
const [DAYS_BACK, DAYS_SHOWN] = [8, 128]
/** Size and baseline of the drawing. */
const [WIDTH, HEIGHT, BASE] = [512, 68, 44]

/** Start and end of bulletin and lantern on one calendar that begins last week. */
export function SpanRuler({ spans }: { spans: readonly Span[] }) {
  const nowMs = Date.now()
  const startMs = Math.floor(nowMs / DAY_MS) * DAY_MS - DAYS_BACK * DAY_MS
  const toX = (instantMs: number) =>
    Math.min(WIDTH, Math.max(0, ((instantMs - startMs) / (DAYS_SHOWN * DAY_MS)) * WIDTH))
  const days = Array.from({ length: DAYS_SHOWN / 2 }, (_none, at) => startMs + at * 2 * DAY_MS)
  const months = Array.from({ length: DAYS_SHOWN }, (_none, at) => startMs + at * DAY_MS).filter(
    (dayMs) => new Date(dayMs).getUTCDate() === 1,
  )
  const words = spans.map(({ label, from, until }) => `${label} ${from ?? '已开始'} 至 ${until ?? '不限'}`)
  return (
    <svg
      className={styles.root}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={words.join('；') || '没有安排'}
    >
      {days.map((dayMs) => (
        <line key={dayMs} className={styles.tick} x1={toX(dayMs)} x2={toX(dayMs)} y1={BASE - 5} y2={BASE} />
      ))}
      <line className={styles.tick} x1={0} x2={WIDTH} y1={BASE} y2={BASE} />
      {months.map((dayMs) => (
        <g key={dayMs}>
          <line className={styles.tick} x1={toX(dayMs)} x2={toX(dayMs)} y1={BASE - 9} y2={BASE + 8} />
          <text x={toX(dayMs) + 4} y={BASE + 18}>
            {new Date(dayMs).toISOString().slice(5, 10)}
          </text>
        </g>
      ))}
      {spans.map(({ label, from, until }, at) => {
        const begin = toX(toInstantMs(from) ?? startMs)
        const end = toX(toInstantMs(until) ?? startMs + DAYS_SHOWN * DAY_MS)
        return (
          end > begin && (
            <g key={label} data-nth={at} className={styles.span}>
              <rect x={begin} width={end - begin} y={at * 18} height={16} />
              <line x1={begin} x2={begin} y1={at * 18} y2={at * 18 + 16} />
              <text x={begin + 6} y={at * 18 + 12}>
                {label}
              </text>
            </g>
          )
        )
      })}
      <line className={styles.today} x1={toX(nowMs)} x2={toX(nowMs)} y1={0} y2={BASE} />
    </svg>
  )
}
