import type { ReactNode } from 'react'
import { formatNumber } from '#lib/format.ts'
import styles from './chart.module.css'
import { chooseLabelledDays, computeGridValues, formatShortDay } from './scale.ts'
import { useWidth } from './use-width.ts'

/** Narrower charts show the last two weeks only. */
const NARROW_PX = 480
const NARROW_DAYS = 14

/** Distances from the edges to the drawing, px. */
const EDGE = { left: 44, right: 4, top: 14, bottom: 22 } as const

/** Geometry of the plot, px. */
export interface Plot {
  /** Index of the first day that fits. */
  from: number
  left: number
  right: number
  bottom: number
  /** Width of a day. */
  stepPx: number
  /** Computes the top of a bar of this value. */
  toY: (value: number) => number
}

interface ChartFrameProps {
  days: readonly string[]
  /** Finds the greatest value of the days from an index. */
  findGreatest: (from: number) => number
  heightPx: number
  /** Accessible description of the result. */
  label: string
  children: (plot: Plot) => ReactNode
}

/** Axes and grid of a chart by day, drawn for the available width, so that its texts are never scaled. */
export function ChartFrame({ days, findGreatest, heightPx, label, children }: ChartFrameProps) {
  const { ref, widthPx } = useWidth()
  const from = widthPx < NARROW_PX ? Math.max(0, days.length - NARROW_DAYS) : 0
  const shown = days.slice(from)
  const grid = computeGridValues(findGreatest(from))
  const top = grid.at(-1) ?? 1
  const [right, bottom] = [widthPx - EDGE.right, heightPx - EDGE.bottom]
  const stepPx = (right - EDGE.left) / shown.length
  const toY = (value: number) => round(bottom - (value / top) * (bottom - EDGE.top))
  const labelled = chooseLabelledDays(shown.length, right - EDGE.left)
  return (
    <div className={styles.root} ref={ref}>
      <svg className={styles.chart} width={widthPx} height={heightPx} role="img" aria-label={label}>
        {grid.map((value) => (
          <g key={value}>
            <path className={value === 0 ? styles.axis : styles.line} d={`M${EDGE.left} ${toY(value)}H${right}`} />
            <text x={EDGE.left - 8} y={toY(value) + 4} textAnchor="end">
              {formatNumber(value)}
            </text>
          </g>
        ))}
        {shown.map((day, at) => {
          const x = round(EDGE.left + (at + 0.5) * stepPx)
          return (
            <g key={day}>
              <path className={styles.axis} d={`M${x} ${bottom}v4`} />
              {labelled.has(at) && (
                <text x={Math.min(x, right - 16)} y={bottom + 18} textAnchor="middle">
                  {formatShortDay(day)}
                </text>
              )}
            </g>
          )
        })}
        {children({ from, left: EDGE.left, right, bottom, stepPx, toY: toY })}
      </svg>
    </div>
  )
}

/** Rounds to a tenth of a pixel. */
export function round(px: number): number {
  return Math.round(px * 10) / 10
}
