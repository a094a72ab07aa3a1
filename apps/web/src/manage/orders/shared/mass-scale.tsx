import { formatTenthMg } from '@portal/contract/orders/mass-tolerance.ts'
import styles from './mass-scale.module.css'

const WIDTH = 236
const EDGE = 8
/** Ticks of the axis. The band of allowed masses takes the middle half of it. */
const TICKS = 20

interface MassScaleProps {
  /** Expected mass and allowed difference, in units of 0.1 mg. */
  expected: number
  allowed: number
  /** Mass as read, in units of 0.1 mg; `null` before it is known. */
  mass: number | null
  /** What the drawing shows, in words. */
  label: string
  /** Words above the band. With them, the axis has numbers. */
  bandLabel?: string
}

/** A scale with the allowed masses as a band, and the mass as a triangle. A mass beyond the scale stands at its end. */
export function MassScale({ expected, allowed, mass, label, bandLabel }: MassScaleProps) {
  const length = WIDTH - 2 * EDGE
  const axisY = bandLabel === undefined ? 20 : 40
  const share = mass === null ? 0.5 : (mass - expected) / (4 * allowed) + 0.5
  const at = EDGE + length * Math.min(1, Math.max(0, share))
  const isWithin = mass !== null && Math.abs(mass - expected) <= allowed
  const ticks = Array.from({ length: TICKS + 1 }, (_none, tick) => {
    const height = tick % 5 === 0 ? 9 : 5
    return `M${EDGE + (length * tick) / TICKS} ${axisY - height}V${axisY}`
  })
  return (
    <svg
      className={styles.root}
      viewBox={`0 0 ${WIDTH} ${axisY + (bandLabel ? 18 : 10)}`}
      role="img"
      aria-label={label}
    >
      <rect className={styles.band} x={EDGE + length / 4} y={axisY - 16} width={length / 2} height={9} />
      <path className={styles.axis} d={`M${EDGE} ${axisY}H${WIDTH - EDGE}${ticks.join('')}`} />
      {mass !== null && (
        <path
          className={styles.mark}
          data-beyond={!isWithin || undefined}
          d={`M${at} ${axisY - 20}V${axisY}l-5 8h10l-5 -8z`}
        />
      )}
      {bandLabel !== undefined && (
        <>
          <text className={styles.text} x={WIDTH / 2} y={14} textAnchor="middle">
            {bandLabel}
          </text>
          <text className={styles.text} x={EDGE} y={axisY + 17}>
            {formatTenthMg(expected - 2 * allowed)}
          </text>
          <text className={styles.text} x={WIDTH - EDGE} y={axisY + 17} textAnchor="end">
            {formatTenthMg(expected + 2 * allowed)}
          </text>
        </>
      )}
    </svg>
  )
}
