import { classNames } from '#lib/class-names.ts'
import { type OrderStanding, STEP_NAMES } from './order-standing.ts'
import styles from './progress/progress.module.css'

interface SixStepsProps {
  standing: OrderStanding
  /** Notes below the steps, by index; the small form has none. */
  notes?: readonly (string | undefined)[]
  isSmall?: boolean
}

/** The steps of an order on a ruler, with a bar to its present place. */
export function SixSteps({
  standing: { step, share, isStopped, tone, title },
  notes = [],
  isSmall = false,
}: SixStepsProps) {
  const isEnded = tone === 'off' && step === STEP_NAMES.length - 1
  const getState = (at: number) => (at < step || isEnded ? 'done' : at === step ? 'now' : 'next')
  return (
    <ol className={classNames(styles.stepsRoot, isSmall && styles.stepsSmall)} aria-label={`进度：${title}`}>
      {STEP_NAMES.map((name, at) => (
        <li
          className={styles.stepsStep}
          key={name}
          data-state={getState(at)}
          data-stopped={(at === step && isStopped) || undefined}
          aria-current={at === step ? 'step' : undefined}
          data-quarters={at === step ? toQuarters(share) : undefined}
        >
          <b className={styles.stepsName}>
            {isSmall && isStopped && at === step ? '暂停' : isSmall ? name.slice(-2) : name}
          </b>
          {notes[at] && <small className={styles.stepsNote}>{notes[at]}</small>}
        </li>
      ))}
    </ol>
  )
}

/** Returns a share as quarters, from 1 to 3: the policy of the pages allows no style in the markup. */
function toQuarters(share: number): number {
  return Math.min(3, Math.max(1, Math.round(share * 4)))
}
