import styles from './chart.module.css'
import { ChartFrame, type Plot, round } from './chart-frame.tsx'

const HEIGHT_PX = 190

interface LineChartProps {
  days: readonly string[]
  numbers: readonly number[]
  /** Accessible description of the result. */
  label: string
}

/** One number for each day, as a line over its area. */
export function LineChart({ days, numbers, label }: LineChartProps) {
  return (
    <ChartFrame
      days={days}
      findGreatest={(from) => Math.max(0, ...numbers.slice(from))}
      heightPx={HEIGHT_PX}
      label={label}
    >
      {(plot) => {
        const points = computePoints(plot, numbers.slice(plot.from))
        const [first, last] = [points[0], points.at(-1)]
        if (!first || !last) return null
        const line = points.map(([x, y]) => `${x} ${y}`).join('L')
        return (
          <>
            <path className={styles.area} d={`M${first[0]} ${plot.bottom}L${line}L${last[0]} ${plot.bottom}Z`} />
            <path className={styles.curve} d={`M${line}`} />
          </>
        )
      }}
    </ChartFrame>
  )
}

function computePoints({ left, stepPx, toY }: Plot, numbers: readonly number[]): (readonly [number, number])[] {
  return numbers.map((number, at) => [round(left + (at + 0.5) * stepPx), toY(number)])
}
