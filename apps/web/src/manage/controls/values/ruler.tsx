import styles from './ruler.module.css'
import { useShare } from './use-share.ts'

export interface RulerProps {
  /** Share of the whole, 0 to 1. */
  share: number
  /** Accessible description: 已用 64%. */
  label: string
  /** Announced as the progress of a long task. */
  isProgress?: boolean
}

/** A ruler in tenths with a mark for the used or finished share. */
export function Ruler({ share, label, isProgress = false }: RulerProps) {
  const ref = useShare<HTMLDivElement>(share)
  if (!isProgress) return <div className={styles.ruler} ref={ref} role="img" aria-label={label} />
  const percent = Math.round(share * 100)
  return (
    <div
      className={styles.ruler}
      ref={ref}
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    />
  )
}

export interface DueRulerProps {
  /** Used share of the allowed time; above 1 when late. */
  share: number
  /** Text: 剩 6 小时, 超 7 小时. */
  children: string
}

/** Share from which little time is left. */
const SOON = 0.7

/** The used share of the allowed time, with a text beside it. */
export function DueRuler({ share, children }: DueRulerProps) {
  const ref = useShare<HTMLElement>(share)
  const tone = share > 1 ? 'late' : share >= SOON ? 'soon' : undefined
  return (
    <span className={styles.due} data-tone={tone}>
      <i className={styles.scale} ref={ref} aria-hidden="true" />
      {children}
    </span>
  )
}
