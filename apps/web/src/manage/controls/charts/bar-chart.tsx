import { useId } from 'react'
import styles from './chart.module.css'
import { ChartFrame, type Plot, round } from './chart-frame.tsx'

/** Share of a day's width that its bar takes. */
const BAR_SHARE = 0.76
const HEIGHT_PX = 246

/** Fill that distinguishes a kind, in addition to its colour. */
export type Fill = 'solid' | 'hatched' | 'outline' | 'full'

export interface BarSeries {
  name: string
  fill: Fill
  numbers: readonly number[]
}

interface BarChartProps {
  days: readonly string[]
  /** Series from the axis upwards. */
  series: readonly BarSeries[]
  /** Accessible description of the result. */
  label: string
  /** Explanation of one day, by its index in `days`. */
  remark?: { at: number; text: string } | undefined
}

/** Stacked bars by day. */
export function BarChart({ days, series, label, remark }: BarChartProps) {
  const hatchId = useId()
  const sums = days.map((_day, at) => series.reduce((sum, { numbers }) => sum + (numbers[at] ?? 0), 0))
  return (
    <ChartFrame
      days={days}
      findGreatest={(from) => Math.max(0, ...sums.slice(from))}
      heightPx={HEIGHT_PX}
      label={label}
    >
      {(plot) => (
        <>
          <defs>
            <pattern id={hatchId} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <path className={styles.hatch} d="M0 0V4" />
            </pattern>
          </defs>
          {days.slice(plot.from).map((day, at) => (
            <Bar key={day} at={at} plot={plot} series={series} hatchId={hatchId} />
          ))}
          {remark && remark.at >= plot.from && (
            <Remark plot={plot} at={remark.at - plot.from} top={plot.toY(sums[remark.at] ?? 0)} text={remark.text} />
          )}
        </>
      )}
    </ChartFrame>
  )
}

interface BarProps {
  at: number
  plot: Plot
  series: readonly BarSeries[]
  hatchId: string
}

function Bar({ at, plot, series, hatchId }: BarProps) {
  const x = round(plot.left + (at + (1 - BAR_SHARE) / 2) * plot.stepPx)
  const width = round(Math.max(1, plot.stepPx * BAR_SHARE))
  let below = 0
  return series.map(({ name, fill, numbers }) => {
    const value = numbers[plot.from + at] ?? 0
    if (value === 0) return null
    const bottom = plot.toY(below)
    below += value
    const top = plot.toY(below)
    return (
      <rect
        key={name}
        className={styles[fill]}
        fill={fill === 'hatched' ? `url(#${hatchId})` : undefined}
        x={x}
        y={top}
        width={width}
        height={round(bottom - top)}
      />
    )
  })
}

/** A line upwards from a bar, and a text beside its end. */
function Remark({ plot, at, top, text }: { plot: Plot; at: number; top: number; text: string }) {
  const x = round(plot.left + (at + 0.5) * plot.stepPx)
  const isRight = x > (plot.left + plot.right) / 2
  return (
    <g>
      <path className={styles.remark} d={`M${x} ${Math.max(8, top - 2)}V8`} />
      <text className={styles.remarkText} x={x + (isRight ? -6 : 6)} y={12} textAnchor={isRight ? 'end' : 'start'}>
        {text}
      </text>
    </g>
  )
}
