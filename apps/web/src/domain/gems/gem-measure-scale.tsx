import { toHundredths } from '#lib/format.ts'
import { type GemAxis, type GemMeasured, listMajorTicks, listMinorTicks, MOHS_MINERALS, toPercent } from './gem-axes.ts'
import type { GemRange } from './gem-facts.ts'
import styles from './gem-measure-scale.module.css'
import type { GemMeasure } from './gem-sheet.ts'

export interface GemMeasureScaleProps {
  property: GemMeasured
  /** Name of the property: 折射率. */
  name: string
  measure: GemMeasure
  /** Result of `gemAxisFor`, the same for all compared stones. */
  axis: GemAxis
  /** Form for tables: lower, with numbers at the ends only. */
  isCompact?: boolean
}

/** Vertical positions, px; horizontal ones are in percent, so that text and marks keep their size. */
const LINE_PX = 34
const LABEL_PX = 51
const COMPACT_LINE_PX = 16
const COMPACT_LABEL_PX = 31
const MAJOR_PX = 12
const MINOR_PX = 6
const MARK_PX = 22
/** Minimum width of a mark, for single values. */
const MIN_MARK_PX = 3

/** An axis with a value marked, and its tolerance in a paler colour. */
export function GemMeasureScale({ property, name, measure, axis, isCompact = false }: GemMeasureScaleProps) {
  const { range, spread } = measure
  const linePx = isCompact ? COMPACT_LINE_PX : LINE_PX
  const markPx = isCompact ? MAJOR_PX : MARK_PX
  const [from, to] = [toPercent(axis, range.min), toPercent(axis, range.max)]
  const [low, high] = [toPercent(axis, spread.min), toPercent(axis, spread.max)]
  return (
    <svg
      className={styles.root}
      data-compact={isCompact || undefined}
      data-scale={isCompact ? undefined : property}
      role="img"
      aria-label={`${name} ${range.text}，标尺 ${formatLabel(axis, axis.from)}–${formatLabel(axis, axis.to)}`}
    >
      <Ticks axis={axis} linePx={linePx} />
      {spread.max > spread.min && (
        <rect
          className={styles.spread}
          x={`${low}%`}
          width={`${toHundredths(high - low)}%`}
          y={linePx - 10}
          height="10"
        />
      )}
      {/* The first rectangle is as wide as the range; the second is a line that is visible at any width. */}
      <rect
        className={styles.mark}
        x={`${from}%`}
        width={`${toHundredths(to - from)}%`}
        y={linePx - markPx}
        height={markPx}
      />
      <svg x={`${toHundredths((from + to) / 2)}%`} overflow="visible" aria-hidden="true">
        <rect className={styles.mark} x={-MIN_MARK_PX / 2} width={MIN_MARK_PX} y={linePx - markPx} height={markPx} />
        {!isCompact && <path className={styles.mark} d="M-6 2h12l-6 8z" />}
      </svg>
      <Numbers axis={axis} range={range} isCompact={isCompact} />
      {property === 'hardness' && !isCompact && <Minerals axis={axis} range={range} />}
    </svg>
  )
}

function Ticks({ axis, linePx }: { axis: GemAxis; linePx: number }) {
  const drawTick = (heightPx: number) => (value: number) =>
    `M${Math.round(toPercent(axis, value) * 10)} ${linePx}v-${heightPx}`
  const path = [
    `M0 ${linePx}H1000`,
    ...listMinorTicks(axis).map(drawTick(MINOR_PX)),
    ...listMajorTicks(axis).map(drawTick(MAJOR_PX)),
  ]
  return (
    <svg
      width="100%"
      height="56"
      viewBox="0 0 1000 56"
      preserveAspectRatio="none"
      overflow="visible"
      aria-hidden="true"
    >
      <path className={styles.line} d={path.join('')} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}

function Numbers({ axis, range, isCompact }: { axis: GemAxis; range: GemRange; isCompact: boolean }) {
  const shown = isCompact ? [axis.from, axis.to] : listMajorTicks(axis)
  return shown.map((value) => (
    <text
      className={styles.number}
      data-current={(!isCompact && isIn(range, value)) || undefined}
      key={value}
      x={`${toPercent(axis, value)}%`}
      y={isCompact ? COMPACT_LABEL_PX : LABEL_PX}
    >
      {formatLabel(axis, value)}
    </text>
  ))
}

function Minerals({ axis, range }: { axis: GemAxis; range: GemRange }) {
  return MOHS_MINERALS.map((mineral, index) => (
    <text
      className={styles.mineral}
      data-current={isIn(range, index + 1) || undefined}
      key={mineral}
      x={`${toPercent(axis, index + 1)}%`}
      y={LABEL_PX}
    >
      {mineral}
    </text>
  ))
}

function isIn({ min, max }: GemRange, value: number): boolean {
  return min <= value && value <= max
}

function formatLabel({ decimals }: GemAxis, value: number): string {
  return value.toFixed(decimals)
}
