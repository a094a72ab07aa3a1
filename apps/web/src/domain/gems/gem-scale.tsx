import type { GemRange } from './gem-facts.ts'
import styles from './gem-scale.module.css'

/** An axis for the values of all gems; no unit. */
interface GemAxis {
  name: string
  from: number
  to: number
  /** Steps of ticks; major ones are at multiples of `major`. */
  step: number
  major: number
}

type GemProperty = 'refractiveIndex' | 'hardness'

const AXES: Readonly<Record<GemProperty, GemAxis>> = {
  // Extends from below opal (1.45) to above moissanite (2.69), which is often mistaken for diamond (2.417).
  refractiveIndex: { name: '折射率', from: 1.4, to: 2.7, step: 0.1, major: 0.5 },
  // Mohs scale: 1 is talc, 10 is diamond.
  hardness: { name: '硬度', from: 1, to: 10, step: 1, major: 5 },
}

/** Units of the drawing, which is stretched to full width. */
const WIDTH = 1000
const HEIGHT = 8
/** Minimum width of a mark, for single values. */
const MIN_WIDTH = 24

export interface GemScaleProps {
  property: GemProperty
  range: GemRange
  /** Shown after the value: 点测. */
  note?: string | undefined
}

/** A property with its value on a small axis; a row of a `<dl>`. */
export function GemScale({ property, range, note }: GemScaleProps) {
  const axis = AXES[property]
  const { x, width } = markOn(axis, range)
  return (
    <div className={styles.root}>
      <dt>{axis.name}</dt>
      <dd className={styles.value}>
        {range.text}
        {note && ` ${note}`}
      </dd>
      <dd className={styles.scale}>
        <svg
          className={styles.drawing}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`标尺 ${axis.from}–${axis.to}`}
        >
          <path d={TICKS[property]} className={styles.ticks} vectorEffect="non-scaling-stroke" />
          <rect x={x} width={width} y="0" height={HEIGHT} className={styles.mark} />
        </svg>
      </dd>
    </div>
  )
}

function toX({ from, to }: GemAxis, value: number): number {
  return ((Math.min(to, Math.max(from, value)) - from) / (to - from)) * WIDTH
}

function markOn(axis: GemAxis, { min, max }: GemRange): { x: number; width: number } {
  const [start, end] = [toX(axis, min), toX(axis, max)]
  const width = Math.max(MIN_WIDTH, end - start)
  const x = Math.min(WIDTH - width, Math.max(0, (start + end - width) / 2))
  return { x: Math.round(x), width: Math.round(width) }
}

function drawTicks(axis: GemAxis): string {
  const steps = Math.round((axis.to - axis.from) / axis.step)
  const ticks = Array.from({ length: steps + 1 }, (_, index) => {
    const value = axis.from + index * axis.step
    const isMajor = Math.abs(value / axis.major - Math.round(value / axis.major)) < 1e-6
    return `M${Math.round(toX(axis, value))} ${HEIGHT}V${isMajor ? 1 : 4}`
  })
  return `M0 ${HEIGHT}H${WIDTH}${ticks.join('')}`
}

const TICKS: Readonly<Record<GemProperty, string>> = {
  refractiveIndex: drawTicks(AXES.refractiveIndex),
  hardness: drawTicks(AXES.hardness),
}
