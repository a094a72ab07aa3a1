import { DAY_MS, HOUR_MS, MINUTE_MS } from '@portal/contract/constants.ts'
import { toInstantMs } from '@portal/contract/time.ts'
import { useTexts } from '../texts/texts.tsx'
import styles from './time-left.module.css'

interface TimeLeftProps {
  /** Start, in the form `2026-11-20 10:42` like the end. */
  startTime: string
  endTime: string
  nowMs: number
}

/** Size of the ruler. */
const WIDTH = 560
const HEIGHT = 28
const BASELINE = 18
/** Number of short ticks between two long ones. */
const PARTS = 4

/** Remaining time of a share, on a ruler of its days. */
export function TimeLeft({ startTime, endTime, nowMs }: TimeLeftProps) {
  const { time: texts } = useTexts('sharePage')
  const startMs = toInstantMs(startTime) ?? nowMs
  const endMs = toInstantMs(endTime) ?? nowMs
  const days = Math.max(1, Math.round((endMs - startMs) / DAY_MS))
  const leftMs = Math.max(0, endMs - nowMs)
  const left = texts.leftWords(
    Math.floor(leftMs / DAY_MS),
    Math.floor((leftMs % DAY_MS) / HOUR_MS),
    Math.floor((leftMs % HOUR_MS) / MINUTE_MS),
  )
  // A share of one day has a ruler of hours.
  const steps = days === 1 ? 24 : days
  const passed = Math.min(1, Math.max(0, (nowMs - startMs) / (endMs - startMs)))
  const parts = days === 7 ? PARTS : 1
  const ticks = Array.from({ length: steps * parts + 1 }, (_, nth) => {
    const x = 1 + (nth / (steps * parts)) * (WIDTH - 2)
    const isLong = nth % parts === 0 && (days !== 1 || nth % 6 === 0) && (days !== 30 || nth % 5 === 0)
    return `M${x.toFixed(1)} ${BASELINE}v${isLong ? -13 : -6}`
  })
  const at = 1 + passed * (WIDTH - 2)
  return (
    <section className={styles.root} aria-label={texts.label}>
      <Fact name={texts.until} value={texts.dateTime(endTime)} />
      <svg
        className={styles.ruler}
        viewBox={`-8 0 ${WIDTH + 16} ${HEIGHT}`}
        role="img"
        aria-label={texts.ruler(days, left)}
      >
        <path className={styles.ticks} d={`M0 ${BASELINE}h${WIDTH}${ticks.join('')}`} />
        <path className={styles.mark} d={`M${at} ${BASELINE + 1}l6 8h-12z`} />
      </svg>
      <Fact name={texts.left} value={left} />
      <Fact name={texts.since} value={texts.date(startTime)} isLast />
    </section>
  )
}

function Fact({ name, value, isLast = false }: { name: string; value: string; isLast?: boolean }) {
  return (
    <div className={isLast ? styles.since : undefined}>
      <small className={styles.name}>{name}</small>
      <b className={styles.value}>{value}</b>
    </div>
  )
}
